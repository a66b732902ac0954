import LabKernel
import LabTrace

/// Makes the rows of a driver's firings, as far as a run is settled.
struct FiringRowMaker {
  /// The first firing that was not looked at.
  private(set) var firing = 0
  /// The first update that was not looked at.
  private var update = 0
  /// The last update of each firing; −1 if it made none.
  private var last = SlidingArray<Int32>()

  /// Makes the rows of the firings that are over, and so is the way of what they showed.
  ///
  /// - Complexity: O(n) for n firings and updates.
  mutating func advance(
    _ log: borrowing DriverLog, _ display: borrowing DriverDisplay,
    _ body: (FiringRow, _ number: Int) -> Void
  ) {
    last.append(repeating: -1, upTo: log.firings.endIndex)
    while update < log.updates.endIndex {
      last[Int(log.updates[update].firing)] = Int32(truncatingIfNeeded: update)
      update += 1
    }
    while firing < log.firings.endIndex, display.isOver || isSettled(log, display.presentation) {
      let current = log.firings[firing]
      let missed = log.detail(of: current).missed
      let update = Int(last[firing])
      body(
        FiringRow(
          due: Instant(nanoseconds: current.due), began: Instant(nanoseconds: current.began),
          ended: current.ended == .max ? nil : Instant(nanoseconds: current.ended),
          missed: missed < 0 ? nil : Int(missed), lateness: .nanoseconds(current.lateness),
          isMeasured: log.measured.contains(firing),
          outcome: update < 0
            ? nil : display.presentation.outcome(of: update, in: log.updates)),
        firing)
      firing += 1
    }
    last.forget(before: firing)
  }

  /// Whether the next firing has ended, is known to be measured or not, and what it showed last has
  /// its outcome.
  private func isSettled(
    _ log: borrowing DriverLog, _ presentation: borrowing Presentation
  ) -> Bool {
    guard firing < log.closed, log.firings[firing].due < log.window.end else { return false }
    let update = Int(last[firing])
    guard update >= 0 else { return true }
    return update < presentation.decided
      && presentation.timing(of: log.updates[update]).refresh < presentation.frontier
  }

  /// The first update that is still needed.
  var firstUpdate: Int {
    last.lazy.filter { $0 >= 0 }.map { Int($0) }.min() ?? update
  }
}
