import LabKernel

/// The ends of equal steps, each on a whole nanosecond computed from its number.
///
///     end(k) = floor(k · 10⁹ · seconds / steps)
///
/// Adding up a rounded step would drift: three steps of 8,333,333 ns fit into one refresh of 60 Hz.
public struct StepGrid: Hashable, Sendable {
  /// The number of steps in `seconds`.
  public let steps: Int64
  /// The number of seconds that hold `steps`.
  public let seconds: Int64

  /// Makes the grid of a number of steps in a number of seconds.
  ///
  /// - Precondition: Both are positive, and at most a million steps fit into a second.
  public init(_ steps: Int64, per seconds: Int64 = 1) {
    require(
      steps > 0 && (1...1_000_000).contains(seconds) && steps / seconds <= 1_000_000,
      "a grid has 1 to 1,000,000 steps a second, not \(steps) in \(seconds) s")
    self.steps = steps
    self.seconds = seconds
  }

  /// The grid of the listings: 120 steps a second.
  public static let listing = StepGrid(120)

  /// Returns the end of a step, in nanoseconds after the start; step 0 ends at the start.
  public func end(of step: Int64) -> Int64 {
    let product = step.multipliedFullWidth(by: 1_000_000_000 * seconds)
    return steps.dividingFullWidth(product).quotient
  }

  /// Returns the first step that ends at an instant or after it.
  public func firstStep(endingAtOrAfter instant: Int64) -> Int64 {
    guard instant > 0 else { return 0 }
    let product = (instant - 1).multipliedFullWidth(by: steps)
    var step = (1_000_000_000 * seconds).dividingFullWidth(product).quotient
    while end(of: step) < instant { step += 1 }
    return step
  }
}
