import LabKernel

/// How many of the wanted frames came.
///
///     slots = fulfilled + dropped      new = fulfilled + surplus
public struct SlotCounts: Sendable {
  private let run: DriverRun

  init(_ run: DriverRun) { self.run = run }

  /// The slots in the window: the frames that the target cadence wants.
  public var slots: Int { run.slots.count }
  /// The slots in which a refresh showed something new.
  public var fulfilled: Int { slots - dropped }
  /// The slots in which none did.
  public var dropped: Int { run.slots.dropped }
  /// The new refreshes beyond the first in a slot, or outside any.
  public var surplus: Int { run.frames.new - fulfilled }
  /// How many dropped slots have each cause; together all of ``dropped``.
  public var causes: [BlameCause: Int] { run.attribution.causes.counts }

  /// How many dropped slots a cause has.
  public func dropped(by cause: BlameCause) -> Int { Int(run.attribution.causes[cause] ?? 0) }

  /// The share of dropped slots in percent, or `nil` without a slot.
  public var droppedShare: Double? { slots > 0 ? 100 * Double(dropped) / Double(slots) : nil }
}

extension SlotTable {
  private static let second: Int64 = 1_000_000_000

  /// The shares of dropped slots in all seconds, in parts per billion.
  ///
  /// A second holds the slots that lie wholly in it; it slides from slot to slot, never across a
  /// pause.
  func sharesOfSeconds(_ vsyncs: [Int64]) -> [Int64] {
    var shares: [Int64] = []
    // The first slot that lies wholly in the second, and how many were dropped from it on.
    var (first, dropped) = (0, 0)
    // The stretch without a pause, and when it begins.
    var (stretch, begin) = (-1, Int64.max)
    for slot in 0..<count {
      while stretch < 0 || self.first(of: slot) >= stretches[stretch].upperBound,
        stretch + 1 < stretches.count
      {
        stretch += 1
        begin = begins[stretch]
      }
      if isDropped(slot) { dropped += 1 }
      let end = vsyncs[self.end(of: slot)]
      let earliest = max(begin, end - Self.second)
      while first < slot, vsyncs[self.first(of: first)] < earliest {
        if isDropped(first) { dropped -= 1 }
        first += 1
      }
      guard end - begin >= Self.second else { continue }
      shares.append(Int64(dropped) * Self.second / Int64(slot - first + 1))
    }
    return shares
  }
}
