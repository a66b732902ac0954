import LabKernel
import LabTrace

/// Tells what became of a driver's updates in the latch intervals of the measured window, as far as
/// a run is settled.
struct PresentedUpdateMaker {
  /// The first update that was not looked at.
  private(set) var update = 0
  /// Where the last search for a deadline ended.
  private var latch = 0

  /// Visits the updates whose refreshes are settled.
  ///
  /// - Complexity: O(n) for n updates and refreshes.
  mutating func advance(
    _ log: borrowing DriverLog, _ display: borrowing DriverDisplay,
    _ times: borrowing RefreshTimes, _ body: (PresentedUpdate) -> Void
  ) {
    let (vsyncs, guardTime) = (times.vsyncs, times.guardTime)
    let (presentation, isOver) = (display.presentation, display.isOver)
    while update < presentation.decided {
      let current = log.updates[update]
      let timing = presentation.timing(of: current)
      let refresh = Int(timing.refresh)
      guard isOver || refresh < presentation.frontier else { return }
      guard times.window.contains(refresh) else {
        update += 1
        continue
      }
      let firing = log.firings[Int(current.firing)]
      latch = vsyncs.partitionIndex(near: latch) { $0 - guardTime > firing.due }
      let isKnown = latch < vsyncs.endIndex
      guard isOver || isKnown else { return }
      let deadline = isKnown ? vsyncs[latch] - guardTime : nil
      let isShown = Int(presentation.shown[refresh]) == update
      body(
        PresentedUpdate(
          began: Instant(nanoseconds: firing.began), ended: Instant(nanoseconds: current.ended),
          animationTime: Instant(nanoseconds: current.animationTime),
          photon: isShown ? Instant(nanoseconds: vsyncs[refresh]) : nil,
          overrun: deadline.map { .nanoseconds(timing.committed - $0) },
          stretch: Int(firing.epoch)))
      update += 1
    }
  }
}
