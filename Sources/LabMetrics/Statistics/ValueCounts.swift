/// How often each value came: a table without lists of collisions, which is half empty.
struct ValueCounts: Sendable {
  /// A value and how often it came; 0 for an empty slot.
  private struct Slot: Sendable {
    var value: Int64 = 0
    var count = 0
  }

  private var slots = [Slot](repeating: Slot(), count: 64)
  /// How many bits of a hash are left out.
  private var shift: UInt64 = 64 - 6
  /// How many different values there are.
  private(set) var count = 0

  @inline(__always)
  mutating func add(_ value: Int64, times: Int = 1) {
    let place = place(of: value)
    if slots[place].count == 0 {
      slots[place].value = value
      count += 1
      if 2 * count > slots.count {
        slots[place].count = times
        return resize(to: 2 * slots.count) { _ in true }
      }
    }
    slots[place].count &+= times
  }

  /// All values, in no order, each with how often it came.
  var values: some Sequence<(value: Int64, times: Int)> {
    slots.lazy.filter { $0.count > 0 }.map { ($0.value, $0.count) }
  }

  /// Forgets all other values.
  mutating func keep(only isChosen: (Int64) -> Bool) { resize(to: slots.count, keeping: isChosen) }

  /// Where a value is, or would be.
  @inline(__always)
  private func place(of value: Int64) -> Int {
    let hash = UInt64(bitPattern: value) &* 0x9E37_79B9_7F4A_7C15
    var place = Int(truncatingIfNeeded: hash &>> shift)
    while slots[place].count != 0, slots[place].value != value {
      place = (place &+ 1) & (slots.count &- 1)
    }
    return place
  }

  private mutating func resize(to room: Int, keeping isChosen: (Int64) -> Bool) {
    let former = slots
    slots = Array(repeating: Slot(), count: room)
    shift = 64 - UInt64(room.trailingZeroBitCount)
    count = 0
    for slot in former where slot.count > 0 && isChosen(slot.value) {
      add(slot.value, times: slot.count)
    }
  }
}
