import LabKernel
package import LabTrace

/// Measures a run while it is made, in memory that does not grow with its length but for the pauses
/// of drivers and the changes of the display's rate, of which a run has few.
///
/// It is given the records in parts, and forgets what is settled; the numbers are those of
/// ``RunMeasurement``, whatever the parts. Rows of what happened are handed out before it is
/// forgotten.
///
/// Of each quantity as many numbers are kept as there is room for. If there are more, those around
/// each percentile are. One that moves away from them is the middle of a bucket, within 0.05 % of
/// the number itself, until the same run is measured a second time by the stream that
/// ``refined()`` returns.
package final class RunStream {
  /// How many numbers of each quantity are kept unless another room is given: those of more than an
  /// hour at 120 Hz.
  package static let usualRoom = 1 << 19

  /// The metrics of every timer and display link, in the order of their creation; none before the
  /// end.
  @safe @exclusivity(unchecked) package private(set) var drivers: [DriverMetrics] = []
  /// The metrics of every load that the trace's header names, in its order; none before the end.
  @safe @exclusivity(unchecked) package private(set) var loads: [TaskMetrics] = []
  /// The identities that the run breaks.
  @safe @exclusivity(unchecked) package private(set) var violations: [ConservationViolation] = []
  /// Whether there are percentiles that are the middles of buckets.
  @safe @exclusivity(unchecked) package private(set) var isApproximate = false
  /// Whether numbers or rows are missing until the same run is measured by ``refined()``, because
  /// what waits for the end of a motion was more than there is room for.
  @safe @exclusivity(unchecked) package private(set) var isIncomplete = false
  /// How many firings, updates, refreshes and changes of the thread's holder were kept at a time
  /// after what was settled had been forgotten.
  @safe @exclusivity(unchecked) package private(set) var mostKept = 0

  private let window: MeasuredWindow
  private let room: Int
  @safe @exclusivity(unchecked) private var meter: RunMeter?
  @safe @exclusivity(unchecked) private var first: CellArray<DriverMeasurement>?
  @safe @exclusivity(unchecked) private var firstTasks: TaskMeter?
  /// The meter of another run, whose memory is used again.
  @safe @exclusivity(unchecked) private var former: RunMeter?
  @safe @exclusivity(unchecked) private var hasEnded = false
  private let receiver: (any RowReceiver)?

  /// Begins with an empty run.
  ///
  /// - Parameters:
  ///   - end: When the run will end, in nanoseconds since its start.
  ///   - room: How many numbers of each quantity are kept.
  ///   - receiver: Is given rows under way; `nil` if there are no lists.
  ///   - former: A stream that has finished, whose memory is used again; it cannot be refined then.
  package init(
    until end: Int64, room: Int = usualRoom, listing receiver: (any RowReceiver)? = nil,
    inMemoryOf former: RunStream? = nil
  ) {
    self.receiver = receiver
    window = MeasuredWindow(end: end)
    self.room = room
    self.former = former?.meter.take()
  }

  /// Returns a stream that finds what did not fit into this one, given the same run.
  ///
  /// It takes over what this one needs to go on, so that there is one for each stream. No row is
  /// handed out again. What it returns is complete; it is exact at the latest the third time.
  package func refined() -> RunStream {
    let stream = RunStream(until: window.end, room: room)
    if let meter = meter.take() {
      stream.firstTasks = meter.walk.tasks
      stream.first = meter.measurements()
    }
    return stream
  }

  /// Goes on with the records that a trace holds by now; they follow those before.
  package func consume(_ trace: borrowing Trace) {
    let end = hasEnded ? 0 : trace.records.firstIndex { $0.kind == .ended }
    var meter =
      self.meter.take()
      ?? RunMeter(
        trace.header, window, recordCount: trace.records.count, room: room, keepsAll: false,
        listing: receiver, refining: first.take() ?? CellArray(), firstTasks,
        inMemoryOf: former.take())
    if !hasEnded {
      meter.visit(
        trace.records.span.extracting(first: end ?? trace.records.count), of: trace,
        areLast: end != nil)
    }
    if let end { meter.wokeAfterEnd(trace, from: end) }
    hasEnded = end != nil
    mostKept = max(mostKept, meter.keptCount)
    self.meter = consume meter
  }

  /// Ends the run.
  package func finish(_ header: Trace.Header) {
    guard var meter = meter.take() else { return }
    let times = meter.finish()
    let numbers = RunNumbers(meter, times, header, keepsAll: false)
    drivers = numbers.drivers
    loads = numbers.loads
    violations = numbers.violations
    isApproximate = meter.isApproximate
    isIncomplete = meter.drivers.indices.contains { meter.drivers[$0].isIncomplete }
    self.meter = consume meter
  }
}
