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
  /// What it is put down to that a free thread does not answer the last date of a timer.
  let openCause: BlameCause
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
    openCause = log.timer.isSetInCallout ? .setLate : .unexplained
    end = log.window.end
    self.schedule = copy schedule
    self.times = copy times
  }

  /// How a firing was set late, if it was.
  func setLate(firing index: Int) -> DriverLog.SetLate? {
    guard !setLate.isEmpty else { return nil }
    let next = setLate.partitionIndex { $0.firing >= index }
    return next < setLate.endIndex && setLate[next].firing == index ? setLate[next] : nil
  }
}
