/// How many of the wanted frames came.
///
///     slots = fulfilled + dropped      new = fulfilled + surplus
public struct SlotCounts: Hashable, Sendable {
  /// The slots in the window: the frames that the target cadence wants.
  public let slots: Int
  /// The slots in which a refresh showed something new.
  public let fulfilled: Int
  /// The slots in which none did.
  public let dropped: Int
  /// The new refreshes beyond the first in a slot, or outside any.
  public let surplus: Int
  /// The largest share of dropped slots in any second, in percent.
  ///
  /// A second holds the slots that lie wholly in it; it slides from slot to slot, never across a
  /// pause. `nil` if no stretch between pauses lasts a second.
  public let worstSecond: Double?
  /// The 95th percentile of that share over all such seconds, in percent.
  public let p95Second: Double?
  /// How many dropped slots have each cause; together all of ``dropped``.
  public let causes: [DropCause: Int]

  /// The share of dropped slots in percent, or `nil` without a slot.
  public var droppedShare: Double? { slots > 0 ? 100 * Double(dropped) / Double(slots) : nil }

  init(_ table: SlotTable, new: Int, _ times: RefreshTimes) {
    slots = table.slots.count
    dropped = table.slots.count { $0.dropCause != nil }
    fulfilled = slots - dropped
    surplus = new - fulfilled
    causes = Self.causes(table)
    let seconds = SlotCounts.seconds(table, times)
    worstSecond = seconds.max().map { Double($0) / 10_000_000 }
    p95Second =
      seconds.isEmpty
      ? nil : Double(select(seconds, at: [(seconds.count * 95 + 99) / 100 - 1])[0]) / 10_000_000
  }

  /// How many slots each cause dropped; they come in rows with the same one.
  private static func causes(_ table: SlotTable) -> [DropCause: Int] {
    var causes: [DropCause: Int] = [:]
    var last: DropCause?
    var count = 0
    for slot in table.slots {
      guard let cause = slot.dropCause else { continue }
      if cause != last, let last {
        causes[last, default: 0] += count
        count = 0
      }
      last = cause
      count += 1
    }
    if let last { causes[last, default: 0] += count }
    return causes
  }

  /// The shares of dropped slots in all seconds, in parts per billion.
  private static func seconds(_ table: SlotTable, _ times: RefreshTimes) -> [Int64] {
    let second: Int64 = 1_000_000_000
    var shares: [Int64] = []
    shares.reserveCapacity(table.slots.count)
    let (slots, vsyncs) = (table.slots, times.vsyncs)
    var stretches = table.stretches.makeIterator()
    var stretch = 0..<0
    var dropped = 0
    var first = 0
    var last = (dropped: 0, of: 0)
    var share: Int64 = 0
    for (index, slot) in slots.enumerated() {
      dropped += slot.dropCause == nil ? 0 : 1
      while Int(slot.first) >= stretch.upperBound, let next = stretches.next() { stretch = next }
      let end = vsyncs[slot.refreshes.upperBound]
      while first < index {
        let start = Int(slots[first].first)
        guard start < stretch.lowerBound || end - vsyncs[start] > second else { break }
        dropped -= slots[first].dropCause == nil ? 0 : 1
        first += 1
      }
      guard end - vsyncs[stretch.lowerBound] >= second else { continue }
      let now = (dropped: dropped, of: index - first + 1)
      // A division is dear, and most seconds are like the one before.
      if now != last { share = Int64(now.dropped) * second / Int64(now.of) }
      last = now
      shares.append(share)
    }
    return shares
  }
}
