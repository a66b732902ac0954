import Foundation
import LabPhysics
import TestSupport
import Testing

/// Springs and rods against their exact solutions.
@Suite struct `An attachment` {
  /// The stretch of a spring under gravity at a time, from rest.
  static func exact(_ time: Double, frequency: Double, damping: Double) -> Double {
    let omega = 2 * Double.pi * frequency
    let rest = 1000 / (omega * omega)
    guard damping < 1 else { return rest * (1 - exp(-omega * time) * (1 + omega * time)) }
    let root = (1 - damping * damping).squareRoot()
    let (decay, phase) = (exp(-damping * omega * time), omega * root * time)
    return rest * (1 - decay * (cos(phase) + damping / root * sin(phase)))
  }

  /// The largest error of a spring in three seconds, in shares of its rest stretch.
  static func error(
    _ hertz: Int64, _ frequency: Double, _ damping: Double, _ order: PhysicsWorld.Order
  ) -> Double {
    var world = Bench.world(order)
    let body = world.add(
      Body(.circle(radius: 5), at: Vector(x: 0, y: -110), mass: .total(3)))
    world.add(
      Attachment(
        body, to: .anchor(.zero), stiffness: .soft(frequency: frequency, damping: damping)))
    var worst = 0.0
    for (index, length) in Bench.lengths(hertz, seconds: 3).enumerated() {
      world.step(nanoseconds: length)
      let stretch = -world[body].position.y - 110
      let time = Double(index + 1) / Double(hertz)
      worst = max(worst, abs(stretch - exact(time, frequency: frequency, damping: damping)))
    }
    let omega = 2 * Double.pi * frequency
    return worst * omega * omega / 1000
  }

  @Test(
    arguments: try OracleRow.rows(of: "spring_exact.csv").filter {
      $0.testDescription.hasSuffix("9")
    })
  func `has an exact solution that the table confirms`(_ row: OracleRow) {
    let exact = Self.exact(row.number("t_s"), frequency: 0.5, damping: 0.2)
    #expect(abs(exact - row.number("stretch_pt")) < 1e-3)
  }

  @Test(arguments: [PhysicsWorld.Order.positionFirst, .velocityFirst])
  func `on a spring errs in proportion to the step`(_ order: PhysicsWorld.Order) {
    let errors = [60, 120, 240].map { Self.error($0, 0.5, 0.2, order) }
    #expect(errors[1] <= 0.035)
    #expect((1.8...2.2).contains(errors[0] / errors[1]))
    #expect((1.8...2.2).contains(errors[1] / errors[2]))
  }

  @Test(
    arguments: try OracleRow.rows(of: "minicore_checks.csv").filter {
      $0["check"].hasPrefix("soft") && $0["step"] != "1/240"
    })
  func `on a spring errs as the prototype does`(_ row: OracleRow) {
    let numbers = row["check"].split { !"0123456789.".contains($0) }.compactMap { Double($0) }
    let order = row["order"] == "position-first" ? PhysicsWorld.Order.positionFirst : .velocityFirst
    let error = Self.error(`A contact`.hertz(row), numbers[0], numbers[1], order)
    #expect(abs(error - row.number("value")) < 1e-4)
  }

  @Test(
    arguments: try OracleRow.rows(of: "spring_errors.csv").filter {
      $0["step"] == "1/120" && $0.number("f_hz") != 1
    })
  func `on a spring errs as backward Euler does`(_ row: OracleRow) {
    let error = Self.error(120, row.number("f_hz"), row.number("zeta"), .velocityFirst)
    #expect(abs(error - row.number("soft_backward_euler")) < 1e-4)
  }

  @Test(arguments: [0.0, 0.2, 1.0], [0.98, 1.02])
  func `by explicit forces diverges beyond its limit, as a soft one never does`(
    _ damping: Double, _ share: Double
  ) {
    let step = 1.0 / 128
    let omega = share * 2 * ((1 + damping * damping).squareRoot() - damping) / step
    var world = PhysicsWorld(settings: PhysicsWorld.Settings(order: .velocityFirst))
    let explicit = world.add(
      Body(.circle(radius: 1), at: Vector(x: 1, y: 0), mass: .total(1)))
    let soft = world.add(Body(.circle(radius: 1), at: Vector(x: 1, y: 99), mass: .total(1)))
    world.add(
      Attachment(
        soft, to: .anchor(Vector(x: 0, y: 99)), kind: .point,
        stiffness: .soft(frequency: omega / 2 / .pi, damping: damping)))
    var farthest = 0.0
    for _ in 0..<1500 {
      let motion = world[explicit]
      world.apply(
        force: motion.position * (-omega * omega) - motion.velocity * (2 * damping * omega),
        to: explicit)
      world.step(nanoseconds: 7_812_500)
      farthest = max(farthest, abs(world[explicit].position.x))
      if farthest > 1e6 { break }
      #expect(abs(world[soft].position.x) <= 1.0001)
    }
    #expect((farthest > 100) == (share > 1))
  }

  @Test(arguments: try OracleRow.rows(of: "pendulum.csv").filter { $0["step"] != "1/240" })
  func `on a rod swings with the exact period`(_ row: OracleRow) {
    let (degrees, hertz) = (row.number("amplitude_deg"), `A contact`.hertz(row))
    let (period, length) = Self.swing(degrees, hertz)
    let exact = row.number("exact_period_s")
    // The bounds of 120 steps a second; half as many swing half as well.
    let share = hertz == 60 ? 2.0 : 1
    let (periodBound, lengthBound) = degrees == 10 ? (0.0005, 0.05) : (0.005 * share, 1.5)
    #expect(abs(period / exact - 1) <= periodBound)
    #expect(length <= lengthBound)
  }

  /// The mean period of five swings, and the largest error of the length.
  static func swing(_ degrees: Double, _ hertz: Int64) -> (Double, Double) {
    var scene = SceneRecipe(.pendulum, [degrees]).scene
    let bob = scene.bodies[0].id
    var before = scene.world[bob].position.x - 150
    var crossings: [Double] = []
    var worst = 0.0
    for (index, length) in Bench.lengths(hertz, seconds: 16).enumerated() {
      scene.step(nanoseconds: length)
      let place = scene.world[bob].position
      let now = place.x - 150
      if before < 0 && now >= 0 {
        crossings.append((Double(index) - before / (now - before)) / Double(hertz))
      }
      before = now
      worst = max(worst, abs((place - Vector(x: 150, y: 200)).length - 110))
      if crossings.count == 6 { break }
    }
    return ((crossings[5] - crossings[0]) / 5, worst)
  }

  @Test func `follows a dragged anchor with the lag of its damper`() {
    let omega = Double.pi
    for (order, extra) in [(PhysicsWorld.Order.positionFirst, 1.0), (.velocityFirst, 0)] {
      var world = PhysicsWorld(settings: PhysicsWorld.Settings(order: order))
      let body = world.add(Body(.circle(radius: 5), at: .zero, mass: .total(2)))
      let spring = world.add(
        Attachment(
          body, to: .anchor(.zero), kind: .point, stiffness: .soft(frequency: 0.5, damping: 0.2)))
      var anchor = Vector.zero
      for length in Bench.lengths(120, seconds: 15) {
        anchor.x += 100 * Double(length) / 1e9
        world.moveAnchor(of: spring, to: anchor)
        world.step(nanoseconds: length)
      }
      let law = 2 * 0.2 * 100 / omega + extra * 100 / 120
      #expect(abs(anchor.x - world[body].position.x - law) <= 0.02 * law)
    }
  }
}
