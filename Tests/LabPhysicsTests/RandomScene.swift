import Foundation
import LabPhysics
import TestSupport

/// A closed box with up to twenty bodies of any shape in it, drawn from a number.
///
/// No two overlap at the start, masses differ by at most a factor of 100, and no body moves farther
/// in a step than half of what a wall can stop.
struct RandomScene {
  /// How many scenes the tests draw.
  static let count = Count("A random scene").value
  static let side = 400.0
  static let wallRadius = 4.0
  static let hertz: Int64 = 120

  /// A way to look at a scene: from elsewhere, or in a mirror.
  struct View {
    var shift = Vector.zero
    var isMirrored = false

    func point(_ point: Vector) -> Vector { direction(point) + shift }
    func direction(_ vector: Vector) -> Vector {
      isMirrored ? Vector(x: -vector.x, y: vector.y) : vector
    }
    func shape(_ shape: Shape) -> Shape {
      switch shape {
      case .polygon(let vertices): .polygon(vertices.map(direction))
      case .circle: shape
      case .capsule(let from, let to, let radius):
        .capsule(from: direction(from), to: direction(to), radius: radius)
      }
    }
  }

  var world: PhysicsWorld
  var movers: [BodyID] = []

  init(
    seed: Int, order: PhysicsWorld.Order = .positionFirst, view: View = View(), passes: Int = 10,
    elasticity: Double = 1, friction: Double = 1, sameElasticity: Double? = nil
  ) {
    var random = SplitMix(state: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1)
    world = PhysicsWorld(
      gravity: view.direction(Vector(x: random.within(-300, 300), y: random.within(-400, 0))),
      settings: PhysicsWorld.Settings(order: order, iterations: passes))
    for (x0, y0, x1, y1) in [
      (0.0, 0.0, 1.0, 0.0), (1, 0, 1, 1), (1, 1, 0, 1), (0, 1, 0, 0),
    ] {
      let (from, to) = (Vector(x: x0, y: y0) * Self.side, Vector(x: x1, y: y1) * Self.side)
      world.add(
        Body(
          .capsule(from: view.point(from), to: view.point(to), radius: Self.wallRadius), at: .zero,
          mass: .fixed, material: Body.Material(friction: 1, elasticity: sameElasticity ?? 1)))
    }
    let count = 1 + Int(random.within(0, 20))
    for cell in 0..<count {
      let size = random.within(14, 28)
      let place = Vector(
        x: 50 + 75 * Double(cell % 5) + random.within(-5, 5),
        y: 60 + 90 * Double(cell / 5) + random.within(-5, 5))
      let shape = view.shape(Self.shape(size, &random))
      let speed = random.within(0, 200)
      let heading = Rotation(degrees: random.within(0, 360))
      let turn = random.within(-180, 180)
      var body = Body(
        shape, at: view.point(place), rotation: Rotation(degrees: view.isMirrored ? -turn : turn),
        velocity: view.direction(heading(Vector(x: speed, y: 0))),
        mass: .total(random.within(1, 100)),
        material: Body.Material(
          friction: friction * random.within(0, 1),
          elasticity: Self.elasticity(elasticity * random.within(0, 1), sameElasticity),
          resistance: random.within(0, 0.2)),
        allowsRotation: random.within(0, 1) < 0.8)
      let spin = random.within(-3, 3)
      body.motion.angularVelocity = body.allowsRotation ? (view.isMirrored ? -spin : spin) : 0
      movers.append(world.add(body))
    }
  }

  /// One elasticity for all bodies, or the drawn one.
  private static func elasticity(_ drawn: Double, _ same: Double?) -> Double { same ?? drawn }

  private static func shape(_ size: Double, _ random: inout SplitMix) -> Shape {
    switch Int(random.within(0, 4)) {
    case 0: return .circle(radius: size)
    case 1: return .box(width: random.within(1.2, 2) * size, height: random.within(1.2, 2) * size)
    case 2:
      let half = size / 3
      return .capsule(
        from: Vector(x: -half, y: 0), to: Vector(x: half, y: 0), radius: size - half)
    default:
      let corners = 3 + Int(random.within(0, 5))
      let start = random.within(0, 90)
      return .polygon(
        (0..<corners).map {
          Rotation(degrees: start + 360 * Double($0) / Double(corners))(
            Vector(x: size * 1.3, y: 0))
        })
    }
  }

  /// Whether a body touches two others.
  var hasMultiBodyContact: Bool {
    var seen: Set<BodyID> = []
    for pair in world.touching {
      for id in [pair.first, pair.second] where movers.contains(id) {
        if !seen.insert(id).inserted { return true }
      }
    }
    return false
  }

  /// The kinetic energy that all bodies would have at 300 points a second.
  var kineticScale: Double { movers.reduce(0) { $0 + world.mass(of: $1) } * 45_000 }

  /// Makes a step and returns by how much it has raised the modified energy, but for what lifted
  /// overlapping bodies apart.
  ///
  /// What a body moves beyond its velocity is the correction of an overlap: its work is m g times
  /// that.
  mutating func rise(_ length: Int64) -> Double {
    let step = Double(length) / 1e9
    let before = world
    world.step(nanoseconds: length)
    let moving = world.settings.order == .positionFirst ? before : world
    var work = 0.0
    for id in movers {
      let pushed = world[id].position - before[id].position - moving[id].velocity * step
      work -= world.gravity.dot(pushed) * world.mass(of: id)
    }
    return world.modifiedEnergy(step: step) - before.modifiedEnergy(step: step) - work
  }
}

/// A generator of numbers that are the same on every machine.
///
/// - Source: Steele, Lea, Flood, *Fast Splittable Pseudorandom Number Generators*, 2014.
struct SplitMix {
  var state: UInt64

  mutating func within(_ low: Double, _ high: Double) -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    z ^= z >> 31
    return low + (high - low) * (Double(z >> 11) / 9_007_199_254_740_992)
  }
}
