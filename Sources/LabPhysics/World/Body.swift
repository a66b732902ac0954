import LabKernel

/// What a body is when it enters a world.
public struct Body: Hashable, Sendable {
  /// How heavy a body is.
  public enum Mass: Hashable, Sendable {
    /// Infinite: a wall. It moves only with the velocity that it is given.
    case fixed
    /// The given mass.
    case total(Double)
    /// The area of the shape times the given density.
    case density(Double)
  }

  /// What a body is made of.
  public struct Material: Hashable, Sendable {
    /// The ratio of the largest friction to the normal force; a pair has the product of its two.
    public var friction: Double
    /// The ratio of the speeds after and before an impact; a pair has the product of its two.
    public var elasticity: Double
    /// The rate at which the surroundings slow the body, per second.
    public var resistance: Double
    /// The rate at which the surroundings slow the spin, per second.
    public var angularResistance: Double

    /// Makes a material.
    public init(
      friction: Double = 0, elasticity: Double = 0, resistance: Double = 0,
      angularResistance: Double = 0
    ) {
      self.friction = friction
      self.elasticity = elasticity
      self.resistance = resistance
      self.angularResistance = angularResistance
      check()
    }

    /// Stops the program if a number is negative, infinite or none.
    func check() {
      for value in [friction, elasticity, resistance, angularResistance] {
        require(
          value >= 0 && value.isFinite,
          "a property of a material must be at least 0 and finite, not \(value)")
      }
    }
  }

  /// Which bodies collide: both must be members of what the other collides with.
  public struct Groups: Hashable, Sendable {
    /// The groups to which the body belongs, a bit each.
    public var memberOf: UInt64
    /// The groups with which it collides, a bit each.
    public var collidesWith: UInt64

    /// Makes a choice of groups; everything collides with everything by default.
    public init(memberOf: UInt64 = .max, collidesWith: UInt64 = .max) {
      self.memberOf = memberOf
      self.collidesWith = collidesWith
    }
  }

  /// The outline.
  public var shape: Shape
  /// Where it is and how it moves; the position places the origin of the shape's frame.
  public var motion: Motion
  /// How heavy it is.
  public var mass: Mass
  /// What it is made of.
  public var material: Material
  /// Whether it can turn.
  public var allowsRotation: Bool
  /// What it collides with.
  public var groups: Groups

  /// Makes the description of a body.
  public init(
    _ shape: Shape, at position: Vector, rotation: Rotation = .identity, velocity: Vector = .zero,
    mass: Mass = .density(1), material: Material = Material(), allowsRotation: Bool = true,
    groups: Groups = Groups()
  ) {
    self.shape = shape
    self.motion = Motion(position: position, rotation: rotation, velocity: velocity)
    self.mass = mass
    self.material = material
    self.allowsRotation = allowsRotation
    self.groups = groups
  }
}
