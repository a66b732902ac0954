import LabTrace

/// What is needed of a driver's log and of the thread's time to put waiting down to causes.
///
/// Several share it, who would each hold all of it otherwise.
final class BlameContext: Sendable {
  let firings: SlidingArray<Firing>
  let setLate: SlidingArray<DriverLog.SetLate>
  /// When callbacks of the driver itself were under way; empty if none of them waited for another.
  let ownSpans: SlidingArray<TimeSpan>
  let starvedSpans: SlidingArray<TimeSpan>
  let tolerance: Int64
  /// How far apart the dates of a timer are; 0 for a link.
  let interval: Int64
  let thread: ThreadTime
  /// The due instants without a callout of their own.
  let runs: SlidingArray<DueSeries>
  let longestRun: Int64
  let hasEnded: Bool
  /// The end of the run.
  let end: Int64
  let schedule: PresentationSchedule
  let times: RefreshTimes

  init(
    _ log: borrowing DriverLog, _ thread: borrowing ThreadTime,
    _ schedule: borrowing PresentationSchedule, _ times: borrowing RefreshTimes
  ) {
    firings = log.firings
    setLate = log.setLate
    ownSpans = log.waitsForItself ? log.ownSpans : SlidingArray()
    starvedSpans = log.starvedSpans
    tolerance = log.tolerance
    interval = log.isLink ? 0 : log.interval
    self.thread = copy thread
    runs = log.runs
    longestRun = log.longestRun
    hasEnded = log.hasEnded
    end = log.window.end
    self.schedule = copy schedule
    self.times = copy times
  }

  /// When a firing could be answered at all, if that was after its due instant.
  func possibleSince(firing index: Int) -> Int64? {
    guard !setLate.isEmpty else { return nil }
    let next = setLate.partitionIndex { $0.firing >= index }
    return next < setLate.endIndex && setLate[next].firing == index ? setLate[next].at : nil
  }
}
