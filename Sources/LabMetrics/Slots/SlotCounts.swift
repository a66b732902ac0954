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
  /// How many dropped slots have each cause; together all of ``dropped``.
  public var causes: [BlameCause: Int] { sums.counts }

  private let sums: CauseSums

  /// How many dropped slots a cause has.
  public func dropped(by cause: BlameCause) -> Int { Int(sums[cause] ?? 0) }

  /// The share of dropped slots in percent, or `nil` without a slot.
  public var droppedShare: Double? { slots > 0 ? 100 * Double(dropped) / Double(slots) : nil }

  init(_ table: borrowing SlotTable, causes: CauseSums, new: Int) {
    slots = table.count
    sums = causes
    dropped = table.dropped
    fulfilled = slots - dropped
    surplus = new - fulfilled
  }
}

/// Adds the shares of dropped slots in all seconds.
///
/// A second holds the slots that lie wholly in it; it slides from slot to slot, never across a
/// pause.
struct SlotSeconds: Calculator {
  /// The first slot that was not looked at.
  private var next = 0
  /// The first slot that lies wholly in the second, and how many were dropped from it on.
  private var first = 0
  private var dropped = 0
  /// The stretch without a pause, and when it begins.
  private var stretch = -1
  private var begin = Int64.max
  /// The last share, and of how many slots how many were dropped; it is often the same as the next.
  private var last = (dropped: 0, count: 1, share: Int64(0))

  private static let second: Int64 = 1_000_000_000

  mutating func advance(
    _ log: borrowing DriverLog, _ display: borrowing DriverDisplay, _ walk: borrowing TraceWalk,
    _ times: borrowing RefreshTimes, _ samples: inout Samples, _ need: inout Need
  ) {
    advance(display.slots, times, &samples[.slotShare])
    let isEmpty = first == display.slots.count
    need.keep(refresh: isEmpty ? .max : display.slots.first(of: first), slot: first)
  }

  /// Looks at the slots that are assigned by now.
  private mutating func advance(
    _ table: borrowing SlotTable, _ times: borrowing RefreshTimes, _ shares: inout SampleColumn
  ) {
    let (vsyncs, stretches) = (times.vsyncs, table.stretches)
    var block: [Int64] = []
    while next < table.count {
      defer { next += 1 }
      while stretch < 0 || table.first(of: next) >= stretches[stretch].upperBound,
        stretch + 1 < stretches.count
      {
        stretch += 1
        begin = table.begins[stretch]
      }
      if table.isDropped(next) { dropped += 1 }
      let end = vsyncs[table.end(of: next)]
      let earliest = max(begin, end - Self.second)
      while first < next, vsyncs[table.first(of: first)] < earliest {
        if table.isDropped(first) { dropped -= 1 }
        first += 1
      }
      guard end - begin >= Self.second else { continue }
      block.append(share(of: next - first + 1))
      guard block.count == blockRoom else { continue }
      shares.add(block) { $0 }
      block.removeAll(keepingCapacity: true)
    }
    shares.add(block) { $0 }
  }

  @inline(__always)
  private mutating func share(of count: Int) -> Int64 {
    if dropped != last.dropped || count != last.count {
      last = (dropped, count, quotient(Int64(dropped) * Self.second, Int64(count)))
    }
    return last.share
  }
}

/// Divides numbers, at least 0, and rounds down.
///
/// The processor divides doubles several times as fast as words; of a number that a double holds
/// the result is off by one at most.
private func quotient(_ dividend: Int64, _ divisor: Int64) -> Int64 {
  guard dividend < 1 << 53 else { return dividend / divisor }
  let near = Int64(Double(dividend) / Double(divisor))
  let rest = dividend - near * divisor
  return rest < 0 ? near - 1 : rest >= divisor ? near + 1 : near
}
