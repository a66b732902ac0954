import CLabAtomics

/// A value that one thread at a time reads and changes.
@safe
package final class Locked<Value>: @unchecked Sendable {
  private let lock: OpaquePointer
  private var value: Value

  package init(_ value: consuming sending Value) {
    unsafe lock = lab_lock_make()
    self.value = value
  }

  deinit { unsafe lab_lock_free(lock) }

  /// Performs a body on the value while no other thread does.
  package func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    unsafe lab_lock_take(lock)
    defer { unsafe lab_lock_give(lock) }
    return try body(&value)
  }
}

/// A flag that several threads see.
package struct Flag: Sendable {
  private let counter = Counter(0)

  package init() {}

  /// Whether it is raised.
  package var isRaised: Bool { counter.value != 0 }

  /// Raises it, and returns whether it was raised already.
  @discardableResult
  package func raise() -> Bool { counter.exchange(1) != 0 }

  package func lower() { counter.value = 0 }
}

/// A number that several threads read and change, each time in one step.
///
/// Who reads it sees all that was done before it was written.
@safe
package final class Counter: @unchecked Sendable {
  private let word: UnsafeMutablePointer<UInt64>

  package init(_ value: Int) {
    unsafe word = .allocate(capacity: 1)
    unsafe word.initialize(to: UInt64(bitPattern: Int64(value)))
  }

  deinit { unsafe word.deallocate() }

  /// The number.
  package var value: Int {
    get { Int(truncatingIfNeeded: unsafe lab_word_read(word)) }
    set { unsafe lab_word_write(word, UInt64(bitPattern: Int64(newValue))) }
  }

  /// Adds to the number, and returns the sum.
  @discardableResult
  package func add(_ step: Int) -> Int {
    Int(truncatingIfNeeded: unsafe lab_word_add(word, UInt64(bitPattern: Int64(step))))
  }

  /// Sets the number, and returns what it was before.
  package func exchange(_ value: Int) -> Int {
    Int(truncatingIfNeeded: unsafe lab_word_exchange(word, UInt64(bitPattern: Int64(value))))
  }
}
