import LabDisplay
import LabKernel
import LabLoop
import LabMetrics
import LabMotion
import LabPhysics
import LabTrace
import LabWorkload
import TestSupport
import Testing

/// A link on a display of some rate that steps a scene.
private struct SceneRun {
  let trace: Trace
  let metrics: DriverMetrics

  init(
    _ scene: SceneMotion, for duration: Duration, rate: RefreshRate = .hertz(60),
    policy: LateDelivery = .pending, cost: Duration = .zero, loads: [Load] = [],
    startingAt start: Duration = .zero
  ) throws {
    let driver = Driver(
      name: "ball", source: .link(lateDelivery: policy), modes: [.common],
      cost: .constant(cost), motion: LabWorkload.Motion(.scene(scene), starts: [.at(start)]))
    let scenario = Scenario(
      panel: Panel(rate: rate, depth: 0), duration: duration, loads: loads, drivers: [driver])
    trace = try Stage(scenario, seed: 1).run()
    #expect(TraceContract.violations(of: trace).isEmpty)
    let run = RunMeasurement(trace)
    #expect(run.verifyConservation().isEmpty)
    metrics = try #require(run[driver: "ball"])
  }

  func value(_ metric: String) -> Double? {
    MetricDictionary.metric(named: metric)?.value(metrics)?.number
  }

  /// What the scene says of a kind.
  func events<Value>(_ pick: (SceneEvent) -> Value?) -> [Value] {
    trace.records.compactMap {
      guard case .scene(_, let event) = $0.event else { return nil }
      return pick(event)
    }
  }

  var began: [Int64] {
    trace.records.compactMap {
      guard case .calloutBegan(_, .link, _, _) = $0.event else { return nil }
      return $0.time.nanoseconds
    }
  }
}

/// Beside a model of the frame loop that was written in another language.
@Suite struct `A scene in the loop` {
  @Test(arguments: try OracleRow.rows(of: "spiral_in_loop.csv"))
  func `catches up after a block as the model does`(_ row: OracleRow) throws {
    let u = row.number("u")
    let block = Load.work(.at([.seconds(1)]), takes: .milliseconds(100))
    let run = try SceneRun(
      SceneMotion(
        SceneRecipe(.crate), by: .fixed(.listing),
        costPerStep: .nanoseconds(Int64((u * 1e9 / 120).rounded()))),
      for: .seconds(6), policy: row["link_policy"] == "skip" ? .skip : .pending,
      cost: .nanoseconds(Int64(row.number("b_ms") * 1e6)), loads: [block])
    func gap(_ range: Range<Int64>) -> Double {
      let times = run.began.filter { range.contains($0) }
      guard let first = times.first, let last = times.last, times.count > 1 else {
        return .infinity
      }
      return Double(last - first) / Double(times.count - 1) * 60 / 1e9
    }
    // Where frames grow without bound, few are left to be compared.
    let grows = u >= 1
    let before = gap(0..<1_000_000_000)
    let after = gap(3_000_000_000..<6_000_000_000)
    #expect(abs(before - row.number("mean_gap_before")) < (grows ? 0.2 : 0.03) * before)
    if !grows { #expect(abs(after - row.number("mean_gap_after_3s")) < 0.02 * after) }
    #expect(grows ? after > 5 : after < 6)
    if !grows {
      let most = try #require(run.value("steps_per_frame_max"))
      #expect(abs(most - row.number("max_steps_in_a_frame")) <= 1)
    }
  }

  @Test(
    arguments: try OracleRow.rows(of: "steps_per_frame.csv").filter {
      $0.number("phase_steps") > 0
    })
  func `makes as many steps a frame as the model`(_ row: OracleRow) throws {
    let rate =
      row["display_hz"] == "59.94"
      ? RefreshRate(5994, per: 100) : .hertz(Int64(row.count("display_hz")))
    let start = Duration.nanoseconds(Int64(row.number("phase_steps") * 1e9 / 120))
    let run = try SceneRun(
      SceneMotion(SceneRecipe(.crate), by: .fixed(.listing), clock: .timestamp),
      for: .seconds(30), rate: rate, startingAt: start)
    // The first frame comes less than a refresh after the start.
    let counts = run.events { if case .steps(let count, _) = $0 { count } else { nil } }
    let expected = row["histogram_steps_per_frame"].split(separator: " ").compactMap {
      $0.split(separator: ":").first.flatMap { Int64($0) }
    }
    #expect(Set(counts.dropFirst()).isSubset(of: expected))
    let lead = try #require(run.value("lead_max"))
    #expect(lead <= row.number("lead_max_ms") + 1e-3)
  }
}

@Suite struct `A scene under a driver` {
  private static let grid = StepGrid.listing

  /// The crates after so many steps, by hand.
  private func crates(after steps: Int64) -> PhysicsScene {
    var scene = SceneRecipe(.crates).scene
    for step in 0..<steps {
      scene.step(nanoseconds: Self.grid.end(of: step + 1) - Self.grid.end(of: step))
    }
    return scene
  }

  @Test func `is drawn body by body where the engine has it`() throws {
    let run = try SceneRun(
      SceneMotion(SceneRecipe(.crates), by: .fixed(Self.grid), clock: .timestamp),
      for: .milliseconds(995))
    let poses = run.events { event -> Vector? in
      if case .pose(let x, let y) = event { Vector(x: x, y: y) } else { nil }
    }
    #expect(poses.count == 5 * 59)
    let scene = crates(after: 2 * 59)
    #expect(poses.suffix(5) == scene.bodies.map { scene.world[$0.id].position }[...])
    #expect(run.value("steps") == 118 && run.value("escapes") == 0)
    #expect(run.value("steps_per_frame_min") == 2 && run.value("steps_per_frame_max") == 2)
    #expect(try #require(run.metrics.frames?.content?.finalPlace) == poses[poses.count - 5].y)
  }

  @Test func `is drawn between two states at the time of the callback`() throws {
    // 90 Hz: a callback falls between two ends of steps of 1/120 s in two of three cases.
    let run = try SceneRun(
      SceneMotion(SceneRecipe(.glide, [600]), by: .interpolated(Self.grid), clock: .timestamp),
      for: .milliseconds(495), rate: .hertz(90))
    let places = run.events { if case .pose(let x, _) = $0 { x } else { nil } }
    for (frame, place) in places.enumerated() {
      #expect(abs(place - 50 - 600 * Double(frame + 1) / 90) < 1e-4)
    }
    #expect(places.count == 44)
  }

  @Test func `costs the thread every step`() throws {
    let run = try SceneRun(
      SceneMotion(SceneRecipe(.crate), by: .fixed(Self.grid), costPerStep: .milliseconds(2)),
      for: .seconds(1), cost: .milliseconds(1))
    let ends = run.trace.records.filter { $0.kind == .calloutEnded }.map(\.time.nanoseconds)
    // The callback at the very start comes before any time has passed.
    #expect(zip(run.began, ends).dropFirst().allSatisfy { $1 - $0 == 5_000_000 })
  }

  @Test func `begins anew at another start`() throws {
    let driver = Driver(
      name: "ball", source: .link(), modes: [.common],
      motion: LabWorkload.Motion(
        .scene(SceneMotion(SceneRecipe(.crate), by: .fixed(Self.grid), clock: .timestamp)),
        starts: [.start, .milliseconds(500)]))
    let scenario = Scenario(
      panel: Panel(rate: .hertz(60), depth: 0), duration: .seconds(1), drivers: [driver])
    let trace = try Stage(scenario, seed: 1).run()
    let metrics = try #require(RunMeasurement(trace)[driver: "ball"])
    let simulated = try #require(
      MetricDictionary.metric(named: "simulated")?.value(metrics)?.number)
    #expect(simulated > 470 && simulated < 500)
  }

  @Test func `lets its driver rest when its items rest`() throws {
    let run = try SceneRun(
      SceneMotion(SceneRecipe(.boundaries, [0]), by: .fixed(Self.grid)), for: .seconds(5))
    let end = try #require(run.value("end"))
    #expect(end < 3000)
    #expect(run.began.allSatisfy { Double($0) / 1e6 <= end + 1 })
    let (began, ended) = (run.value("contacts_began"), run.value("contacts_ended"))
    #expect(try #require(began) - #require(ended) == 1)
  }

  @Test func `lays its rope out once a pass, however many steps were made`() throws {
    let block = Load.work(.at([.milliseconds(501)]), takes: .milliseconds(100))
    let run = try SceneRun(
      SceneMotion(SceneRecipe(.rope), by: .fixed(Self.grid)), for: .seconds(2), loads: [block])
    let layouts = run.events {
      if case .layout(let count, let parts) = $0 { (count, parts) } else { nil }
    }
    let steps = run.events { if case .steps(let count, _) = $0 { count } else { nil } }
    #expect(layouts.map(\.0) == steps)
    #expect(steps.contains { $0 > 10 })
    #expect(layouts.allSatisfy { (1...4).contains($0.1) })
  }

  @Test func `uses the newest sample that the thread has taken notice of`() throws {
    let samples = Load(
      name: "samples",
      tasks: .drawn(
        .every(.milliseconds(10), first: .milliseconds(3)), takes: .constant(.milliseconds(1))),
      delivery: .source, modes: [.common])
    let run = try SceneRun(
      SceneMotion(
        SceneRecipe(.crates), by: .fixed(Self.grid), input: .init(.tilt, by: "samples")),
      for: .seconds(1), rate: .hertz(100), cost: .milliseconds(2), loads: [samples])
    // A sample of 3 ms is known at 4 ms, used by the callback at 10 ms, and shown at 12 ms.
    #expect(run.value("input_age_max") == 9)
    #expect(run.value("input_age_mean") == 9)
    let without = try SceneRun(
      SceneMotion(SceneRecipe(.crates), by: .fixed(Self.grid)), for: .seconds(1))
    #expect(without.value("input_age_max") == nil)
  }

  @Test func `departs from the undisturbed scene by what its steps do`() throws {
    func departure(_ policy: Stepping.Policy) throws -> Double {
      let run = try SceneRun(
        SceneMotion(SceneRecipe(.crate), by: policy, clock: .timestamp, reference: Self.grid),
        for: .milliseconds(995))
      return try #require(run.value("departure_end"))
    }
    #expect(try departure(.fixed(Self.grid)) == 0)
    // g/2 T (1/60 − 1/120), T = 59/60 s
    #expect(abs(try departure(.variable) - 500 * 59 / 60 / 120) < 1e-4)
  }
}
