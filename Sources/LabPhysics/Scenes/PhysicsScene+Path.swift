extension PhysicsScene {
  /// What is measured of a body.
  public enum Coordinate: String, Hashable, Sendable, CaseIterable {
    /// To the right, in points.
    case x
    /// Up or down, in points.
    case y
    /// Turned since the start, in radians.
    case angle

    /// Returns the coordinate of a motion.
    public func callAsFunction(_ motion: Motion) -> Double {
      switch self {
      case .x: motion.position.x
      case .y: motion.position.y
      case .angle: motion.angle
      }
    }
  }

  /// A way that is known in closed form: what steps of finite length are measured against.
  public enum Path: Hashable, Sendable {
    /// With a constant acceleration; in points and seconds.
    case accelerated(from: Double, velocity: Double, acceleration: Double)
    /// On a damped spring, from rest at one place to rest at another; its frequency in hertz.
    case spring(from: Double, to: Double, frequency: Double, damping: Double)
  }
}
