import LabPhysics
import TestSupport
import Testing

/// What scenes offer to those who step them.
@Suite struct `A scene` {
  @Test(arguments: SceneRecipe.Kind.allCases)
  func `is the same at every start of a recipe`(_ kind: SceneRecipe.Kind) {
    let (a, b) = (SceneRecipe(kind).scene, SceneRecipe(kind).scene)
    #expect(a.world.fingerprint == b.world.fingerprint)
    #expect(a.bodies.allSatisfy { $0.size.x > 0 && $0.size.y > 0 })
  }

  @Test(arguments: try OracleRow.rows(of: "accelerometer.csv"))
  func `is tilted as the accelerometer of the table`(_ row: OracleRow) {
    let gravity = Tilt.gravity(at: Int64((row.number("t_s") * 1e9).rounded()))
    #expect(abs(gravity.x - row.number("gx")) < 0.01)
    #expect(abs(gravity.y - row.number("gy")) < 0.01)
  }

  @Test(arguments: [SceneRecipe.Kind.crates, .boundaries])
  func `tells of every contact in turns`(_ kind: SceneRecipe.Kind) {
    var scene = SceneRecipe(kind).scene
    var open: Set<[Int]> = []
    var began = 0
    for length in Bench.lengths(120, seconds: 3) {
      scene.step(nanoseconds: length)
      for contact in scene.contacts {
        let pair = [contact.first, contact.second]
        if contact.isBegin {
          #expect(open.insert(pair).inserted)
        } else {
          #expect(open.remove(pair) != nil)
        }
        began += contact.isBegin ? 1 : 0
        #expect(scene.bodies.indices.contains(contact.first) || contact.first < 0)
      }
    }
    #expect(began > open.count && !open.isEmpty)
  }

  @Test(arguments: [
    SceneRecipe(.crate), SceneRecipe(.glide, [500]), SceneRecipe(.push, [2, 50, 3]),
    SceneRecipe(.kick, [2, 50, 3]), SceneRecipe(.attachment, [0.5, 0.2]),
    SceneRecipe(.attachment, [0]), SceneRecipe(.snap, [1]),
  ])
  func `follows its closed form ever closer with shorter steps`(_ recipe: SceneRecipe) throws {
    func error(_ hertz: Int64) throws -> Double {
      var scene = recipe.scene
      let path = try #require(scene.path)
      for length in Bench.lengths(hertz, seconds: 1) { scene.step(nanoseconds: length) }
      return scene.watched(scene.world[scene.bodies[0].id]) - path.place(after: 1)
    }
    let (coarse, fine) = (try error(120), try error(1200))
    #expect(abs(fine) < 0.6 && abs(fine) <= abs(coarse) / 8 + 1e-9)
  }

  @Test func `lets a finger drag the anchor of its attachment`() {
    var scene = SceneRecipe(.attachment, [0]).scene
    #expect(scene.hasAnchor && !SceneRecipe(.crates).scene.hasAnchor)
    for length in Bench.lengths(120, seconds: 0.25) { scene.step(nanoseconds: length) }
    scene.dragAnchor(by: Vector(x: 0, y: 20))
    for length in Bench.lengths(120, seconds: 2) { scene.step(nanoseconds: length) }
    #expect(abs(scene.world[scene.bodies[0].id].position.y - 180) < 0.5)
  }

  @Test func `spreads its bullets over the way of a step`() {
    let scene = SceneRecipe(.bullet, [1000, 4, 20]).scene
    #expect(scene.bodies.map { scene.world[$0.id].position.x } == [97.5, 92.5, 87.5, 82.5])
  }
}

extension PhysicsScene.Path {
  /// The place after some seconds, by real arithmetic of the platform.
  fileprivate func place(after time: Double) -> Double {
    switch self {
    case .accelerated(let from, let velocity, let acceleration):
      return from + velocity * time + acceleration * time * time / 2
    case .spring(let from, let to, let frequency, let damping):
      // x″ = ω² (1 − x) − 2 ζ ω x′ by tiny steps of Runge and Kutta.
      let omega = 2 * Double.pi * frequency
      func slope(_ x: Double, _ v: Double) -> (Double, Double) {
        (v, omega * omega * (1 - x) - 2 * damping * omega * v)
      }
      var (x, v) = (0.0, 0.0)
      let h = time / 20_000
      for _ in 0..<20_000 {
        let a = slope(x, v)
        let b = slope(x + h / 2 * a.0, v + h / 2 * a.1)
        let c = slope(x + h / 2 * b.0, v + h / 2 * b.1)
        let d = slope(x + h * c.0, v + h * c.1)
        x += h / 6 * (a.0 + 2 * b.0 + 2 * c.0 + d.0)
        v += h / 6 * (a.1 + 2 * b.1 + 2 * c.1 + d.1)
      }
      return from + (to - from) * x
    }
  }
}
