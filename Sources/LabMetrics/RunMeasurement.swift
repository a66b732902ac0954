import LabKernel
public import LabTrace

/// What one run comes to in numbers.
///
/// A pure function of a trace: measuring it again, or after a way through a file, gives the same
/// numbers. Each driver is measured on its own updates.
public struct RunMeasurement: Sendable {
  /// The metrics of every timer and display link of the trace, in the order of their creation.
  public let drivers: [DriverMetrics]

  /// The metrics of every load that the trace's header names, in its order.
  public let loads: [TaskMetrics]

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
  let taskLogs: [LoadLog]
  let thread: ThreadTime
  let times: RefreshTimes
  private let violations: [ConservationViolation]

  /// Measures a trace.
  ///
  /// - Precondition: The header's numbers are within their ranges.
  /// - Complexity: O(n) for n records.
  public init(_ trace: Trace) {
    let (measured, count) = MeasuredWindow.find(in: trace)
    var meter = RunMeter(trace.header, measured, recordCount: count)
    meter.visit(trace.records.span.extracting(first: count), of: trace)
    meter.wokeAfterEnd(trace, from: count)
    let times = meter.finish()
    let numbers = RunNumbers(meter, times, trace.header, keepsAll: true)
    analyses = numbers.analyses
    self.times = times
    thread = meter.walk.thread
    taskLogs = meter.walk.tasks?.loads ?? []
    drivers = numbers.drivers
    loads = numbers.loads
    warmUp = times.window.lowerBound
    refreshes = times.window.count
    window = numbers.window
    busyTime = .nanoseconds(thread.busy)
    violations = numbers.violations
  }

  /// Returns the metrics of a driver, or `nil` if the trace knows none of that name.
  public subscript(driver name: String) -> DriverMetrics? {
    drivers.first { $0.name == name }
  }

  /// Returns the metrics of a load, or `nil` if it was not measured.
  public subscript(load name: String) -> TaskMetrics? { loads.first { $0.name == name } }

  /// Returns the identities that the run breaks; none unless a trace or a calculation is wrong.
  public func verifyConservation() -> [ConservationViolation] { violations }
}
