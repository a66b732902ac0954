import LabPhysics
import TestSupport
import Testing

/// What a history of steps does to free fall: y(T) = y0 − g/2 (T² ∓ Σdt²), exactly.
@Suite struct `Free fall` {
  /// The end of a fall by a law that knows no engine.
  static func law(_ lengths: [Int64], _ order: PhysicsWorld.Order) -> Double {
    let total = Double(lengths.reduce(0, +)) / 1e9
    let squares = lengths.reduce(0) { $0 + (Double($1) / 1e9) * (Double($1) / 1e9) }
    return 500 * (order == .positionFirst ? total * total - squares : total * total + squares)
  }

  static let histories: [[Int64]] = [
    Bench.lengths(60, seconds: 1), Bench.lengths(120, seconds: 1), Bench.lengths(30, seconds: 1),
    Bench.lengths(60, seconds: 0.5) + [100_000_000] + Bench.lengths(60, seconds: 0.4),
    Bench.lengths(60, seconds: 0.5) + [250_000_000] + Bench.lengths(60, seconds: 0.25),
    (0..<60).map { 16_666_667 + ($0 * 7919 % 8001 - 4000) * 1000 },
  ]

  @Test(arguments: histories, [PhysicsWorld.Order.positionFirst, .velocityFirst])
  func `depends on its history by one number`(_ lengths: [Int64], _ order: PhysicsWorld.Order) {
    var scene = SceneRecipe(.crate, order: order).scene
    for length in lengths { scene.step(nanoseconds: length) }
    let fallen = 250 - scene.world[scene.bodies[0].id].position.y
    let law = Self.law(lengths, order)
    #expect(abs(fallen - law) <= 1e-9 * law)
  }

  @Test(arguments: try OracleRow.rows(of: "listing_11_3_free_fall.csv"))
  func `agrees with Chipmunk`(_ row: OracleRow) throws {
    // The table's starts at y = 250 and its law in whole numbers of steps; take T and Σdt² from it.
    let (time, squares) = (row.number("T_s"), row.number("sum_dt2"))
    let engine = row.number("engine_y")
    #expect(abs(engine - (250 - 500 * (time * time - squares))) < 2e-3)
    if row["schedule"] == "60hz" || row["schedule"] == "120hz" || row["schedule"] == "30hz" {
      var scene = SceneRecipe(.crate).scene
      for length in Bench.lengths(Int64(row.count("steps")), seconds: 1) {
        scene.step(nanoseconds: length)
      }
      #expect(abs(scene.world[scene.bodies[0].id].position.y - engine) < 1e-6)
    }
  }

  @Test(arguments: [PhysicsWorld.Order.positionFirst, .velocityFirst])
  func `keeps its modified energy and gains or loses the plain one by the law`(
    _ order: PhysicsWorld.Order
  ) {
    var scene = SceneRecipe(.crate, order: order).scene
    let step = 1.0 / 128
    let sign = order == .positionFirst ? 1.0 : -1.0
    var (plain, modified) = (scene.world.energy, scene.world.modifiedEnergy(step: step))
    for _ in 0..<64 {
      scene.step(nanoseconds: 7_812_500)
      let law = sign * 100 * 1e6 * step * step / 2
      #expect(abs(scene.world.energy - plain - law) <= 1e-6 * abs(law))
      #expect(abs(scene.world.modifiedEnergy(step: step) - modified) <= 1e-12 * plain)
      (plain, modified) = (scene.world.energy, scene.world.modifiedEnergy(step: step))
    }
  }
}
