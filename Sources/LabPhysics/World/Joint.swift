struct Joint {
  var attachment: Attachment
  /// The slots of the body and of the other end: the ground for an anchor.
  var body: Int
  var other: Int
  /// The other end in its body's frame, which for the ground is the world's.
  var otherOffset: Vector
  /// The length of a `distance`.
  var length: Double
  /// The impulses of the step before.
  var impulses = (first: 0.0, second: 0.0)
  let generation: Int32
  var isPresent = true
}

/// One equation of an attachment: a speed along a direction, an angular speed, or both.
///
/// A rigid row asks for the speed −β C/h, which takes a share β of its error out. This speed is a
/// real one: it bends a swing inward by the half step by which a straight move leaves the circle,
/// so that the swing keeps its energy. A soft row behaves as a damped spring under backward Euler,
/// which no step can make unstable:
///
///     k = m ω²,  c = 2 m ζ ω,  γ = 1/(h (c + h k)),  β = h k/(c + h k)
///     λ = −(Ċ + β C/h + γ Λ)/(K + γ),  m = 1/K,  ω = 2πf
///
/// - Source: Erin Catto, *Soft Constraints*, GDC 2011; box2d-lite, `Joint.cpp`, for the rigid row.
struct Row {
  /// The direction along which the row acts; zero for a purely angular row.
  var direction: Vector
  /// The levers of the two bodies about that direction.
  var lever: Lever
  let a: Int
  let b: Int
  /// The slot of the attachment, and which of its impulses this is.
  let joint: Int
  let isSecond: Bool
  var response = Response()
  var mass = 0.0
  var softness = 0.0
  /// The speed β C/h at which the error is to shrink.
  var bias = 0.0
  var impulse = 0.0

  /// Computes mass, softness and bias for an error C of the length or the angle.
  ///
  /// The bias of a rigid row acts in a move whose length may differ from that of the step.
  mutating func prepare(
    error: Double, _ stiffness: Attachment.Stiffness, _ a: borrowing Solid, _ b: borrowing Solid,
    step: Double, move: Double, correctedShare: Double
  ) {
    lever.weigh(a, b)
    response = Response(direction, a, b)
    let inverse =
      (a.inverseMass + b.inverseMass) * direction.dot(direction) + lever.coupling(lever)
    guard inverse > 0 else { return }
    switch stiffness {
    case .rigid:
      mass = 1 / inverse
      bias = correctedShare * error / move
    case .soft(let frequency, let damping):
      let pulsation = 2 * Double.pi * frequency
      let stiffness = pulsation * pulsation / inverse
      let viscosity = 2 * damping * pulsation / inverse
      softness = 1 / (step * (viscosity + step * stiffness))
      bias = stiffness * softness * step * error
      mass = 1 / (inverse + softness)
    }
  }

  /// Applies the kept impulse, scaled to the length of the step.
  mutating func warmStart(_ solids: inout MutableSpan<Solid>, ratio: Double) {
    impulse *= ratio
    var couple = Couple(velocitiesOf: a, b, solids)
    couple.pull(impulse, response)
    couple.turn(impulse, lever)
    couple.storeVelocities(in: &solids)
  }

  /// Gives the row the impulse it lacks.
  mutating func solve(_ solids: inout MutableSpan<Solid>) {
    var couple = Couple(velocitiesOf: a, b, solids)
    let speed = couple.speed(along: direction) + couple.turning(lever)
    let change = -(speed + bias + softness * impulse) * mass
    impulse += change
    couple.pull(change, response)
    couple.turn(change, lever)
    couple.storeVelocities(in: &solids)
  }
}

/// The velocities of two bodies, or their pseudo-velocities, while equations between them are
/// solved.
struct Couple {
  private let slotA: Int
  private let slotB: Int
  private var velocityA: Vector
  private var velocityB: Vector
  private var spinA: Double
  private var spinB: Double

  @inline(__always)
  init(velocitiesOf a: Int, _ b: Int, _ solids: borrowing MutableSpan<Solid>) {
    (slotA, slotB) = (a, b)
    (velocityA, spinA) = (solids[a].motion.velocity, solids[a].motion.angularVelocity)
    (velocityB, spinB) = (solids[b].motion.velocity, solids[b].motion.angularVelocity)
  }

  @inline(__always)
  init(pushesOf a: Int, _ b: Int, _ solids: borrowing MutableSpan<Solid>) {
    (slotA, slotB) = (a, b)
    (velocityA, spinA) = (solids[a].push, solids[a].angularPush)
    (velocityB, spinB) = (solids[b].push, solids[b].angularPush)
  }

  /// The speed at which the centroids part along a direction.
  @inline(__always)
  func speed(along direction: Vector) -> Double { direction.dot(velocityB - velocityA) }

  /// What the turning adds to the speed at a point.
  @inline(__always)
  func turning(_ lever: Lever) -> Double { lever.b * spinB - lever.a * spinA }

  /// Gives an impulse to the second body and its opposite to the first: v ← v ± P/m.
  @inline(__always)
  mutating func pull(_ impulse: Double, _ response: Response) {
    velocityA -= response.a * impulse
    velocityB += response.b * impulse
  }

  /// Gives the turning of an impulse at a point: ω ← ω ± (r × P)/I.
  @inline(__always)
  mutating func turn(_ impulse: Double, _ lever: Lever) {
    spinA -= lever.turnA * impulse
    spinB += lever.turnB * impulse
  }

  /// Gives the turnings of two impulses at two points.
  @inline(__always)
  mutating func turn(_ impulse1: Double, _ lever1: Lever, _ impulse2: Double, _ lever2: Lever) {
    spinA -= lever1.turnA * impulse1 + lever2.turnA * impulse2
    spinB += lever1.turnB * impulse1 + lever2.turnB * impulse2
  }

  @inline(__always)
  func storeVelocities(in solids: inout MutableSpan<Solid>) {
    solids[slotA].motion.velocity = velocityA
    solids[slotA].motion.angularVelocity = spinA
    solids[slotB].motion.velocity = velocityB
    solids[slotB].motion.angularVelocity = spinB
  }

  @inline(__always)
  func storePushes(in solids: inout MutableSpan<Solid>) {
    solids[slotA].push = velocityA
    solids[slotA].angularPush = spinA
    solids[slotB].push = velocityB
    solids[slotB].angularPush = spinB
  }
}

/// What a unit of impulse along a direction does to the velocities of two bodies: n/m.
struct Response {
  var a = Vector.zero
  var b = Vector.zero

  init() {}

  init(_ direction: Vector, _ a: borrowing Solid, _ b: borrowing Solid) {
    self.a = direction * a.inverseMass
    self.b = direction * b.inverseMass
  }

  /// The same for the direction turned left.
  @inline(__always)
  var turnedLeft: Response {
    var turned = Response()
    turned.a = Vector(x: -a.y, y: a.x)
    turned.b = Vector(x: -b.y, y: b.x)
    return turned
  }
}

/// From the centroids of two bodies to a point, crossed with a direction: r × n.
struct Lever {
  var a = 0.0
  var b = 0.0
  /// What a unit of impulse does to the spins: (r × n)/I.
  private(set) var turnA = 0.0
  private(set) var turnB = 0.0

  /// Weighs the levers with the inertias of their bodies.
  mutating func weigh(_ a: borrowing Solid, _ b: borrowing Solid) {
    turnA = self.a * a.inverseInertia
    turnB = self.b * b.inverseInertia
  }

  /// What the turning adds to the inverse effective mass of two points: (r₁ × n)(r₂ × n)/I for
  /// both.
  func coupling(_ other: Lever) -> Double { turnA * other.a + turnB * other.b }
}
