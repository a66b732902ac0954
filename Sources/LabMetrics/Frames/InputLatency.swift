/// How long the user waits to see the effect of an input.
///
/// An update is fed by the inputs that the thread noticed before its callback began, in the order of
/// events. A shown update answers the earliest input that no shown update was fed by; inputs of
/// updates that were not shown are carried over to the next one.
///
///     input to photon = R(shown update) − earliest input that it answers
///
/// - Source: PresentMon, MetricsCalculatorInput: the input of a dropped frame is carried to the next
///   displayed one.
struct InputLatency {
  /// The latency of every answer in the window.
  private(set) var latencies: [Int64] = []

  /// - Complexity: O(inputs + updates).
  init(_ log: DriverLog, _ presentation: Presentation, _ times: RefreshTimes, _ inputs: [Input]) {
    guard !inputs.isEmpty else { return }
    var next = 0
    var earliest = Int64.max
    for (index, update) in log.updates.enumerated() {
      while next < inputs.count, log.firingsBeforeInputs[next] <= update.firing {
        earliest = min(earliest, inputs[next].happened)
        next += 1
      }
      let refresh = Int(presentation.timing(of: update).refresh)
      guard earliest < .max, refresh >= 0, presentation.shown[refresh] == index else { continue }
      if times.window.contains(refresh) { latencies.append(times.vsyncs[refresh] - earliest) }
      earliest = .max
    }
  }
}
