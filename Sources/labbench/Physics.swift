import CBenchLimits
import LabPhysics

/// The five crates of the listings, from their fall into rest.
enum Physics {
  static let benchmarks = [crates]

  /// How many steps a heap takes from its fall into rest, and a little beyond.
  private static let steps = 600

  /// Steps of five crates; the limit is an engine in C of the same rules, with fixed arrays.
  ///
  /// The checksum is how many crates are left in their boxes.
  private static let crates = Benchmark(
    name: "physics-crates", size: 5, unit: "step", limitName: "C, fixed arrays", isFrugal: true
  ) { scale in
    let runs = runs(scale)
    var sample = Sample.measure(runs * steps) {
      var inside: UInt64 = 0
      for _ in 0..<runs {
        var scene = SceneRecipe(.crates).scene
        advance(&scene, through: 0..<steps)
        inside += scene.bodies.reduce(into: UInt64(0)) { count, body in
          let place = scene.world[body.id].position
          count += place.x > 0 && place.x < 300 && place.y > 0 && place.y < 300 ? 1 : 0
        }
      }
      return inside
    }
    var scene = SceneRecipe(.crates).scene
    advance(&scene, through: 0..<steps / 4)
    let before = Memory.allocations
    advance(&scene, through: steps / 4..<steps)
    if let before, let after = Memory.allocations { sample.allocations = after - before }
    return sample
  } performLimit: { scale in
    let runs = runs(scale)
    return Sample.measure(runs * steps) {
      (0..<runs).reduce(into: UInt64(0)) { sum, _ in sum += limit_crates(steps) }
    }
  }

  private static func runs(_ scale: Benchmark.Scale) -> Int { scale == .smoke ? 2 : 100 }

  private static func advance(_ scene: inout PhysicsScene, through steps: Range<Int>) {
    let grid = StepGrid.listing
    for index in steps {
      let step = Int64(index)
      scene.step(nanoseconds: grid.end(of: step + 1) - grid.end(of: step))
    }
  }
}
