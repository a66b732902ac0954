public import LabKernel

/// How long something takes: a constant, or a distribution from which each occasion draws.
public enum DurationLaw: Hashable, Sendable {
  /// Always the same.
  case constant(Duration)
  /// Any whole nanosecond of a closed range, all equally likely.
  case uniform(ClosedRange<Duration>)
  /// Exponential with a mean; the standard deviation equals the mean.
  case exponential(mean: Duration)

  /// Draws one duration, in whole nanoseconds, never negative.
  public func draw(from stream: inout RandomStream) -> Duration {
    switch self {
    case .constant(let duration):
      return duration
    case .uniform(let range):
      let bounds = range.lowerBound.wholeNanoseconds...range.upperBound.wholeNanoseconds
      return .nanoseconds(stream.next(in: bounds))
    case .exponential(let mean):
      return .nanoseconds(Int64(stream.nextExponential() * Double(mean.wholeNanoseconds)))
    }
  }
}
