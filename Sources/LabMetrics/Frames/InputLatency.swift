extension DriverRun {
  /// How long the user waits to see the effect of each input that is answered in the window.
  ///
  /// An update is fed by the inputs that the thread noticed before its callback began, in the order
  /// of events. A shown update answers the earliest input that no shown update was fed by; inputs of
  /// updates that were not shown are carried over to the next one.
  ///
  ///     input to photon = R(shown update) − earliest input that it answers
  ///
  /// - Source: PresentMon, MetricsCalculatorInput: the input of a dropped frame is carried to the
  ///   next displayed one.
  /// - Complexity: O(inputs + updates).
  func inputLatencies() -> [Int64] {
    let inputs = facts.inputs
    guard !inputs.isEmpty else { return [] }
    var latencies: [Int64] = []
    var (input, earliest) = (0, Int64.max)
    for (index, update) in log.updates.enumerated() {
      while input < inputs.count, log.firingsBeforeInputs[input] <= update.firing {
        earliest = min(earliest, inputs[input])
        input += 1
      }
      let refresh = Int(presentation.timing(of: update).refresh)
      guard earliest < .max, refresh >= 0, presentation.shown[refresh] == index else { continue }
      if times.window.contains(refresh) { latencies.append(times.vsyncs[refresh] - earliest) }
      earliest = .max
    }
    return latencies
  }
}

/// The frames that were shown later than they should have been.
///
/// A frame of a link is expected at the refresh whose latch is the target of its callback, that of
/// a timer at the first refresh whose latch is not before the date at which it was due.
///
///     lateness = R(shown) − R(expected), if positive
public struct LateFrames: Hashable, Sendable {
  /// How many there are.
  public let count: Int
  /// How many frames came how many refreshes after the expected one: those on time first, then the
  /// late ones, each number of refreshes that occurs.
  public let histogram: [Bin]

  /// The frames that were equally late.
  public struct Bin: Hashable, Sendable {
    /// How many refreshes they came after the expected one; 0 for on time, or before it.
    public let refreshes: Int
    /// How many there are.
    public let frames: Int
  }

  init(_ frames: FrameSums) {
    count = frames.refreshesLate.values.reduce(0, +)
    histogram =
      [Bin(refreshes: 0, frames: frames.new - count)]
      + frames.refreshesLate.sorted { $0.key < $1.key }
      .map { Bin(refreshes: $0.key, frames: $0.value) }
  }
}
