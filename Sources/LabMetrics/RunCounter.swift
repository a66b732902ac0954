import LabKernel
package import LabTrace

/// Counts what the drivers of run after run did, all in one walk and in the memory of the run
/// before.
///
/// It takes a part of the time of ``RunTrouble``, which tells more. One thread uses it.
package final class RunCounter {
  @safe @exclusivity(unchecked) private var walk: TraceWalk?
  @safe @exclusivity(unchecked) private var schedule: PresentationSchedule?
  @safe @exclusivity(unchecked) private var display: DriverDisplay?

  package init() {}

  /// Counts what happened in a run.
  ///
  /// - Parameters:
  ///   - trace: The run.
  ///   - fineness: The power of two of its units that makes a nanosecond; targets stay in hertz.
  /// - Returns: The counts driver by driver, in the order of their creation.
  /// - Precondition: The header's numbers are within their ranges.
  /// - Complexity: O(n) for n records.
  package func counts(in trace: Trace, fineness: Int = 0) -> [RunCounts] {
    let (measured, count) = MeasuredWindow.find(in: trace)
    var walk = TraceWalk(
      measured, recordCount: count, keeping: .none,
      hasTargets: trace.header.presentMode == .atTarget, inMemoryOf: self.walk.take())
    walk.visit(trace.records.span.extracting(first: count), of: trace)
    walk.finish()
    var times = RefreshTimes(walk.vsyncs, trace.header)
    times.fineness = fineness
    var schedule = PresentationSchedule(trace.header.presentMode)
    if var former = self.schedule.take() { schedule.takeMemory(of: &former) }
    schedule.advance(walk.commits, times, now: measured.end, isOver: true)
    let counts = walk.logs.indices.map {
      self.counts(of: walk.logs[$0], schedule, times, trace.header)
    }
    self.schedule = schedule
    self.walk = consume walk
    return counts
  }

  private func counts(
    of log: borrowing DriverLog, _ schedule: borrowing PresentationSchedule,
    _ times: borrowing RefreshTimes, _ header: borrowing Trace.Header
  ) -> RunCounts {
    var display = DriverDisplay(log, header, isAdaptive: times.isAdaptive)
    if var former = self.display.take() { display.takeMemory(of: &former) }
    display.advance(log, schedule, times, now: log.window.end, isOver: true)
    display.release()
    var firings = FiringsPerRefresh()
    firings.advance(log, times) { _, _ in }
    let counts = RunCounts(log, display.slots, firings, times)
    self.display = consume display
    return counts
  }
}
