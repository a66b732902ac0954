/// Where a body is and how it moves.
public struct Motion: Hashable, Sendable {
  /// The centroid, in points.
  public var position: Vector
  /// The direction.
  public var rotation: Rotation
  /// The angle turned since the body was added, in radians, full turns included.
  public var angle: Double
  /// The velocity, in points per second.
  public var velocity: Vector
  /// The rate of turning, in radians per second.
  public var angularVelocity: Double

  /// Makes a motion.
  public init(
    position: Vector, rotation: Rotation = .identity, angle: Double = 0, velocity: Vector = .zero,
    angularVelocity: Double = 0
  ) {
    self.position = position
    self.rotation = rotation
    self.angle = angle
    self.velocity = velocity
    self.angularVelocity = angularVelocity
  }

  /// Whether every number is finite.
  public var isFinite: Bool {
    position.isFinite && velocity.isFinite && angle.isFinite && angularVelocity.isFinite
      && rotation.cosine.isFinite && rotation.sine.isFinite
  }
}
