import Foundation

/// Values that several tests look at, each made once, when it is first asked for.
///
/// Its dictionary is reached under its lock alone, and a value under the lock of its entry.
package final class Once<Name: Hashable & Sendable, Value: Sendable>: @unchecked Sendable {
  private final class Entry {
    let lock = NSLock()
    var value: Result<Value, any Error>?
  }

  private let make: @Sendable (Name) throws -> Value
  private let lock = NSLock()
  private var entries: [Name: Entry] = [:]

  /// Says how a value is made.
  package init(_ make: @escaping @Sendable (Name) throws -> Value) { self.make = make }

  /// Returns the value of a name; a second caller waits while it is made.
  package func value(of name: Name) throws -> Value {
    let entry = lock.withLock {
      let entry = entries[name] ?? Entry()
      entries[name] = entry
      return entry
    }
    return try entry.lock.withLock {
      let made = entry.value ?? Result { try make(name) }
      entry.value = made
      return made
    }.get()
  }
}
