import LabKernel
import LabTrace

/// What a run that is over comes to, and what identities that breaks.
struct RunNumbers {
  private(set) var drivers: [DriverMetrics] = []
  /// The metrics of every load that is measured.
  let loads: [TaskMetrics]
  /// What lists need, if nothing of the run is forgotten.
  private(set) var analyses: [DriverAnalysis] = []
  /// How long the measured refreshes lasted, or the run if it had no display.
  let window: Duration
  private(set) var violations: [ConservationViolation]

  init(
    _ meter: borrowing RunMeter, _ times: borrowing RefreshTimes,
    _ header: borrowing Trace.Header, keepsAll: Bool
  ) {
    let end = meter.walk.window.end
    violations = meter.walk.violations + meter.walk.thread.violations
    if let tasks = meter.walk.tasks {
      let thread = meter.walk.thread
      loads = tasks.loads.map { TaskMetrics($0, thread) }
      violations += tasks.violations + loads.flatMap { $0.violations }
    } else {
      loads = []
    }
    window = .nanoseconds(
      times.window.isEmpty
        ? end : times.vsyncs[times.window.upperBound] - (meter.windowBegin ?? 0))
    let accounted = meter.walk.thread.busy + meter.walk.thread.free
    if accounted != end {
      violations.append(
        ConservationViolation(.threadTime, of: nil, "busy + free = run", accounted, end))
    }
    for index in meter.drivers.indices {
      meter.drivers[index].finishRows(meter.walk.logs[index], times)
      measure(meter.walk.logs[index], &meter.drivers[index], meter, times, header)
    }
    guard keepsAll else { return }
    // Lists need the logs themselves, which the meter gives away now that it is done.
    while let log = meter.walk.logs.popLast() {
      analyses.append(DriverAnalysis(log, &meter.drivers[meter.walk.logs.count], times))
    }
    analyses.reverse()
  }

  private mutating func measure(
    _ log: borrowing DriverLog, _ measurement: inout DriverMeasurement,
    _ meter: borrowing RunMeter, _ times: borrowing RefreshTimes,
    _ header: borrowing Trace.Header
  ) {
    let sums = DriverSums(log, &measurement, meter, times, header)
    violations += ConservationCheck(log, &measurement, sums, times).violations
    drivers.append(DriverMetrics(log, sums))
  }
}
