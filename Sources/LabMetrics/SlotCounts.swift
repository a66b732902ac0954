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
    var causes: [DropCause: Int] = [:]
    for slot in table.slots {
      if let cause = slot.dropCause { causes[cause, default: 0] += 1 }
    }
    dropped = causes.values.reduce(0, +)
    fulfilled = table.slots.count { $0.dropCause == nil }
    surplus = new - fulfilled
    self.causes = causes
    let seconds = SlotCounts.seconds(table, times)
    worstSecond = seconds.max().map { Double($0) / 10_000_000 }
    p95Second =
      seconds.isEmpty
      ? nil : Double(select(seconds, at: [(seconds.count * 95 + 99) / 100 - 1])[0]) / 10_000_000
  }

  /// The shares of dropped slots in all seconds, in parts per billion.
  private static func seconds(_ table: SlotTable, _ times: RefreshTimes) -> [Int64] {
    let second: Int64 = 1_000_000_000
    var shares: [Int64] = []
    shares.reserveCapacity(table.slots.count)
    var dropped = 0
    var first = 0
    var stretch = 0
    var last = (dropped: 0, of: 0)
    var share: Int64 = 0
    for (index, slot) in table.slots.enumerated() {
      dropped += slot.dropCause == nil ? 0 : 1
      while Int(slot.first) >= table.stretches[stretch].upperBound { stretch += 1 }
      let stretchStart = table.stretches[stretch].lowerBound
      let end = times.vsyncs[slot.refreshes.upperBound]
      while first < index {
        let start = Int(table.slots[first].first)
        guard start < stretchStart || end - times.vsyncs[start] > second else { break }
        dropped -= table.slots[first].dropCause == nil ? 0 : 1
        first += 1
      }
      guard end - times.vsyncs[stretchStart] >= second else { continue }
      let now = (dropped: dropped, of: index - first + 1)
      // A division is dear, and most seconds are like the one before.
      if now != last { share = Int64(now.dropped) * second / Int64(now.of) }
      last = now
      shares.append(share)
    }
    return shares
  }
}
