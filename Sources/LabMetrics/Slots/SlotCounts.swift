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
  public let causes: [BlameCause: Int]

  /// The share of dropped slots in percent, or `nil` without a slot.
  public var droppedShare: Double? { slots > 0 ? 100 * Double(dropped) / Double(slots) : nil }

  init(_ table: SlotTable, new: Int, _ times: RefreshTimes, _ buffers: inout BufferPool) {
    slots = table.count
    causes = Self.causes(table)
    dropped = table.dropped
    fulfilled = slots - dropped
    surplus = new - fulfilled
    var seconds = buffers.take(table.count)
    Self.fill(&seconds, table, times)
    worstSecond = extremes(seconds).map { Double($0.most) / 10_000_000 }
    p95Second =
      seconds.isEmpty
      ? nil
      : Double(select(seconds, at: [Percentile.position(950, of: seconds.count)])[0]) / 10_000_000
    buffers.put(seconds)
  }

  /// How many slots each cause dropped; they come in rows with the same one.
  private static func causes(_ table: SlotTable) -> [BlameCause: Int] {
    var causes: [BlameCause: Int] = [:]
    var last: BlameCause?
    var count = 0
    for cause in table.dropCauses {
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

  /// Fills a column with the shares of dropped slots in all seconds, in parts per billion.
  private static func fill(_ column: inout [Int64], _ table: SlotTable, _ times: RefreshTimes) {
    let second: Int64 = 1_000_000_000
    let (vsyncs, stretches) = (times.vsyncs, table.stretches)
    let isDropped = table.isDropped
    var shares = column.mutableSpan
    var count = 0
    var stretch = -1
    var (begin, bound) = (Int64.max, 0)
    // The first slot that lies wholly in the second, and how many of them were dropped.
    var (first, dropped) = (0, 0)
    for slot in 0..<table.count {
      while table.first(of: slot) >= bound, stretch + 1 < stretches.count {
        stretch += 1
        (begin, bound) = (vsyncs[stretches[stretch].lowerBound], stretches[stretch].upperBound)
      }
      if isDropped[slot] { dropped += 1 }
      let end = vsyncs[table.end(of: slot)]
      let earliest = max(begin, end - second)
      while first < slot, vsyncs[table.first(of: first)] < earliest {
        if isDropped[first] { dropped -= 1 }
        first += 1
      }
      guard end - begin >= second else { continue }
      shares[count] = quotient(Int64(dropped) * second, Int64(slot - first + 1))
      count += 1
    }
    column.truncate(to: count)
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
