import CLabAtomics

/// The slots of names, which threads share without a lock.
///
/// They are found by the address of the literal: no text is compared or copied when a name is used
/// again.
@safe
struct NameTable: ~Copyable {
  /// The address of the name in each slot, 0 in a free one; the first slot, which stands for names
  /// that come too late, holds how many are taken.
  private let keys: UnsafeMutablePointer<UInt64>

  init() {
    unsafe keys = .allocate(capacity: RingLayout.nameCount)
    unsafe keys.initialize(repeating: 0, count: RingLayout.nameCount)
  }

  deinit { unsafe keys.deallocate() }

  /// Returns the slot of a name, and whether it is new; slot 0 if three quarters are taken.
  ///
  /// - Complexity: O(1) on average.
  func slot(of key: UInt64) -> (slot: Int, isNew: Bool) {
    var slot = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 54)
    while true {
      let taken = unsafe lab_word_read(keys + slot)
      if slot != 0, taken == key { return (slot, false) }
      if slot == 0 || taken != 0 {
        slot = (slot + 1) & (RingLayout.nameCount - 1)
      } else if unsafe lab_word_read(keys) >= RingLayout.nameCount * 3 / 4 {
        return (0, false)
      } else if unsafe lab_word_claim(keys + slot, key) {
        unsafe lab_word_add(keys, 1)
        return (slot, true)
      }
    }
  }
}

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
