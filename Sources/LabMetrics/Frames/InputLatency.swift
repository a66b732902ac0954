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
struct InputLatency: Calculator {
  /// The first input and the first update that were not looked at.
  private var input = 0
  private var update = 0
  private var earliest = Int64.max

  mutating func advance(
    _ log: borrowing DriverLog, _ display: borrowing DriverDisplay, _ walk: borrowing TraceWalk,
    _ times: borrowing RefreshTimes, _ samples: inout Samples, _ need: inout Need
  ) {
    advance(log, display.presentation, times, walk.inputs, &samples[.inputLatency])
    need.keep(update: update, input: input)
  }

  /// Looks at the updates of the refreshes that are settled, and adds the latency of every answer
  /// in the window.
  ///
  /// - Complexity: O(inputs + updates).
  private mutating func advance(
    _ log: borrowing DriverLog, _ presentation: borrowing Presentation,
    _ times: borrowing RefreshTimes, _ inputs: SlidingArray<Int64>,
    _ latencies: inout SampleColumn
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
        earliest = min(earliest, inputs[input])
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
      earliest = min(earliest, inputs[input])
      input += 1
    }
  }
}
