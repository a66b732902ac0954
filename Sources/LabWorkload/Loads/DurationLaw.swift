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
  /// Those that belong to dates, for what answers dates; for anything else one after the other, and
  /// again from the beginning.
  case dated(DatedDurations)
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
    case .dated(let list):
      defer { _ = stream.next() }
      return Self.clamped(
        list.entries[Int(stream.position % UInt64(list.entries.count))].duration)
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

  /// The longest duration, where all are listed.
  var longestListed: Duration? {
    switch self {
    case .constant(let duration): duration
    case .inTurn(let list), .anyOf(let list): list.max()
    case .dated(let list): list.entries.map { $0.duration }.max()
    default: nil
    }
  }

  /// The longest that it can come to; `nil` for one that has no bound.
  var longest: Duration? {
    if case .uniform(let range) = self { range.upperBound } else { longestListed }
  }

  /// Returns the law whose durations are so much of these, each cut to whole nanoseconds.
  func scaled(by ratio: Ratio) -> DurationLaw {
    switch self {
    case .constant(let duration): .constant(ratio.part(of: duration))
    case .inTurn(let list): .inTurn(list.map(ratio.part))
    case .dated(let list):
      .dated(DatedDurations(list.entries.map { .init($0.date, ratio.part(of: $0.duration)) }))
    case .anyOf(let list): .anyOf(list.map(ratio.part))
    case .uniform(let range):
      .uniform(ratio.part(of: range.lowerBound)...ratio.part(of: range.upperBound))
    case .normal(let mean, let deviation):
      .normal(mean: ratio.part(of: mean), deviation: ratio.part(of: deviation))
    case .exponential(let mean): .exponential(mean: ratio.part(of: mean))
    case .logNormal(let mean, let deviation):
      .logNormal(mean: ratio.part(of: mean), deviation: ratio.part(of: deviation))
    case .pareto(let least, let shape): .pareto(least: ratio.part(of: least), shape: shape)
    }
  }

  /// Draws the duration of a callback that answers a date.
  @inline(__always)
  package func draw(for date: Instant, from stream: inout RandomStream) -> Duration {
    if case .dated(let list) = self { return Self.clamped(list[date]) }
    return draw(from: &stream)
  }

  private static func clamped(_ duration: Duration) -> Duration {
    // Up to 18 s fit into one word, which is seen at once.
    UInt64(exactly: duration.attoseconds) != nil ? duration : max(.zero, min(duration, longest))
  }

  private static func duration(_ nanoseconds: Double) -> Duration {
    .nanoseconds(Int64(max(0, min(nanoseconds, Double(longest.wholeNanoseconds)))))
  }
}
