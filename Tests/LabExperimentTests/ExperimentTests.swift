import LabDisplay
import LabExperiment
import LabKernel
import LabLoop
import LabWorkload
import Testing

/// What the statements mean, seen through the runs that they give.
@Suite struct `A script` {
  @Test(arguments: [
    ("59.94 Hz", RefreshRate(5994, per: 100)), ("60000/1001 Hz", RefreshRate(60000, per: 1001)),
    ("ntsc", RefreshRate(60000, per: 1001)), ("desktop", RefreshRate(599_503, per: 10000)),
    ("0.06 kHz", RefreshRate(60)), ("phone", RefreshRate(59992, per: 1000)),
  ])
  func `takes a refresh rate at its word`(text: String, rate: RefreshRate) throws {
    let experiment = try Fixture.experiment("display \(text)\nrun 1 s\narm a\n  link b in default")
    #expect(try experiment.plan()[0].scenario.panel == Panel(rate: rate))
  }

  @Test(arguments: [
    ("1/60 s", 16_666_666), ("16 ms", 16_000_000), ("500 us", 500_000), ("500 µs", 500_000),
    ("1.5 s", 1_500_000_000), ("0.25 min", 15_000_000_000), ("1 h", 3_600_000_000_000),
    ("7 ns", 7), ("0.0166666666 s", 16_666_666), ("16ms", 16_000_000),
  ])
  func `cuts a duration to whole nanoseconds`(text: String, nanoseconds: Int) throws {
    let driver = try Fixture.driver("timer b every \(text) in default")
    let interval = Duration.nanoseconds(nanoseconds)
    let timer = try #require(driver.source.timer)
    #expect(timer.interval == interval && timer.tolerance == .zero && timer.catchUp == nil)
  }

  @Test func `lets the clauses of a timer stand in any order`() throws {
    let driver = try Fixture.driver(
      "timer b takes 1 ms in default, tracking tolerance 2 ms target 2 refreshes every 5 ms"
        + " first at 1 ms")
    let expected = Driver(
      name: "b",
      source: .timer(
        interval: .milliseconds(5), firstFire: .milliseconds(1), tolerance: .milliseconds(2)),
      modes: [.default, .tracking], cost: .constant(.milliseconds(1)), targetCadence: 2)
    #expect(driver == expected)
  }

  @Test func `places a phase as a share of the display's period`() throws {
    let driver = try Fixture.driver("timer b every 10 ms phase 1/4 in default")
    let quarter = Instant(nanoseconds: 4_166_666)
    #expect(
      driver.source
        == .timer(interval: .milliseconds(10), firstFire: quarter, tolerance: .zero))
  }

  @Test func `describes a display link`() throws {
    let driver = try Fixture.driver("link b every 2 refreshes in common policy skip")
    let source = Driver.Source.link(pace: .every(2), lateDelivery: .skip)
    #expect(driver == Driver(name: "b", source: source, modes: [.common]))
  }

  @Test(arguments: [
    ("", LinkPace.every(1), LateDelivery.pending, false),
    ("prefers 24 Hz policy latest", .preferred(.hertz(24)), .latest, false),
    (
      "prefers 30 Hz within 20..40 Hz",
      .range(slowest: .hertz(20), fastest: .hertz(40), preferred: .hertz(30)), .pending, false
    ),
    ("every 2 refreshes policy queue 16 keep-phase", .every(2), .queue(16), true),
  ])
  func `says at which pace a link calls and what it does when late`(
    text: String, pace: LinkPace, policy: LateDelivery, keepsPhase: Bool
  ) throws {
    let driver = try Fixture.driver("link b in default \(text)")
    #expect(
      driver.source == .link(pace: pace, lateDelivery: policy, keepsPhase: keepsPhase))
  }

  @Test(arguments: [
    (
      "at 1 ms, 2 s takes 3 ms",
      Load.Tasks.drawn(
        .at([.milliseconds(1), .seconds(2)]), takes: .constant(.milliseconds(3)))
    ),
    (
      "every 5 ms from 1 ms takes uniform 0..6 ms",
      .drawn(
        .every(.milliseconds(5), first: .milliseconds(1)),
        takes: .uniform(.zero ... .milliseconds(6)))
    ),
    (
      "poisson 40 per s takes exponential mean 3 ms",
      .drawn(.poisson(perSecond: 40), takes: .exponential(mean: .milliseconds(3)))
    ),
    (
      "gaps 1 ms, 2 ms takes normal mean 3 ms sd 1 ms",
      .drawn(
        .gaps(.inTurn([.milliseconds(1), .milliseconds(2)])),
        takes: .normal(mean: .milliseconds(3), deviation: .milliseconds(1)))
    ),
    (
      "burst 5 each 100 ms apart 2 ms takes lognormal mean 3 ms sd 2 ms",
      .drawn(
        .bursts(
          of: 5, every: .milliseconds(100), first: .milliseconds(100),
          apart: .milliseconds(2)),
        takes: .logNormal(mean: .milliseconds(3), deviation: .milliseconds(2)))
    ),
    (
      "every 5 ms from 1 ms takes pareto least 1 ms shape 2.5",
      .drawn(
        .every(.milliseconds(5), first: .milliseconds(1)),
        takes: .pareto(least: .milliseconds(1), shape: 2.5))
    ),
    (
      "at 1 ms takes empirical page.csv",
      .drawn(.at([.milliseconds(1)]), takes: .anyOf([.microseconds(5)]))
    ),
    (
      "at 1 ms takes sequence durations.csv",
      .drawn(
        .at([.milliseconds(1)]), takes: .inTurn([.microseconds(7), .microseconds(8)]))
    ),
    (
      "recorded page.csv from 1 ms takes 2 ms",
      .drawn(.at([.microseconds(1010)]), takes: .constant(.milliseconds(2)))
    ),
    (
      "recorded page.csv",
      .recorded([
        Recording.Task(
          arrival: .microseconds(10), duration: .microseconds(5), name: "parse, eval")
      ])
    ),
  ])
  func `describes a load`(text: String, tasks: Load.Tasks) throws {
    let experiment = try Fixture.experiment(
      "display 60 Hz\nrun 1 s\nload l \(text) as main-queue\narm a\n  link b in default",
      files: [
        "page.csv": "start_us,duration_us,name\n10,5,parse, eval\n",
        "durations.csv": "duration_us\n7\n8\n",
      ])
    let begins = Instant.milliseconds(text.contains("from 1 ms") ? 1 : 0)
    let load = Load(name: "l", tasks: tasks, delivery: .mainQueue, modes: [.common], begins: begins)
    #expect(try experiment.plan()[0].scenario.loads == [load])
  }

  @Test func `describes what all arms share`() throws {
    let run = try Fixture.experiment(
      """
      display 60 Hz guard 3 ms depth 2 phase 1 ms
      run 2 s
      wake-up delayed by 1 ms
      gesture scroll at 550 ms for 250 ms
      arm a
        link b in default
      """
    ).plan()[0]
    #expect(
      run.scenario.panel
        == Panel(
          rate: .hertz(60), phase: .milliseconds(1), depth: 2, guardTime: .milliseconds(3)))
    #expect(run.scenario.duration == .seconds(2))
    #expect(run.scenario.wakeUpDelay == .constant(.milliseconds(1)))
    #expect(
      run.scenario.gestures
        == [Gesture(name: "scroll", begins: .milliseconds(550), lasts: .milliseconds(250))])
  }

  @Test(arguments: ["drag", "fling"])
  func `has a finger that moves up as one that moves down`(gesture: String) throws {
    let scenes = try ["", "-"].map { sign in
      try Fixture.experiment(
        """
        display 60 Hz
        run 2 s
        gesture \(gesture) at 500 ms for 300 ms speed \(sign)1500 pt/s
        arm a
          link b in default
        """
      ).plan()[0].scenario
    }
    #expect(scenes[0].gestures == scenes[1].gestures && scenes[0].gestures.count == 1)
  }

  @Test func `describes a display that is not what it says`() throws {
    let run = try Fixture.experiment(
      """
      display 60 Hz drift -0.5 ppm jitter 100 us
      at 2 s display 48 Hz
      at 500 ms display 120 Hz
      run 2 s
      arm a
        link b in default
      """
    ).plan()[0]
    let changes = [(500, 120), (2000, 48)].map {
      Panel.RateChange(at: .milliseconds($0.0), to: .hertz($0.1))
    }
    #expect(
      run.scenario.panel
        == Panel(rate: .hertz(60), drift: -500, jitter: .microseconds(100), changes: changes))
  }

  @Test func `repeats the vsyncs of a recording`() throws {
    let experiment = try Fixture.experiment(
      "display recorded phone.csv depth 2\nrun 1 s\narm a\n  link b in default",
      files: ["phone.csv": "vsync_ns\n5\n16000005\n33000000\n"])
    let instants = [5, 16_000_005, 33_000_000].map { Instant(nanoseconds: $0) }
    #expect(try experiment.plan()[0].scenario.panel == Panel(recorded: instants, depth: 2))
  }

  @Test func `keeps its words and forgets its comments`() throws {
    let experiment = try Fixture.experiment(
      """
      # A comment.
      title     The beat   # another
      question  Why 59.94 Hz, not "60"?
      because   Grids drift: {so}.
      display 60 Hz
      run 1 s
      arm a
        link b in default
      expect a.b.double_fires == 0   # and a third
      """)
    #expect(experiment.title == "The beat")
    #expect(experiment.question == "Why 59.94 Hz, not \"60\"?")
    #expect(experiment.because == "Grids drift: {so}.")
    #expect(experiment.expectationTexts == ["a.b.double_fires == 0"])
  }

  @Test func `finds a recording beside itself, whatever a sweep calls it`() throws {
    var asked: [String] = []
    _ = try Experiment(path: "some/where/x.lab") { path in
      asked.append(path)
      let text =
        path.hasSuffix("csv")
        ? "start_us,duration_us,name\n"
        : """
        display 60 Hz
        run 1 s
        sweep page = one, two
        load l recorded tasks/{page}.csv as port
        load m recorded tasks/one.csv as port
        arm a
          link b in default
        """
      return Array(text.utf8)
    }
    #expect(
      asked == ["some/where/x.lab", "some/where/tasks/one.csv", "some/where/tasks/two.csv"])
  }
}

/// What happens under way, seen through the runs.
@Suite struct `A script of actions` {
  private func run(_ lines: String) throws -> [RunSpec] {
    try Fixture.experiment(
      """
      display 60 Hz
      run 1 s
      \(lines)
      arm a
        link b in default
        timer c once at 5 ms in default
      arm d
        timer b every 5 ms catch-up isochronous in default
      """
    ).plan().map(\.self)
  }

  @Test func `names the drivers of every arm that it means`() throws {
    let runs = try run("at 1 s invalidate *.b\nat 2 ms pause a.b\nat 3 ms resume a.*b")
    #expect(
      runs[0].scenario.actions == [
        DriverAction(.pause, "b", at: .milliseconds(2)),
        DriverAction(.resume, "b", at: .milliseconds(3)),
        DriverAction(.invalidate, "b", at: .seconds(1)),
      ])
    #expect(runs[1].scenario.actions == [DriverAction(.invalidate, "b", at: .seconds(1))])
  }

  @Test func `may have timers that fire once, or catch up in another way`() throws {
    let runs = try run("stretch 1.3")
    #expect(
      runs[0].scenario.drivers[1].source
        == .timer(interval: .zero, firstFire: .milliseconds(5), tolerance: .zero))
    #expect(
      runs[1].scenario.drivers[0].source
        == .timer(
          interval: .milliseconds(5), firstFire: .microseconds(12_500), tolerance: .zero,
          catchUp: .isochronous))
    #expect(runs[0].scenario.stretch == 1.3)
  }

  @Test func `reads the statements of another in its place`() throws {
    let experiment = try Fixture.experiment(
      "include scenes/scene.lab\narm a\n  link b in default",
      files: [
        "scenes/scene.lab": "display 50 Hz\ninclude more.lab",
        "scenes/more.lab": "run 2 s\nload l recorded page.csv as port",
        "scenes/page.csv": "start_us,duration_us,name\n10,5,x\n",
      ])
    let run = try experiment.plan()[0]
    #expect(run.scenario.panel.rate == .hertz(50) && run.scenario.duration == .seconds(2))
    #expect(run.scenario.loads.count == 1)
  }
}
