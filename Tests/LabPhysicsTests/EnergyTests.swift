import LabPhysics
import TestSupport
import Testing

/// Which laws of impact take energy from nothing, and how much: what the engine gains must be
/// theirs.
@Suite struct `Energy from nothing` {
  static let count = Count("A random scene").whole.value

  /// A corner of a box that meets a free capsule, which lies along x: one point, the normal is y.
  struct Corner {
    var world: PhysicsWorld
    let box: BodyID
    let plate: BodyID
    let impact: Impact

    init(seed: Int) {
      var random = SplitMix(state: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 99)
      world = PhysicsWorld(
        settings: PhysicsWorld.Settings(order: .velocityFirst, iterations: 400))
      let (half, height) = (random.within(4, 30), random.within(4, 30))
      let rotation = Rotation(degrees: random.within(30, 60))
      // The lowest corner, a little inside the plate, whose surface is 3 pt above its line.
      let corner = rotation(Vector(x: -half, y: -height))
      let share = random.within(-80, 80)
      let place = Vector(x: share, y: 2.95) - corner
      func material(_ random: inout SplitMix) -> Body.Material {
        Body.Material(friction: random.within(0.4, 1.2), elasticity: random.within(0.8, 1))
      }
      let (one, other) = (material(&random), material(&random))
      plate = world.add(
        Body(
          .capsule(from: Vector(x: -100, y: 0), to: Vector(x: 100, y: 0), radius: 3), at: .zero,
          velocity: Vector(x: random.within(-100, 100), y: random.within(0, 50)),
          mass: .total(random.within(1, 1000)), material: one))
      box = world.add(
        Body(
          .box(width: 2 * half, height: 2 * height), at: place, rotation: rotation,
          velocity: Vector(x: random.within(-300, 300), y: -random.within(100, 200)),
          mass: .total(random.within(1, 100)), material: other))
      world[box].angularVelocity = random.within(-2, 2)

      // Halfway between the corner and the surface.
      let point = Vector(x: share, y: 2.975)
      let (a, b) = (world[plate], world[box])
      let (ra, rb) = (point - a.position, point - b.position)
      let (ia, ib) = (1 / Self.inertia(plate, world), 1 / Self.inertia(box, world))
      let masses = 1 / world.mass(of: plate) + 1 / world.mass(of: box)
      let slip =
        b.velocity - a.velocity + Vector(x: -rb.y, y: rb.x) * b.angularVelocity
        - Vector(x: -ra.y, y: ra.x) * a.angularVelocity
      impact = Impact(
        nn: masses + ra.x * ra.x * ia + rb.x * rb.x * ib,
        nt: -(ra.x * ra.y * ia + rb.x * rb.y * ib),
        tt: masses + ra.y * ra.y * ia + rb.y * rb.y * ib, normal: slip.y, tangential: slip.x,
        elasticity: one.elasticity * other.elasticity, friction: one.friction * other.friction)
    }

    /// The moment of inertia, from the energy of turning: Iω²/2.
    private static func inertia(_ id: BodyID, _ world: PhysicsWorld) -> Double {
      var still = world
      still[id].angularVelocity = 0
      var turning = still
      turning[id].angularVelocity = 1
      return 2 * (turning.energy - still.energy)
    }
  }

  /// Of 10⁵ such impacts one in sixty gains energy, the most half of what the approach along the
  /// normal had; some reach the bound.
  @Test func `at one point is what Newton's law makes of friction, in closed form`() {
    var gains = 0
    for seed in 0..<Self.count {
      var corner = Corner(seed: seed)
      guard corner.impact.normal < 0 else { continue }
      let wanted = corner.impact.newton
      let (before, box, plate) = (
        corner.world.energy, corner.world[corner.box], corner.world[corner.plate]
      )
      corner.world.step(seconds: 1e-6)
      let impulse =
        (corner.world[corner.box].velocity - box.velocity) * corner.world.mass(of: corner.box)
      let reaction =
        (corner.world[corner.plate].velocity - plate.velocity)
        * corner.world.mass(of: corner.plate)
      let scale = wanted.normal * 1e-6
      #expect(abs(impulse.y - wanted.normal) <= scale, "seed \(seed)")
      #expect(abs(impulse.x - wanted.tangential) <= scale, "seed \(seed)")
      #expect((impulse + reaction).length <= scale, "seed \(seed)")
      let gain = corner.world.energy - before
      #expect(abs(gain - corner.impact.energy(wanted)) <= 1e-6 * before, "seed \(seed)")
      #expect(gain <= max(0, corner.impact.bound) + 1e-6 * before, "seed \(seed)")
      if gain > 1e-6 * before { gains += 1 }
    }
    #expect(gains > 0)
  }

  @Test func `at one point is never what Poisson's law makes of it`() {
    for seed in 0..<min(Self.count, 20_000) {
      let impact = Corner(seed: seed).impact
      guard impact.normal < 0 else { continue }
      let scale = impact.normal * impact.normal / (2 * impact.nn)
      #expect(impact.energy(impact.poisson(grains: 500)) <= 0.01 * scale, "seed \(seed)")
    }
  }

  /// Laws under which nothing can gain, and ones under which something does: shares of the energy
  /// at 300 points a second.
  @Test(arguments: [
    (elasticity: 1.0, friction: 0.0), (elasticity: 0.8, friction: 0),
    (elasticity: 0.5, friction: 1),
  ])
  func `comes from no heap without friction or with little elasticity`(
    _ law: (elasticity: Double, friction: Double)
  ) {
    let lengths = Bench.lengths(RandomScene.hertz, seconds: 0.4)
    for seed in 0..<max(Self.count / 16, 12) {
      var scene = RandomScene(
        seed: seed, order: seed % 2 == 0 ? .positionFirst : .velocityFirst, passes: 160,
        friction: law.friction, sameElasticity: law.elasticity)
      let worst = lengths.map { scene.rise($0) / scene.kineticScale }.max() ?? 0
      #expect(worst < 0.001, "seed \(seed): \(worst)")
    }
  }
}
