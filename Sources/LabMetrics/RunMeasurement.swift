import LabKernel
public import LabTrace

/// What one run comes to in numbers.
///
/// A pure function of a trace: measuring it again, or after a way through a file, gives the same
/// numbers. Each driver is measured on its own updates.
public struct RunMeasurement: Sendable {
  /// The metrics of every timer and display link of the trace, in the order of their creation.
  public let drivers: [DriverMetrics]

  /// How many refreshes were left out at the start.
  public let warmUp: Int

  /// How many refreshes were measured.
  public let refreshes: Int

  /// How long the measured refreshes lasted, or the run if it had no display.
  public let window: Duration

  /// How long callouts and tasks held the thread in the whole run; sleep and passes are not in it.
  public let busyTime: Duration

  /// How many refreshes have come to their end, the warm-up included.
  public var refreshCount: Int { max(0, times.vsyncs.count - 1) }

  let analyses: [DriverAnalysis]
  let thread: ThreadTime
  let times: RefreshTimes
  let walkViolations: [ConservationViolation]
  private let end: Int64

  /// Measures a trace.
  ///
  /// - Precondition: The header's numbers are within their ranges.
  /// - Complexity: O(n) for n records.
  public init(_ trace: Trace) {
    let header = trace.header
    header.checkRanges()
    let measured = MeasuredWindow(trace)
    var walk = TraceWalk(trace, window: measured)
    times = RefreshTimes(
      walk.vsyncs, depth: header.depth, guardTime: header.guardTime.wholeNanoseconds,
      warmUp: header.warmUpRefreshes)
    let schedule = PresentationSchedule(walk.takeCommits(), times, header.presentMode)
    let thread = walk.thread
    self.thread = thread
    analyses = walk.drivers.map { [times] in
      DriverAnalysis($0, times, schedule, thread, header)
    }
    let longest = analyses.map { max($0.firings.count, $0.times.window.count) }.max() ?? 0
    var buffers = BufferPool(capacity: longest)
    drivers = analyses.map { DriverMetrics($0, walk, &buffers) }
    warmUp = times.window.lowerBound
    refreshes = times.window.count
    window = .nanoseconds(times.window.isEmpty ? measured.end : times.span.end - times.span.begin)
    busyTime = .nanoseconds(walk.thread.busy)
    walkViolations = walk.violations + walk.thread.violations
    end = measured.end
  }

  /// Returns the metrics of a driver, or `nil` if the trace knows none of that name.
  public subscript(driver name: String) -> DriverMetrics? {
    drivers.first { $0.name == name }
  }

  /// Returns the identities that the run breaks; none unless a trace or a calculation is wrong.
  ///
  /// - Complexity: O(n) for n firings, updates and refreshes, without another walk over the trace.
  public func verifyConservation() -> [ConservationViolation] {
    var violations = walkViolations
    if thread.busy + thread.free != end {
      violations.append(
        ConservationViolation(
          .threadTime, of: nil, "busy + free = run", thread.busy + thread.free, end))
    }
    for (analysis, metrics) in zip(analyses, drivers) {
      violations += ConservationCheck(analysis, metrics).violations
    }
    return violations
  }
}
