import LabKernel

/// A pair of bodies that touch, and the impulses between them.
///
/// The points of one pair are solved together: the two normal impulses are the exact answer to a
/// small complementarity problem, and one friction acts for both, since both lie on one line. So
/// nothing depends on which of the two points comes first, and mirrored scenes stay mirrored.
struct Manifold {
  struct Contact {
    var id: UInt32 = .max
    /// The distance between the surfaces, negative inside.
    var gap = 0.0
    /// The levers along the normal.
    var lever = Lever()
    /// The speed of separation to reach: the restitution.
    var bounce = 0.0
    /// The pseudo-speed of separation to reach: the correction of the overlap.
    var correction = 0.0
    /// The normal impulse of this step.
    var impulse = 0.0
    /// The normal pseudo-impulse of this step.
    var push = 0.0
  }

  /// The first body's slot above, the second's below: the order of the pairs.
  let pair: UInt64
  let normal: Vector
  let isPair: Bool
  var first: Contact
  var second: Contact
  var block = Block()
  /// What an impulse along the normal does.
  var response = Response()
  /// The levers of the friction, which acts halfway between the points.
  var frictionLever = Lever()
  /// The effective mass along the tangent.
  var frictionMass = 0.0
  var friction = 0.0
  var frictionImpulse = 0.0
  /// The two normal impulses and the friction that the step began with, before they were scaled.
  var kept = (first: 0.0, second: 0.0, friction: 0.0)
  /// The point where the friction acts.
  let middle: Vector

  var a: Int { Int(truncatingIfNeeded: pair >> 32) }
  var b: Int { Int(truncatingIfNeeded: pair & 0xFFFF_FFFF) }
  /// The normal turned left.
  var tangent: Vector { Vector(x: -normal.y, y: normal.x) }

  /// Returns the place of a pair in the order of pairs; `a` is below `b`.
  static func pair(_ a: Int, _ b: Int) -> UInt64 {
    UInt64(truncatingIfNeeded: a) << 32 | UInt64(truncatingIfNeeded: b)
  }

  /// Makes the manifold of a touch, still without masses and impulses.
  init(pair: UInt64, touch: Touch, a: Vector, b: Vector) {
    self.pair = pair
    normal = touch.normal
    func contact(_ point: Touch.Point) -> Contact {
      Contact(
        id: point.id, gap: point.gap,
        lever: Lever(
          a: (point.position - a).cross(touch.normal), b: (point.position - b).cross(touch.normal)))
    }
    first = contact(touch.first)
    if let other = touch.second {
      isPair = true
      second = contact(other)
      middle = (touch.first.position + other.position) * 0.5
    } else {
      isPair = false
      second = Contact()
      middle = touch.first.position
    }
    frictionLever = Lever(a: (middle - a).cross(tangent), b: (middle - b).cross(tangent))
  }

  /// Takes over the impulses of the points that existed in the step before, by their names.
  mutating func inherit(from old: Manifold, _ growth: Warmth.Growth?) {
    let isFirstKept = inherit(&first, from: old, growth)
    let isSecondKept = isPair && inherit(&second, from: old, growth)
    guard isFirstKept || isSecondKept else { return }
    frictionImpulse =
      growth?.lasting(old.kept.friction, old.frictionImpulse) ?? old.frictionImpulse
  }

  /// Replaces its impulses by what a short step leaves of the kept ones.
  mutating func keep(_ warmth: Warmth.Blend) {
    first.impulse = warmth(kept.first, first.impulse)
    second.impulse = warmth(kept.second, second.impulse)
    frictionImpulse = warmth(kept.friction, frictionImpulse)
  }

  private func inherit(
    _ contact: inout Contact, from old: Manifold, _ growth: Warmth.Growth?
  ) -> Bool {
    let impulse: Double
    let before: Double
    if contact.id == old.first.id {
      (impulse, before) = (old.first.impulse, old.kept.first)
    } else if old.isPair && contact.id == old.second.id {
      (impulse, before) = (old.second.impulse, old.kept.second)
    } else {
      return false
    }
    contact.impulse = growth?.lasting(before, impulse) ?? impulse
    return true
  }
}

/// The normal impulses of one pair as a linear complementarity problem.
///
///     x ≥ 0,  K x + b ≥ 0,  x · (K x + b) = 0
///
/// where K holds the inverse effective masses and b the speeds still missing. With one point this
/// is x = max(0, −b/K). With two it is solved by cases: both points press, one of them, or neither.
/// The diagonal is raised by one part in 10⁴ so that K can be inverted for bodies that cannot turn;
/// the passes that follow take the error out again.
///
/// - Source: Erin Catto, *Iterative Dynamics with Temporal Coherence*, GDC 2005, for the problem;
///   the block solver of Box2D, `b2_contact_solver.cpp`, for its solution by cases.
struct Block {
  /// The inverse effective masses: K₁₁, K₂₂, and what couples them, K₁₂.
  private var k11 = 1.0
  private var k22 = 1.0
  private var k12 = 0.0
  /// One over K₁₁: the effective mass of the first point by itself.
  private(set) var mass1 = 1.0
  private var mass2 = 1.0
  /// The inverse of K.
  private var m11 = 0.0
  private var m12 = 0.0
  private var m22 = 0.0

  init() {}

  init(_ k11: Double) {
    self.k11 = k11
    mass1 = 1 / k11
  }

  init(_ k11: Double, _ k12: Double, _ k22: Double) {
    self.k11 = k11 * 1.0001
    self.k22 = k22 * 1.0001
    self.k12 = k12
    mass1 = 1 / self.k11
    mass2 = 1 / self.k22
    let scale = 1 / (self.k11 * self.k22 - k12 * k12)
    m11 = self.k22 * scale
    m12 = -k12 * scale
    m22 = self.k11 * scale
  }

  /// Returns what to add to the impulses x₁ and x₂ of two points that part too fast by two speeds.
  @inline(__always)
  func change(
    _ x1: Double, _ x2: Double, _ excess1: Double, _ excess2: Double
  ) -> (Double, Double) {
    let both = (-(m11 * excess1 + m12 * excess2), -(m12 * excess1 + m22 * excess2))
    if x1 + both.0 >= 0 && x2 + both.1 >= 0 { return both }
    let b1 = excess1 - k11 * x1 - k12 * x2
    let b2 = excess2 - k12 * x1 - k22 * x2
    let only1 = -b1 * mass1
    if only1 >= 0 && k12 * only1 + b2 >= 0 { return (only1 - x1, -x2) }
    let only2 = -b2 * mass2
    if only2 >= 0 && k12 * only2 + b1 >= 0 { return (-x1, only2 - x2) }
    if b1 >= 0 && b2 >= 0 { return (-x1, -x2) }
    // Rounding has closed all four cases: one pass over each point by itself.
    let alone1 = only1 > 0 ? only1 : 0
    let alone2 = -(b2 + k12 * alone1) * mass2
    return (alone1 - x1, (alone2 > 0 ? alone2 : 0) - x2)
  }
}

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
