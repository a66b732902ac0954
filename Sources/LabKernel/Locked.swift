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
