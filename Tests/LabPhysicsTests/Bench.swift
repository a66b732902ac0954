import Foundation
import LabPhysics

/// Small scenes with one question each, and the ways to run them.
enum Bench {
  static let gravity = Vector(x: 0, y: -1000)

  /// A world with gravity downward, y growing upward.
  static func world(
    _ order: PhysicsWorld.Order = .positionFirst, gravity: Vector = gravity
  ) -> PhysicsWorld {
    PhysicsWorld(gravity: gravity, settings: PhysicsWorld.Settings(order: order))
  }

  /// A wall of radius 1 whose near surface lies 1 pt beside its line.
  static func wall(
    _ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double, friction: Double = 0,
    elasticity: Double = 0
  ) -> Body {
    Body(
      .capsule(from: Vector(x: x0, y: y0), to: Vector(x: x1, y: y1), radius: 1), at: .zero,
      mass: .fixed, material: Body.Material(friction: friction, elasticity: elasticity))
  }

  /// A box of mass 100.
  static func box(
    _ side: Double, at x: Double, _ y: Double, velocity: Vector = .zero,
    rotation: Rotation = .identity,
    friction: Double = 0, elasticity: Double = 0
  ) -> Body {
    Body(
      .box(width: side, height: side), at: Vector(x: x, y: y), rotation: rotation,
      velocity: velocity, mass: .total(100),
      material: Body.Material(friction: friction, elasticity: elasticity))
  }

  /// The lengths of steps at a rate for a time, by the grid.
  static func lengths(_ hertz: Int64, seconds: Double) -> [Int64] {
    let grid = StepGrid(hertz)
    return (0..<Int64((seconds * Double(hertz)).rounded())).map {
      grid.end(of: $0 + 1) - grid.end(of: $0)
    }
  }

  /// The root of the mean square distance of bodies to places.
  static func rms(_ world: PhysicsWorld, _ bodies: [BodyID], to places: [Vector]) -> Double {
    let squares = zip(bodies, places).map { body, place in
      let apart = world[body].position - place
      return apart.dot(apart)
    }
    return (squares.reduce(0, +) / Double(squares.count)).squareRoot()
  }

  /// The distance of an angle from the nearest quarter turn, in radians.
  static func tilt(_ rotation: Rotation) -> Double {
    let angle = atan2(rotation.sine, rotation.cosine)
    return abs(angle - (angle / (.pi / 2)).rounded() * .pi / 2)
  }
}
