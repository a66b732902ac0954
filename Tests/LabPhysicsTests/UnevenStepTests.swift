import LabPhysics
import Testing

/// Steps of unequal lengths: what rests stays at rest, and what is held stays held, by the
/// invariants of a heap, a tower and a rod alone.
@Suite struct `Uneven steps` {
  /// The steps of frames of 60 Hz that are cut into pieces: the last one may be a nanosecond long.
  static func cut(_ limit: Int64, seconds: Int64) -> [Int64] {
    var stepping = Stepping(.semiFixed(atMost: limit))
    return (1...(60 * seconds)).flatMap { Array(stepping.advance(to: StepGrid(60).end(of: $0))) }
  }

  /// Steps whose lengths are drawn from ten octaves, each as often as the next.
  static func drawn(_ seed: UInt64, seconds: Double, longest: Double = 33e6) -> [Int64] {
    var random = SplitMix(state: seed &* 0x9E37_79B9_7F4A_7C15 &+ 1)
    var lengths: [Int64] = []
    var left = seconds * 1e9
    while left > 0 {
      let octaves = Int(random.within(0, 10))
      let length = random.within(0.5, 1) * longest / Double(1 << octaves)
      lengths.append(Int64(length))
      left -= length
    }
    return lengths
  }

  /// Remainders of 2.7 ms, 0.67 ms, a nanosecond, and 0.67 ms after a step of 16 ms.
  static let limits: [Int64] = [7_000_000, 8_000_000, 8_333_333, 16_000_000]

  @Test(arguments: limits, [PhysicsWorld.Order.positionFirst, .velocityFirst])
  func `let a heap come to rest inside its box`(_ limit: Int64, _ order: PhysicsWorld.Order) {
    var scene = SceneRecipe(.crates, order: order).scene
    for length in Self.cut(limit, seconds: 6) { scene.step(nanoseconds: length) }
    #expect(Self.liesStill(scene), "\(scene.world.largestSpeed) pt/s")
  }

  @Test(arguments: 0..<2 as Range<UInt64>, [PhysicsWorld.Order.positionFirst, .velocityFirst])
  func `of any lengths do the same`(_ seed: UInt64, _ order: PhysicsWorld.Order) {
    var scene = SceneRecipe(.crates, order: order).scene
    for length in Self.drawn(seed, seconds: 8) { scene.step(nanoseconds: length) }
    #expect(Self.liesStill(scene), "\(scene.world.largestSpeed) pt/s")
  }

  /// Whether the crates lie on the floor or on each other, each inside the box.
  static func liesStill(_ scene: PhysicsScene) -> Bool {
    scene.world.largestSpeed < 1
      && scene.bodies.allSatisfy { body in
        let (place, half) = (scene.world[body.id].position, body.size.y / 2)
        return place.x > 0 && place.x < 300
          && [0.0, 32, 64, 96, 128].contains { abs($0 + 1 + half - place.y) < 0.5 }
      }
  }

  @Test(arguments: limits, [PhysicsWorld.Order.positionFirst, .velocityFirst])
  func `leave a tower of ten where it stands`(_ limit: Int64, _ order: PhysicsWorld.Order) {
    var scene = SceneRecipe(.stack, [10], order: order).scene
    let start = scene.bodies.map { scene.world[$0.id].position }
    for length in Self.cut(limit, seconds: 5) { scene.step(nanoseconds: length) }
    let drift = zip(scene.bodies, start).map { (scene.world[$0.id].position - $1).length }
    #expect((drift.max() ?? 0) < 1 && scene.world.largestSpeed < 1)
  }

  @Test func `carry a tower through a stall`() {
    var scene = SceneRecipe(.stack, [10]).scene
    for _ in 0..<300 { scene.step(nanoseconds: 16_666_667) }
    let start = scene.bodies.map { scene.world[$0.id].position }
    for stall in [50, 250, 1000] as [Int64] {
      scene.step(nanoseconds: stall * 1_000_000)
      for _ in 0..<20 { scene.step(nanoseconds: 16_666_667) }
    }
    let drift = zip(scene.bodies, start).map { (scene.world[$0.id].position - $1).length }
    #expect((drift.max() ?? 0) < 1e-6)
  }

  /// The length of a rod is off by 0.26 pt at most with steps of a sixtieth of a second.
  @Test(arguments: limits, [PhysicsWorld.Order.positionFirst, .velocityFirst])
  func `keep the length of a rod`(_ limit: Int64, _ order: PhysicsWorld.Order) {
    #expect(Self.stretch(Self.cut(limit, seconds: 10), order) < 0.4)
  }

  @Test(arguments: 0..<4 as Range<UInt64>, [PhysicsWorld.Order.positionFirst, .velocityFirst])
  func `of any lengths keep a rod near its length`(_ seed: UInt64, _ order: PhysicsWorld.Order) {
    #expect(Self.stretch(Self.drawn(seed, seconds: 10), order) < 8)
  }

  /// The largest error of the length of a pendulum of 110 pt that is let go at 45 degrees.
  static func stretch(_ lengths: [Int64], _ order: PhysicsWorld.Order) -> Double {
    var scene = SceneRecipe(.pendulum, [45], order: order).scene
    var worst = 0.0
    for length in lengths {
      scene.step(nanoseconds: length)
      let arm = scene.world[scene.bodies[0].id].position - Vector(x: 150, y: 200)
      worst = max(worst, abs(arm.length - 110))
    }
    return worst
  }

  @Test func `change nothing that a body does alone`() {
    // Free of contacts, only Σdt² matters: two histories with equal sums end in the same place.
    let lengths = Self.drawn(3, seconds: 1)
    for order in [PhysicsWorld.Order.positionFirst, .velocityFirst] {
      var there = SceneRecipe(.crate, order: order).scene
      var back = there
      for length in lengths { there.step(nanoseconds: length) }
      for length in lengths.reversed() { back.step(nanoseconds: length) }
      let (a, b) = (there.world[there.bodies[0].id], back.world[back.bodies[0].id])
      #expect((a.position - b.position).length < 1e-9)
    }
  }
}
