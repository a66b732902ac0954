/// How long the user waits to see the effect of an input.
///
/// An update is fed by the inputs that the thread noticed before its callback began, in the order
/// of events. A shown update answers the earliest input that no shown update was fed by; inputs of
/// updates that were not shown are carried over to the next one.
///
///     input to photon = R(shown update) − earliest input that it answers
///
/// - Source: PresentMon, MetricsCalculatorInput: the input of a dropped frame is carried to the
///   next displayed one.
struct InputLatency: Sendable {
  /// The latency of every answer in the window.
  private(set) var latencies: SampleColumn
  /// The first input and the first update that were not looked at.
  private(set) var input = 0
  private(set) var update = 0
  private var earliest = Int64.max

  init(room: Int) { latencies = SampleColumn(room: room) }

  /// Creates latencies that find what others could not, given the same updates.
  init(refining other: InputLatency) {
    latencies = other.latencies.refined(Distribution.thousandths)
  }

  mutating func takeMemory(of other: inout InputLatency) {
    latencies.takeMemory(of: &other.latencies)
  }

  /// Looks at the updates of the refreshes that are settled.
  ///
  /// - Complexity: O(inputs + updates).
  mutating func advance(
    _ log: borrowing DriverLog, _ presentation: borrowing Presentation,
    _ times: borrowing RefreshTimes, _ inputs: SlidingArray<Input>
  ) {
    let updates = log.updates
    guard inputs.endIndex > 0 else {
      update = presentation.decided
      return
    }
    while update < presentation.decided {
      let refresh = Int(presentation.timing(of: updates[update]).refresh)
      guard refresh < presentation.frontier else { return }
      while input < inputs.endIndex, log.firingsBeforeInputs[input] <= updates[update].firing {
        earliest = min(earliest, inputs[input].happened)
        input += 1
      }
      defer { update += 1 }
      guard earliest < .max, refresh >= 0, presentation.shown[refresh] == update else { continue }
      if times.window.contains(refresh) { latencies.add(times.vsyncs[refresh] - earliest) }
      earliest = .max
    }
    guard update == updates.endIndex else { return }
    // Every update that comes now belongs to a firing that is under way, or to a later one.
    while input < inputs.endIndex, log.firingsBeforeInputs[input] <= log.firstOpen {
      earliest = min(earliest, inputs[input].happened)
      input += 1
    }
  }
}
