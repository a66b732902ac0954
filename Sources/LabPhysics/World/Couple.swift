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
