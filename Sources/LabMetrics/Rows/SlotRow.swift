public import LabKernel

/// One slot of a driver: the refreshes in which one new frame was wanted.
public struct SlotRow: Hashable, Sendable {
  /// The latch before the slot, from which on an update could reach it.
  public let begin: Instant
  /// When its first refresh is displayed.
  public let photon: Instant
  /// When its last refresh is no longer displayed.
  public let end: Instant
  /// The refresh that first shows something new; `nil` if the slot was dropped.
  public let newRefresh: Int?
  /// Why the slot was dropped; `nil` if it was not.
  public let cause: BlameCause?
}

extension RunMeasurement {
  /// Returns a row for every slot of the measured window, or none for a driver that the trace does
  /// not know or that has no target cadence.
  ///
  /// - Complexity: O(n) for n refreshes.
  public func slotRows(of driver: String) -> [SlotRow] {
    guard let run = run(of: driver) else { return [] }
    let (slots, vsyncs) = (run.slots, run.times.vsyncs)
    var causes = run.attribution.dropCauses.makeIterator()
    return (0..<slots.count).map { slot in
      let refreshes = slots.refreshes(of: slot)
      let span = slots.latchSpan(of: slot, run.times)
      return SlotRow(
        begin: Instant(nanoseconds: span.begin),
        photon: Instant(nanoseconds: vsyncs[refreshes.lowerBound]),
        end: Instant(nanoseconds: vsyncs[refreshes.upperBound]),
        newRefresh: refreshes.first { run.presentation.shown[$0] >= 0 },
        cause: slots.isDropped(slot) ? causes.next() : nil)
    }
  }
}
