import LabExperiment
import LabKernel
import LabLanguage
import LabMotion
import LabPhysics
import LabWorkload
import Testing

@Suite struct `A motion in a script` {
  private func motion(_ statement: String) throws -> LabWorkload.Motion {
    let experiment = try Fixture.experiment(
      "display 60 Hz\nrun 1 s\narm a\n  link ball in default\n  \(statement)")
    return try #require(try experiment.plan()[0].scenario.drivers[0].motion)
  }

  private func animation(_ clauses: String) throws -> Animation {
    let motion = try motion("animate ball \(clauses)")
    guard case .animation(let animation, 32, -268) = motion.content else {
      Issue.record("\(motion) is another animation")
      return animation(.linear, by: .now)
    }
    return animation
  }

  private func animation(_ curve: TimingCurve, by clock: AnimationClock) -> Animation {
    Animation(along: curve, over: .milliseconds(500), by: clock)
  }

  @Test(arguments: [
    ("linear", TimingCurve.linear), ("ease-in", .easeIn), ("default", .default),
    ("bounce", .bounceEaseOut), ("quadratic", .quadraticEaseInOut),
    ("cubic(0.3, -0.5, 0.7, 1.5)", .cubic(CubicBezier(0.3, -0.5, 0.7, 1.5))),
    ("spring(3, 0.2)", .spring(Spring(frequency: 3, damping: 0.2))),
    (
      "ease-out solved within 0.001",
      .article(NewtonBisectionSolver(CubicBezier(0, 0, 0.58, 1), epsilon: 0.001))
    ),
  ])
  func `goes along a curve`(text: String, curve: TimingCurve) throws {
    #expect(
      try animation("along \(text) from 32 to -268 pt over 500 ms by now")
        == animation(curve, by: .now))
  }

  @Test(arguments: [
    ("fixed 1/60 s", AnimationClock.fixed(seconds: 1.0 / 60)),
    ("fixed 20 ms", .fixed(seconds: 0.02)), ("timestamp", .timestamp), ("target", .target),
    ("render-server", .renderServer), ("duration", .duration),
  ])
  func `counts by a clock whose steps are not cut`(text: String, clock: AnimationClock) throws {
    #expect(
      try animation("along linear from 32 to -268 over 500 ms by \(text)")
        == animation(.linear, by: clock))
  }

  @Test func `starts when it is told, with the habits of its author`() throws {
    let motion = try motion(
      "animate ball along linear from 0 to 300 over 1 s by timestamp as article"
        + " starting at 2 s, 10 ms")
    #expect(motion.starts == [.milliseconds(10), .seconds(2)])
    guard case .animation(let animation, _, _) = motion.content else { return }
    #expect(animation.habits == .article)
  }

  @Test func `moves views`() throws {
    let motion = try motion(
      "step ball velocity -50 pt per s acceleration 100 pt per s per s from 7 by midpoint"
        + " first since-boot 1 h life 1.5 s views 60 each 0.1 ms held weakly drops notifier at 1 s")
    let view = MovingView(
      at: 7, velocity: -50, acceleration: 100, integrator: .midpoint, life: .seconds(limit: 1.5))
    let views = MovingViews(
      view, count: 60, cost: .microseconds(100), first: .sinceBoot(.seconds(3600)),
      isRetained: false, drop: MovingViews.Drop(.notifier, at: .seconds(1)))
    #expect(motion == LabWorkload.Motion(.views(views)))
  }

  @Test(arguments: [
    ("variable", Stepping.Policy.variable), ("capped 20 ms", .capped(at: 20_000_000)),
    ("semi-fixed 8 ms", .semiFixed(atMost: 8_000_000)), ("fixed 1/120 s", .fixed(.listing)),
    ("fixed 10 ms interpolated", .interpolated(StepGrid(100))),
    ("fixed 1/120 s clamped 5", .clamped(.listing, steps: 5)),
    ("fixed 1/120 s clamped 5 owed", .clamped(.listing, steps: 5, owesRest: true)),
    ("fixed 3/200 s", .fixed(StepGrid(200, per: 3))),
  ])
  func `steps a scene by a policy`(text: String, policy: Stepping.Policy) throws {
    let motion = try motion("simulate ball scene crates steps \(text)")
    #expect(motion == LabWorkload.Motion(.scene(SceneMotion(SceneRecipe(.crates), by: policy))))
  }

  @Test func `steps a scene of its own numbers, with all that there is to say`() throws {
    let motion = try motion(
      "simulate ball scene pendulum(-30) steps variable by timestamp each 1 ms order velocity-first"
        + " shows angle against 1/120 s starting at 10 ms")
    let scene = SceneMotion(
      SceneRecipe(.pendulum, [-30], order: .velocityFirst), by: .variable, clock: .timestamp,
      costPerStep: .milliseconds(1), watched: .angle, reference: .listing)
    #expect(motion == LabWorkload.Motion(.scene(scene), starts: [.milliseconds(10)]))
  }

  @Test func `takes the numbers of a scene in points as well, and in no other unit`() throws {
    for kind in SceneRecipe.Kind.allCases {
      let numbers = kind.parameters.map { $0.standard }
      for place in numbers.indices {
        func motion(_ unit: String) throws -> LabWorkload.Motion {
          let texts = numbers.enumerated().map { "\($1)\($0 == place ? unit : "")" }
          return try self.motion(
            "simulate ball scene \(kind.rawValue)(\(texts.joined(separator: ", "))) steps variable")
        }
        let scene = SceneMotion(SceneRecipe(kind, numbers), by: .variable)
        let expected = LabWorkload.Motion(.scene(scene))
        #expect(try motion("") == expected)
        #expect(try motion(" pt") == expected)
        #expect(throws: LabLanguage.ScriptError.self) { try motion(" ms") }
      }
    }
  }

  @Test func `steps a scene that the script puts together, point by point`() throws {
    let experiment = try Fixture.experiment(
      """
      display 60 Hz
      run 1 s
      sweep mass = 2, 5
      scene slope gravity 1, -2 pt per s per s size 400, 100
      wall left in slope from 0, 0 to 0, 90 friction 0.1 elasticity 0
      box crate in slope at 50, 17 size 32, 30 mass {mass} velocity -3, 4 pt per s turned 90
      disk ball in slope at 80, 17 radius 10 friction 0.3
      arm a
        link ball in default
        simulate ball scene slope steps variable
      """)
    let scenes = try experiment.plan().map { run -> PhysicsScene in
      guard case .scene(let motion)? = run.scenario.drivers[0].motion?.content else {
        throw ScriptError.notRead
      }
      return motion.recipe.scene
    }
    #expect(scenes.count == 2)
    for (scene, mass) in zip(scenes, [2.0, 5]) {
      #expect(scene.bodies.map(\.name) == ["crate", "ball"])
      #expect(scene.bodies.map(\.isRound) == [false, true])
      #expect(scene.bodies.map(\.size) == [Vector(x: 32, y: 30), Vector(x: 20, y: 20)])
      #expect(scene.bodies.map { scene.world.mass(of: $0.id) } == [mass, 1])
      let crate = scene.world[scene.bodies[0].id]
      #expect(crate.position == Vector(x: 50, y: 17) && crate.velocity == Vector(x: -3, y: 4))
      #expect(crate.rotation == Rotation(degrees: 90))
      #expect(scene.world.gravity == Vector(x: 1, y: -2))
      #expect(scene.walls.map(\.end) == [Vector(x: 0, y: 90)])
    }
  }

  private enum ScriptError: Error { case notRead }

  @Test(arguments: [
    ("crates", "tilt", SceneMotion.Input.Effect.tilt),
    ("attachment(1)", "drag -50 pt per s", .drag(speed: -50)),
  ])
  func `takes its input from a load`(
    scene: String, text: String, effect: SceneMotion.Input.Effect
  ) throws {
    let motion = try motion(
      "load samples every 10 ms takes 1 ms as source\n"
        + "  simulate ball scene \(scene) steps variable input \(text) from samples")
    guard case .scene(let motion) = motion.content else { return }
    #expect(motion.input == SceneMotion.Input(effect, by: "samples"))
  }

  @Test func `has places that expectations compare in points`() throws {
    let experiment = try Fixture.experiment(
      """
      display 60 Hz
      run 1 s
      arm a
        link ball in default
        animate ball along linear from 0 to 300 over 500 ms by timestamp
      expect a.ball.final_place == 300 pt
      expect a.ball.position_error_max < 0.01 pt
      """)
    #expect(experiment.expectationTexts.count == 2)
  }
}
