import LabKernel

struct Solid {
  var motion: Motion
  /// The pseudo-velocity that pushes overlapping bodies apart: it moves the body in the next move
  /// and is forgotten then, so that correcting a position adds no energy.
  var push = Vector.zero
  /// The turning part of the pseudo-velocity.
  var angularPush = 0.0
  /// One over the mass; 0 for a fixed body.
  var inverseMass = 0.0
  /// One over the moment of inertia; 0 for a body that cannot turn.
  var inverseInertia = 0.0
  var force = Vector.zero
  var torque = 0.0
  var material: Body.Material
  /// Where the corners and normals of the body lie in the world's tables.
  var hull: Hull
  let area: Double
  let inertiaPerMass: Double
  let generation: Int32
  var isPresent = true
  /// Whether the corners have to be placed anew although the body is fixed.
  var isDisplaced = true

  /// Sets the inverse masses.
  ///
  /// - Precondition: The mass is positive.
  mutating func setMass(_ mass: Body.Mass, allowsRotation: Bool) {
    let total: Double
    switch mass {
    case .fixed:
      (inverseMass, inverseInertia) = (0, 0)
      return
    case .total(let value): total = value
    case .density(let density): total = density * area
    }
    inverseMass = 1 / total
    inverseInertia = allowsRotation ? 1 / (total * inertiaPerMass) : 0
    require(
      total > 0 && total.isFinite && inverseMass.isFinite && inverseInertia.isFinite,
      "a mass must be positive and neither infinite nor too small to divide by, not \(total)")
  }
}

/// The place of a body's corners in the world's tables, and what surrounds them.
struct Hull {
  var start: Int
  let count: Int
  let radius: Double
  let extent: Double
}

/// The box around a body and the groups it belongs to: all that most pairs are asked for.
struct Envelope {
  var low = Vector.zero
  var high = Vector.zero
  var groups = Body.Groups(memberOf: 0, collidesWith: 0)
  var isFixed = true

  @inline(__always)
  func mayTouch(_ other: Envelope) -> Bool {
    low.x <= other.high.x && other.low.x <= high.x && low.y <= other.high.y
      && other.low.y <= high.y && !(isFixed && other.isFixed)
      && groups.memberOf & other.groups.collidesWith != 0
      && other.groups.memberOf & groups.collidesWith != 0
  }
}
