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

/// The name of a thing in the world that it was added to, and in copies of that world.
///
/// A name outlives its thing: using it after `remove` stops the program, as does using it in
/// another world. What takes the place of a removed thing has another name. Names of equal
/// histories are equal, whatever the world.
public struct WorldID<Thing>: Hashable, Sendable {
  let slot: Int32
  let generation: Int32
  /// The world that gave the name; not compared, so that two runs of one simulation are equal.
  let world: OwnerNumber

  /// Returns whether two names are of the same place and generation.
  public static func == (a: Self, b: Self) -> Bool {
    a.slot == b.slot && a.generation == b.generation
  }

  /// Hashes what is compared.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(slot)
    hasher.combine(generation)
  }
}

/// The name of a body.
public typealias BodyID = WorldID<Body>
/// The name of an attachment; it ends with the bodies that it holds.
public typealias AttachmentID = WorldID<Attachment>
