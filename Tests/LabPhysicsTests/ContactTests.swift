import Foundation
import LabPhysics
import TestSupport
import Testing

/// One body on one wall, against closed forms and Chipmunk's tables.
@Suite struct `A contact` {
  static func hertz(_ row: OracleRow) -> Int64 {
    Int64(row["step"].split(separator: "/").last ?? "") ?? 0
  }

  /// The speeds right after the impacts of a box dropped flat from 200 pt, and its largest tilt.
  static func bounces(_ hertz: Int64, _ order: PhysicsWorld.Order) -> (speeds: [Double], Double) {
    var world = Bench.world(order)
    world.add(Bench.wall(-200, 0, 200, 0, elasticity: 0.8))
    let box = world.add(Bench.box(32, at: 0, 217, elasticity: 0.8))
    var speeds: [Double] = []
    var before = 0.0
    var tilt = 0.0
    for length in Bench.lengths(hertz, seconds: 2.75) {
      world.step(nanoseconds: length)
      let speed = world[box].velocity.y
      if before < 0 && speed > 0 { speeds.append(speed) }
      before = speed
      tilt = max(tilt, Bench.tilt(world[box].rotation))
    }
    return (speeds, tilt)
  }

  @Test(arguments: [60, 120, 240] as [Int64], [PhysicsWorld.Order.positionFirst, .velocityFirst])
  func `bounces by its elasticity`(_ hertz: Int64, _ order: PhysicsWorld.Order) {
    let (speeds, tilt) = Self.bounces(hertz, order)
    let first = (2.0 * 1000 * 200).squareRoot()
    for (index, speed) in speeds.prefix(4).enumerated() {
      #expect(abs(speed - pow(0.64, Double(index + 1)) * first) <= 2 * 1000 / Double(hertz))
    }
    #expect(speeds.count >= 4)
    #expect(tilt <= 1e-9)
  }

  @Test(arguments: [60, 120, 240] as [Int64])
  func `bounces as Chipmunk's do`(_ hertz: Int64) throws {
    let rows = try OracleRow.rows(of: "bounce.csv").filter { $0["step"] == "1/\(hertz)" }
    let (speeds, _) = Self.bounces(hertz, .positionFirst)
    for (speed, row) in zip(speeds, rows.prefix(4)) {
      #expect(abs(speed - row.number("v_after")) < 0.01)
    }
    #expect(rows.count == 6)
  }

  @Test(arguments: try OracleRow.rows(of: "slide.csv").filter { hertz($0) != 240 })
  func `slides to a stop by Coulomb's law`(_ row: OracleRow) {
    let (hertz, speed, mu) = (Self.hertz(row), row.number("v0"), row.number("mu"))
    var world = Bench.world()
    world.add(Bench.wall(-200, 0, 4000, 0, friction: 1))
    let box = world.add(
      Bench.box(32, at: 0, 17, velocity: Vector(x: speed, y: 0), friction: mu))
    for length in Bench.lengths(hertz, seconds: speed / mu / 1000 + 0.3) {
      world.step(nanoseconds: length)
    }
    let distance = world[box].position.x
    #expect(abs(distance - row.number("ideal_distance")) <= speed / Double(hertz) / 2 + 0.1)
    #expect(abs(distance - row.number("engine_distance")) <= 0.1)
    #expect(world[box].velocity.length < 1e-6)
  }

  @Test(arguments: try OracleRow.rows(of: "incline.csv"))
  func `stays on a slope below its angle of friction and slides above`(_ row: OracleRow) {
    let slope = Rotation(degrees: row.number("deg"))
    let hertz = Self.hertz(row)
    var world = Bench.world()
    let (low, high) = (slope(Vector(x: -500, y: 0)), slope(Vector(x: 500, y: 0)))
    world.add(Bench.wall(low.x, low.y, high.x, high.y, friction: 1))
    let place = slope(Vector(x: 100, y: 16.95))
    let box = world.add(Bench.box(32, at: place.x, place.y, rotation: slope, friction: 0.5))
    for length in Bench.lengths(hertz, seconds: 1) { world.step(nanoseconds: length) }
    let along = -slope.inverse(world[box].velocity).x
    let ideal = row.number("ideal_v")
    #expect(abs(along - ideal) <= (ideal == 0 ? 0.25 : 0.1))
  }

  @Test(arguments: try OracleRow.rows(of: "tunnelling.csv"))
  func `is missed by the fraction of the closed form`(_ row: OracleRow) {
    let trials = 40
    let (speed, hertz) = (row.number("v"), Self.hertz(row))
    let travel = speed / Double(hertz)
    let scene = SceneRecipe(.bullet, [speed]).scene
    let bullet = scene.bodies[0].id
    var passed = 0
    for trial in 0..<trials {
      var world = scene.world
      let offset = (Double(trial) + 0.5) / Double(trials) * travel
      world[bullet].position.x = 200 - 3 - offset
      for length in Bench.lengths(hertz, seconds: 4 / Double(hertz)) {
        world.step(nanoseconds: length)
      }
      if world[bullet].position.x > 200 { passed += 1 }
    }
    let law = max(0, 1 - 3 / travel)
    #expect(abs(Double(passed) / Double(trials) - law) <= 1 / Double(trials) + 1e-9)
    #expect((passed == 0) == (travel <= 3 || law < 0.5 / Double(trials)))
    #expect(abs(row.number("fraction") - law) <= 1 / 200.0 + 1e-9)
  }

  @Test(arguments: [PhysicsWorld.Order.positionFirst, .velocityFirst])
  func `carries a stack of five`(_ order: PhysicsWorld.Order) {
    var scene = SceneRecipe(.stack, order: order).scene
    let start = scene.bodies.map { scene.world[$0.id].position }
    for length in Bench.lengths(120, seconds: 5) { scene.step(nanoseconds: length) }
    let drift = zip(scene.bodies, start).map { (scene.world[$0.id].position - $1).length }
    #expect((drift.max() ?? 0) <= 1)
    #expect(scene.world.largestSpeed < 1)
  }

  /// Ten passes begin with no idea of the weights: the tower gives way, swings, and is left 2 %
  /// lower.
  @Test func `carries a tower of a hundred`() {
    var scene = SceneRecipe(.stack, [100]).scene
    let start = scene.bodies.map { scene.world[$0.id].position }
    for length in Bench.lengths(120, seconds: 5) { scene.step(nanoseconds: length) }
    let moved = zip(scene.bodies, start).map { scene.world[$0.id].position - $1 }
    #expect(moved.allSatisfy { abs($0.x) < 1e-6 && abs($0.y) < 0.025 * 3200 })
    #expect(scene.bodies.allSatisfy { Bench.tilt(scene.world[$0.id].rotation) < 1e-9 })
    let heights = scene.bodies.map { scene.world[$0.id].position.y }
    #expect(zip(heights, heights.dropFirst()).allSatisfy { $1 - $0 > 31 })
  }

  @Test(arguments: zip([0.0, 0.64], [[77], [77, 78, 175, 176, 237, 238, 277, 278, 303, 304]]))
  func `begins and ends in the steps of the prototype`(_ elasticity: Double, _ steps: [Int]) {
    var world = Bench.world()
    world.add(Bench.wall(-200, 0, 200, 0, elasticity: 1))
    world.add(Bench.box(32, at: 0, 217, elasticity: elasticity))
    var seen: [(step: Int, kind: ContactEvent.Kind)] = []
    for (index, length) in Bench.lengths(120, seconds: 5).enumerated() {
      world.step(nanoseconds: length)
      seen += world.events.map { (index + 1, $0.kind) }
    }
    #expect(seen.map(\.step).prefix(steps.count) == steps[...])
    #expect(seen.enumerated().allSatisfy { $1.kind == ($0 % 2 == 0 ? .began : .ended) })
    #expect(world.touchingPairs == 1)
  }
}
