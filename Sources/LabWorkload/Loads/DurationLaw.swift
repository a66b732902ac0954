public import LabKernel

/// How long something takes: a constant, a list, or a distribution from which each occasion draws.
///
/// Samplers use correctly rounded operations only, so that every platform draws the same. Each
/// value is cut to whole nanoseconds, and lies between 0 and ``longest``.
public enum DurationLaw: Hashable, Sendable {
  /// Always the same.
  case constant(Duration)
  /// The members of a list that is not empty, one after the other, and again from the beginning.
  case inTurn([Duration])
  /// Any member of a list that is not empty, all equally likely: the distribution of what was
  /// observed.
  case anyOf([Duration])
  /// Any whole nanosecond of a closed range, all equally likely.
  case uniform(ClosedRange<Duration>)
  /// Normal, with what falls below 0 counted as 0.
  case normal(mean: Duration, deviation: Duration)
  /// Exponential with a mean; the standard deviation equals the mean.
  case exponential(mean: Duration)
  /// The duration whose logarithm is normal, by its own mean and standard deviation.
  ///
  ///     ln X ~ N(μ, σ²),  σ² = ln(1 + (deviation / mean)²),  μ = ln mean − σ² / 2
  case logNormal(mean: Duration, deviation: Duration)
  /// Pareto: longer than t with the chance (least / t)^shape.
  ///
  /// The mean is infinite for shapes up to 1, the variance for shapes up to 2.
  case pareto(least: Duration, shape: Double)

  /// The longest duration that is ever drawn: 1000 days.
  public static let longest = Duration.seconds(86_400_000)

  /// Draws one duration, in whole nanoseconds; what the law puts outside 0 to ``longest`` is drawn
  /// as the end that is nearer.
  public func draw(from stream: inout RandomStream) -> Duration {
    switch self {
    case .constant(let duration):
      return Self.clamped(duration)
    case .inTurn(let list):
      require(!list.isEmpty, "a law of durations in turn has no duration")
      defer { _ = stream.next() }
      return Self.clamped(list[Int(stream.position % UInt64(list.count))])
    case .anyOf(let list):
      require(!list.isEmpty, "a law of any of some durations has no duration")
      return Self.clamped(list[Int(stream.next(in: 0...Int64(list.count - 1)))])
    case .uniform(let range):
      let bounds = range.lowerBound.wholeNanoseconds...range.upperBound.wholeNanoseconds
      return Self.clamped(.nanoseconds(stream.next(in: bounds)))
    case .normal(let mean, let deviation):
      return Self.duration(
        Double(mean.wholeNanoseconds)
          + Double(deviation.wholeNanoseconds) * stream.nextNormal())
    case .exponential(let mean):
      return Self.duration(stream.nextExponential() * Double(mean.wholeNanoseconds))
    case .logNormal(let mean, let deviation):
      guard mean >= .nanoseconds(1) else { return .zero }
      let mean = Double(mean.wholeNanoseconds)
      let ratio = Double(deviation.wholeNanoseconds) / mean
      let variance = naturalLogarithm(1 + ratio * ratio)
      let exponent = variance.squareRoot() * stream.nextNormal() - variance / 2
      return Self.duration(mean * exponentialFunction(exponent))
    case .pareto(let least, let shape):
      let factor = exponentialFunction(stream.nextExponential() / shape)
      return Self.duration(Double(least.wholeNanoseconds) * factor)
    }
  }

  private static func clamped(_ duration: Duration) -> Duration {
    // Up to 18 s fit into one word, which is seen at once.
    UInt64(exactly: duration.attoseconds) != nil ? duration : max(.zero, min(duration, longest))
  }

  private static func duration(_ nanoseconds: Double) -> Duration {
    .nanoseconds(Int64(max(0, min(nanoseconds, Double(longest.wholeNanoseconds)))))
  }
}
