/// How often new content is wanted; only that gives a meaning to a dropped frame.
public enum TargetCadence: Hashable, Sendable {
  /// At every so many refreshes; at least 1.
  case refreshes(Int)
  /// At a rate: the j-th frame is wanted at the first refresh whose latch is not before j / rate.
  case rate(RefreshRate)
  /// Not declared, so that no frame can be dropped.
  case undeclared
}

extension TargetCadence: ExpressibleByIntegerLiteral {
  /// Creates a cadence of so many refreshes.
  public init(integerLiteral refreshes: Int) { self = .refreshes(refreshes) }
}
