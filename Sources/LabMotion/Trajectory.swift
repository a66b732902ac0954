/// Where something should be at every time of its motion: what the pictures are measured against.
public enum Trajectory: Hashable, Sendable {
  /// Along a curve from one place to another, where it stays.
  case curve(TimingCurve, from: Double, to: Double, over: Duration)
  /// With a constant acceleration; in points, points per second, points per second squared.
  case accelerated(from: Double, velocity: Double, acceleration: Double)

  /// Returns the place after a time, in points; before 0 that at 0.
  public func position(after time: Duration) -> Double {
    switch self {
    case .curve(let curve, let from, let to, let duration):
      return interpolate(
        from: from, to: to, at: curve.value(at: time.inSeconds / duration.inSeconds))
    case .accelerated(let from, let velocity, let acceleration):
      let seconds = max(0, time.inSeconds)
      return from + (velocity + acceleration * seconds / 2) * seconds
    }
  }

  /// Returns the greatest speed up to a time, in points per second.
  public func greatestSpeed(until time: Duration) -> Double {
    switch self {
    case .curve(let curve, let from, let to, let duration):
      return abs(to - from) * curve.greatestSlope / duration.inSeconds
    case .accelerated(_, let velocity, let acceleration):
      return max(abs(velocity), abs(velocity + acceleration * max(0, time.inSeconds)))
    }
  }

  /// How long it takes; `nil` if it goes on for ever.
  public var duration: Duration? {
    if case .curve(_, _, _, let duration) = self { duration } else { nil }
  }

  /// The place before anything moved.
  public var start: Double { position(after: .zero) }
}
