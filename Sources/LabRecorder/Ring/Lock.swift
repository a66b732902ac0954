import CLabAtomics

/// A lock that one thread at a time holds, for a few instructions.
@safe
struct Lock: ~Copyable, @unchecked Sendable {
  private let lock: OpaquePointer

  init() { unsafe lock = lab_lock_make() }

  deinit { unsafe lab_lock_free(lock) }

  /// Performs a body while no other thread does.
  func hold<Value>(_ body: () -> Value) -> Value {
    unsafe lab_lock_take(lock)
    defer { unsafe lab_lock_give(lock) }
    return body()
  }
}
