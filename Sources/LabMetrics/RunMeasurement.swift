import LabKernel
public import LabTrace

/// What one run comes to in numbers.
///
/// A pure function of a trace: measuring it again, or after a way through a file, gives the same
/// numbers. Each driver is measured on its own updates, each number when it is first asked for.
public struct RunMeasurement: Sendable {
  /// The metrics of every timer and display link of the trace, in the order of their creation.
  public let drivers: [DriverMetrics]

  /// The metrics of every load that the trace's header names, in its order.
  public let loads: [TaskMetrics]

  /// How many refreshes were left out at the start.
  public var warmUp: Int { times.window.lowerBound }

  /// How many refreshes were measured.
  public var refreshes: Int { times.window.count }

  /// How long the measured refreshes lasted, or the run if it had no display.
  public var window: Duration {
    .nanoseconds(times.window.isEmpty ? facts.window.end : times.duration(of: times.window))
  }

  /// How long callouts and tasks held the thread in the whole run; sleep and passes are not in it.
  public var busyTime: Duration { .nanoseconds(facts.thread.busy) }

  /// How many refreshes have come to their end, the warm-up included.
  public var refreshCount: Int { max(0, times.vsyncs.count - 1) }

  let facts: RunFacts
  let taskLogs: [LoadLog]
  /// What the walk saw broken.
  private let seen: [ConservationViolation]

  var times: RefreshTimes { facts.times }
  var runs: [DriverRun] { drivers.map { $0.run } }

  /// Measures a trace.
  ///
  /// - Precondition: The header's numbers are within their ranges.
  /// - Complexity: O(n) for n records.
  public init(_ trace: Trace) {
    let (measured, count) = MeasuredWindow.find(in: trace)
    let walk = RunWalk(until: measured.end, expecting: count)
    walk.consume(trace, upTo: count)
    self.init(walk, trace.header)
  }

  /// Measures what a walk has seen.
  package init(_ walk: RunWalk, _ header: Trace.Header) {
    header.checkRanges()
    let (facts, runs, tasks, seen) = walk.finish(header)
    self.facts = facts
    drivers = runs.map { DriverMetrics($0) }
    taskLogs = tasks?.loads ?? []
    loads = taskLogs.map { TaskMetrics($0, facts) }
    self.seen = seen
  }

  /// Returns the metrics of a driver, or `nil` if the trace knows none of that name.
  public subscript(driver name: String) -> DriverMetrics? {
    drivers.first { $0.name == name }
  }

  /// Returns the metrics of a load, or `nil` if it was not measured.
  public subscript(load name: String) -> TaskMetrics? { loads.first { $0.name == name } }

  /// Returns the value of a metric of a driver, or of the tasks of a load; `nil` where undefined.
  package subscript(metric: String, of name: String) -> MetricValue? {
    self[driver: name]?[metric] ?? self[load: name]?[metric]
  }

  func run(of driver: String) -> DriverRun? { self[driver: driver]?.run }
  func log(of load: String) -> LoadLog? { taskLogs.first { $0.outline.name == load } }

  /// Returns the identities that the run breaks; none unless a trace or a calculation is wrong.
  ///
  /// - Complexity: O(n) for n firings, updates, refreshes and changes of the thread's holder.
  public func verifyConservation() -> [ConservationViolation] {
    var violations = seen + loads.flatMap { $0.violations }
    let accounted = facts.thread.busy + facts.thread.free
    if accounted != facts.window.end {
      violations.append(
        ConservationViolation(
          .threadTime, of: nil, "busy + free = run", accounted, facts.window.end))
    }
    return violations + runs.flatMap { ConservationCheck($0).violations }
  }
}

/// Takes the records of a run as they come, in as many parts as they do; none of them is kept.
package final class RunWalk {
  private let window: MeasuredWindow
  private let expected: Int
  @safe @exclusivity(unchecked) private var walk: TraceWalk?
  private var hasEnded = false

  /// Begins before the first record of a run that will end so many nanoseconds after its start.
  package init(until end: Int64, expecting count: Int = 0) {
    (window, expected) = (MeasuredWindow(end: end), count)
  }

  /// Goes on with the records that a trace holds by now; they follow those before.
  package func consume(_ trace: borrowing Trace) {
    let end = hasEnded ? 0 : trace.records.firstIndex { $0.kind == .ended }
    consume(trace, upTo: end ?? trace.records.count, hasEnd: end != nil)
  }

  /// Goes on with the records of a trace up to its end, or to a place behind which there are none
  /// of the run.
  func consume(_ trace: borrowing Trace, upTo end: Int) {
    consume(trace, upTo: end, hasEnd: end < trace.records.count)
  }

  private func consume(_ trace: borrowing Trace, upTo end: Int, hasEnd: Bool) {
    if !hasEnded {
      if walk == nil { walk = begin(trace.header) }
      walk?.visit(trace.records.span.extracting(first: end), of: trace)
    }
    hasEnded = hasEnded || hasEnd
    guard hasEnd, let woke = trace.records[end...].first(where: { $0.kind == .woke }),
      case .woke(let delay) = woke.event
    else { return }
    walk?.wokeAfterEnd(at: woke.time.nanoseconds, after: delay)
  }

  private func begin(_ header: Trace.Header) -> TraceWalk {
    var walk = TraceWalk(window, header, recordCount: expected)
    walk.tasks = TaskMeter(header)
    return walk
  }

  /// Ends the run, and gives away what it has seen.
  func finish(
    _ header: Trace.Header
  ) -> (RunFacts, [DriverRun], TaskMeter?, [ConservationViolation]) {
    var walk = self.walk.take() ?? begin(header)
    let (facts, runs) = walk.finish(header)
    walk.tasks?.finish(runs, facts)
    return (facts, runs, walk.tasks, walk.violations + facts.thread.violations)
  }
}
