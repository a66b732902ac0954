import Foundation
import LabPhysics
import TestSupport
import Testing

/// Listings 11.4 and 11.5: Chipmunk's run of them until the first impact, invariants at rest, and
/// what steps of another length do.
@Suite struct `The crates of the listings` {
  static let frames = [6, 12, 18, 24, 30, 36]

  @Test func `follow Chipmunk until the first impact`() throws {
    let rows = try OracleRow.rows(of: "listing_11_5_fixed120.csv")
    var scene = SceneRecipe(.crates).scene
    var step: Int64 = 0
    for frame in 1...36 {
      // The table's frames follow a sum of doubles: some hold a step more or less than two.
      let places = rows.filter { $0.count("frame") == frame }
      for _ in 0..<places[0].count("steps_this_frame") {
        scene.step(nanoseconds: StepGrid.listing.end(of: step + 1) - StepGrid.listing.end(of: step))
        step += 1
      }
      let rms = Bench.rms(
        scene.world, scene.bodies.map(\.id),
        to: places.map { Vector(x: $0.number("x"), y: $0.number("y")) })
      #expect(rms <= 0.1)
    }
  }

  @Test func `stay near Box2D's and Chipmunk's in the other order until the first impact`() throws {
    let rows = try OracleRow.rows(of: "listing_11_5_fixed120.csv")
    var scene = SceneRecipe(.crates, order: .velocityFirst).scene
    for length in Bench.lengths(120, seconds: 0.6) { scene.step(nanoseconds: length) }
    let places = rows.filter { $0.count("frame") == 36 }
      .map { Vector(x: $0.number("x"), y: $0.number("y")) }
    let rms = Bench.rms(scene.world, scene.bodies.map(\.id), to: places)
    let limit = 1000 * 0.6 / 120 + 4
    #expect(rms <= limit)
  }

  @Test(arguments: [PhysicsWorld.Order.positionFirst, .velocityFirst])
  func `come to rest with every invariant`(_ order: PhysicsWorld.Order) {
    var scene = SceneRecipe(.crates, order: order).scene
    let ids = scene.bodies.map(\.id)
    var gains = Gains(scene.world)
    for length in Bench.lengths(120, seconds: 8) {
      scene.step(nanoseconds: length)
      gains.note(scene.world, length)
      for id in ids {
        let place = scene.world[id].position
        #expect(place.x > 0 && place.x < 300 && place.y > 0 && place.y < 300)
      }
    }
    // No contact adds to what free flight gains by its law. In the other order a body that is
    // stopped from v gains g dt v − v²/2, at most g² dt²/8, of what flight has taken from it.
    let flight = 5 * 100 * 1e6 / 120 / 120
    let most = order == .positionFirst ? flight / 2 * (1 + 1e-6) : flight / 8
    #expect(gains.plain <= most)
    // Of 1.4·10⁸ in all.
    #expect(gains.modified <= 250)
    #expect(scene.world.largestSpeed < 1)
    // A crate lies 1 pt above the edge, on the wall, or on one of the large crates.
    for (id, half) in zip(ids, [16.0, 16, 32, 16, 32]) {
      #expect(Bench.tilt(scene.world[id].rotation) < 0.02)
      let rise = scene.world[id].position.y - 1 - half
      #expect([0.0, 32, 64, 96, 128].contains { abs($0 - rise) < 0.5 })
    }
  }

  /// The largest rises of the two energies in one step, but for what lifted overlapping bodies
  /// apart.
  struct Gains {
    var plain = 0.0
    var modified = 0.0
    private var last: PhysicsWorld

    init(_ world: PhysicsWorld) { last = world }

    mutating func note(_ world: PhysicsWorld, _ length: Int64) {
      let step = Double(length) / 1e9
      let moving = world.settings.order == .positionFirst ? last : world
      var work = 0.0
      for id in world.bodies where world.mass(of: id).isFinite {
        let pushed = world[id].position - last[id].position - moving[id].velocity * step
        work -= world.gravity.dot(pushed) * world.mass(of: id)
      }
      plain = max(plain, world.energy - last.energy - work)
      let change = world.modifiedEnergy(step: step) - last.modifiedEnergy(step: step)
      modified = max(modified, change - work)
      last = world
    }
  }

  @Test func `end in the same bits under a variable step of exactly 120 Hz`() {
    let grid = StepGrid.listing
    var (variable, fixed) = (Stepping(.variable), Stepping(.fixed(grid)))
    var (a, b) = (SceneRecipe(.crates).scene, SceneRecipe(.crates).scene)
    for step in 1...360 as ClosedRange<Int64> {
      for length in variable.advance(to: grid.end(of: step)) { a.step(nanoseconds: length) }
    }
    for frame in 1...180 as ClosedRange<Int64> {
      for length in fixed.advance(to: StepGrid(60).end(of: frame)) { b.step(nanoseconds: length) }
    }
    #expect(a.world.fingerprint == b.world.fingerprint)
  }

  /// The golden number: the same in debug and release builds, and on every machine.
  @Test func `end in the bits of every build and machine`() {
    var scene = SceneRecipe(.crates).scene
    for length in Bench.lengths(120, seconds: 2) { scene.step(nanoseconds: length) }
    #expect(scene.world.fingerprint == 7_014_579_255_136_629_226)
  }

  @Test func `repeat under fixed steps whatever the callbacks, and not under variable ones`() {
    func run(_ policy: Stepping.Policy, _ callbacks: [Int64], until steps: Int) -> PhysicsWorld {
      var stepping = Stepping(policy)
      var scene = SceneRecipe(.crates).scene
      var made = 0
      for callback in callbacks {
        for length in stepping.advance(to: callback) where made < steps {
          scene.step(nanoseconds: length)
          made += 1
        }
      }
      return scene.world
    }
    let even = (1...100).map { StepGrid(60).end(of: $0) }
    let uneven = even.enumerated().map { $1 + Int64($0 * 7919 % 1000) * 1000 }
    let fixed = [even, uneven].map { run(.fixed(.listing), $0, until: 190) }
    #expect(fixed[0].fingerprint == fixed[1].fingerprint)
    let variable = [even, uneven].map { run(.variable, $0, until: 100) }
    let ids = variable[0].bodies.prefix(5)
    let places = variable[1].bodies.prefix(5).map { variable[1][$0].position }
    #expect(Bench.rms(variable[0], Array(ids), to: places) > 1)
  }

  @Test(
    arguments: try OracleRow.rows(of: "stall_escape.csv").filter {
      [100, 250, 500].contains($0.count("stall_ms"))
    })
  func `escape after a phone call as predicted`(_ row: OracleRow) {
    let (start, stall) = (row.number("stall_at_s"), Int64(row.count("stall_ms")) * 1_000_000)
    func out(_ policy: Stepping.Policy) -> (predicted: Bool, escaped: Bool) {
      var stepping = Stepping(policy)
      var scene = SceneRecipe(.crates).scene
      var predicted = false
      var frame: Int64 = 0
      while frame < 150 {
        frame += 1
        var now = StepGrid(60).end(of: frame)
        if abs(Double(now) / 1e9 - start) < 1e-6 {
          // The call swallows this refresh and those that follow; a late callback ends it.
          let times = scene.bodies.map { body -> Double in
            let motion = scene.world[body.id]
            return motion.position.y / -motion.velocity.y
          }
          let least = times.filter { $0 > 0 }.min() ?? .infinity
          predicted = Double(stall + StepGrid(60).end(of: 1)) / 1e9 > least
          now += stall
          frame = StepGrid(60).firstStep(endingAtOrAfter: now + 1) - 1
        }
        for length in stepping.advance(to: now) { scene.step(nanoseconds: length) }
      }
      let escaped = scene.bodies.contains { body in
        let place = scene.world[body.id].position
        return place.x < 0 || place.x > 300 || place.y < 0 || place.y > 300
      }
      return (predicted, escaped)
    }
    let variable = out(.variable)
    #expect(variable.predicted == (row.count("predicted_escape") == 1))
    #expect(variable.escaped || !variable.predicted)
    #expect(!out(.fixed(.listing)).escaped)
  }
}
