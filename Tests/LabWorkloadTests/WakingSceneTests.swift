import LabDisplay
import LabKernel
import LabLoop
import LabMetrics
import LabPhysics
import LabTrace
import LabWorkload
import Testing

/// Drivers rest with their scenes, and go on when something changes the scene.
@Suite struct `A scene that rests` {
  /// A box that lies on the floor of a view, and what comes over it.
  static func recipe(_ behaviors: [PlannedBehavior]) -> SceneRecipe {
    var design = SceneDesign(
      "room", .items, gravity: .zero, size: Vector(x: 300, y: 480),
      parts: [
        .box(
          "box", size: Vector(x: 100, y: 100), Motion(position: Vector(x: 150, y: 430)),
          mass: .density(1), Body.Material())
      ])
    design.behaviors =
      [
        PlannedBehavior(.gravity(), on: ["box"]),
        PlannedBehavior(
          .collision(.everything, [Boundary("bounds", .referenceBounds())]), on: ["box"]),
      ] + behaviors
    return SceneRecipe(design)
  }

  static func kick(at instant: Duration) -> PlannedBehavior {
    PlannedBehavior(
      .push(.instantaneous, by: Vector(x: 0, y: -2)), on: ["box"],
      from: instant.wholeNanoseconds)
  }

  struct Run {
    let trace: Trace
    let metrics: DriverMetrics

    init(
      _ scene: SceneMotion, _ source: Driver.Source = .link(), loads: [Load] = [],
      starts: [Duration] = [.zero]
    ) throws {
      let driver = Driver(
        name: "ball", source: source, modes: [.common],
        motion: LabWorkload.Motion(.scene(scene), starts: starts.map { .at($0) }))
      let scenario = Scenario(
        panel: Panel(rate: .hertz(60), depth: 0), duration: .seconds(4), loads: loads,
        drivers: [driver])
      trace = try Stage(scenario, seed: 1).run()
      #expect(TraceContract.violations(of: trace).isEmpty)
      let run = RunMeasurement(trace)
      #expect(run.verifyConservation().isEmpty)
      metrics = try #require(run[driver: "ball"])
    }

    func value(_ metric: String) throws -> Double {
      try #require(MetricDictionary.metric(named: metric)?.value(metrics)?.number)
    }

    /// The milliseconds at which callbacks began.
    var began: [Double] {
      trace.records.compactMap {
        guard case .calloutBegan(_, let kind, _, _) = $0.event, kind == .link || kind == .timer
        else { return nil }
        return Double($0.time.nanoseconds) / 1e6
      }
    }
  }

  @Test(
    arguments: [
      Driver.Source.link(),
      .timer(
        interval: .nanoseconds(16_666_667), firstFire: nil, tolerance: .zero, catchUp: .coalesce),
    ], [Stepping.Policy.fixed(.listing), .variable, .semiFixed(atMost: 9_000_000)])
  func `is woken by a behavior, and simulates none of its rest`(
    _ source: Driver.Source, _ policy: Stepping.Policy
  ) throws {
    let scene = SceneMotion(Self.recipe([Self.kick(at: .milliseconds(2003))]), by: policy)
    let run = try Run(scene, source)
    let awake = run.began.filter { $0 > 600 }
    #expect(awake.allSatisfy { $0 > 2003 && $0 < 3000 } && awake.count > 25)
    // 200 pt/s up: 0.4 s of flight and 30 steps at rest, before it 30 steps.
    let shortest = policy == .variable ? 30.0 / 60 : 30.0 / 120
    #expect(abs(try run.value("simulated") / 1000 - 2 * shortest - 0.4) < 0.1)
    #expect(abs(try run.value("speed_max") - 200) < 20)
    #expect(try run.value("step_max") < 17)
    #expect(try run.value("end") > 2400)
    #expect(abs(try run.value("final_place") - 430) < 2)
  }

  @Test func `is woken by an input`() throws {
    let touches = Load(
      name: "touches",
      tasks: .drawn(.at([.milliseconds(1500)]), takes: .constant(.microseconds(10))),
      delivery: .source, modes: [.common])
    let scene = SceneMotion(
      SceneRecipe(.attachment, [4, 1]), by: .fixed(.listing),
      input: .init(.drag(speed: 40), by: "touches"))
    let run = try Run(scene, loads: [touches])
    let rest = run.began.filter { $0 < 1500 }.max() ?? 0
    let after = run.began.filter { $0 > 1500 }
    #expect(rest < 1400 && after.count > 20)
    // The anchor has gone 40 pt/s times 1.5 s down, and the box follows.
    let still = 160 + 1000 / (8 * Double.pi * 8 * Double.pi)
    #expect(abs(try run.value("final_place") - still - 60) < 1)
  }

  @Test func `rests again when what has woken it changes nothing`() throws {
    let group = PlannedBehavior(.group, named: "g", from: 1_000_000_000, until: 2_000_000_000)
    let run = try Run(SceneMotion(Self.recipe([group]), by: .fixed(.listing)))
    for (wake, rest) in [(0.0, 1000.0), (1000, 2000), (2000, 4000)] {
      let awake = run.began.filter { $0 >= wake && $0 < rest }
      // 30 steps at rest are 15 callbacks.
      #expect((15...17).contains(awake.count) && (awake.max() ?? 0) < wake + 300)
    }
  }

  @Test func `begins anew with what has come by then`() throws {
    let slow = PlannedBehavior(
      .gravity(Vector(x: 0, y: -1)), on: ["box"], from: 500_000_000, until: 600_000_000)
    let scene = SceneMotion(
      Self.recipe([Self.kick(at: .milliseconds(900)), slow]), by: .fixed(.listing))
    let run = try Run(scene, starts: [.zero, .milliseconds(1500)])
    // The kick is given again; gravity upward has come and gone.
    #expect(abs(try run.value("speed_max") - 200) < 20)
    #expect(abs(try run.value("final_place") - 430) < 2)
    #expect(try run.value("simulated") < 1100)
  }
}
