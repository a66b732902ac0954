/// A value that has other values between itself and an end.
public protocol Interpolatable {
  /// Returns the value after a share of the way; 0 is this value, 1 is the end, others lie beyond.
  func interpolated(to end: Self, at share: Double) -> Self
}

/// Returns the value after a share of the way from one value to another.
///
/// Values that are not ``Interpolatable`` have nothing between them: the first one stands up to the
/// middle, then the other.
///
/// - Source: "iOS Core Animation: Advanced Techniques", listing 10.6 and 11.1.
public func interpolate<Value>(from start: Value, to end: Value, at share: Double) -> Value {
  if let first = start as? any Interpolatable, let between = interpolated(first, end, share),
    let value = between as? Value
  {
    return value
  }
  return share < 0.5 ? start : end
}

/// Returns the value after a share of the way between two that have values between them.
public func interpolate<Value: Interpolatable>(
  from start: Value, to end: Value, at share: Double
) -> Value {
  start.interpolated(to: end, at: share)
}

private func interpolated<First: Interpolatable>(
  _ start: First, _ end: Any, _ share: Double
) -> Any? {
  (end as? First).map { start.interpolated(to: $0, at: share) }
}

extension Double: Interpolatable {
  /// Returns the number after a share of the way.
  ///
  ///     start + (end − start) × share
  public func interpolated(to end: Double, at share: Double) -> Double {
    self + (end - self) * share
  }
}
