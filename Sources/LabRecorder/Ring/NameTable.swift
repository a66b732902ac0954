/// The slots of names, found by the address of the literal: no text is compared or copied when a
/// name is used again.
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
      if slot != 0, unsafe keys[slot] == key { return (slot, false) }
      if slot != 0, unsafe keys[slot] == 0 { break }
      slot = (slot + 1) & (RingLayout.nameCount - 1)
    }
    guard unsafe keys[0] < RingLayout.nameCount * 3 / 4 else { return (0, false) }
    unsafe keys[slot] = key
    unsafe keys[0] += 1
    return (slot, true)
  }
}
