import LabDisplay
import LabKernel
import LabLoop
import LabMotion
import LabPhysics
import LabTrace
import LabWorkload
import Testing

/// What a change makes of a plan, and of the run.
@Suite struct `A change` {
  private func scenario(
    _ arrivals: [Int], takes: [Int], as delivery: Delivery = .mainQueue, driver: Driver? = nil
  ) -> Scenario {
    let tasks = zip(arrivals, takes).map {
      Recording.Task(
        arrival: .milliseconds($0), duration: .milliseconds($1), name: "name \($1)")
    }
    return Scenario(
      panel: Panel(rate: .hertz(60)), duration: .milliseconds(200),
      loads: [Load(name: "page", tasks: .recorded(tasks), delivery: delivery, modes: [.common])],
      drivers: driver.map { [$0] } ?? [])
  }

  private func timer(every milliseconds: Int, first: Int) -> Driver {
    Driver(
      name: "ball",
      source: .timer(
        interval: .milliseconds(milliseconds), firstFire: .milliseconds(first)),
      modes: [.default])
  }

  private func tasks(_ scenario: Scenario, load: Int = 0) -> [[Int]] {
    guard case .recorded(let tasks) = scenario.loads[load].tasks else { return [] }
    return tasks.map {
      [Instant.start.duration(to: $0.arrival), $0.duration].map { Int($0 / .microseconds(1)) }
    }
  }

  private func changed(
    _ scenario: Scenario, _ change: TaskChange, _ range: TaskSelection.Range = .all
  ) throws -> Scenario {
    try Change([.tasks(TaskSelection("page", range), change)]).applied(to: scenario, seed: 1)
  }

  /// What the thread did: the instants in milliseconds at which tasks and callbacks began.
  private func story(_ scenario: Scenario) throws -> String {
    let trace = try Stage(scenario, seed: 1).run()
    let words: [String] = trace.records.compactMap { record in
      let now = Double(record.time.nanoseconds) / 1e6
      switch record.event {
      case .taskBegan(_, let serial, _): return "#\(serial) \(now)"
      case .calloutBegan(let subject, _, _, _) where trace.names[Int(subject)] == "ball":
        return "ball \(now)"
      default: return nil
      }
    }
    return words.joined(separator: ", ")
  }

  @Test func `leaves out all tasks, some by number, by name, or the long ones`() throws {
    let scenario = scenario([10, 20, 30], takes: [1, 2, 3])
    #expect(try tasks(changed(scenario, .without)) == [])
    #expect(
      try tasks(changed(scenario, .without, .numbers([1]))) == [[10000, 1000], [30000, 3000]])
    #expect(try tasks(changed(scenario, .without, .named("name 1"))).count == 2)
    #expect(
      try tasks(changed(scenario, .without, .from(.milliseconds(2)))) == [[10000, 1000]])
  }

  @Test func `shortens, cut to whole nanoseconds`() throws {
    var scenario = scenario([10], takes: [1])
    scenario = try changed(scenario, .scaled(Ratio(1, per: 3)))
    guard case .recorded(let tasks) = scenario.loads[0].tasks else { return }
    #expect(tasks[0].duration == .nanoseconds(333_333))
  }

  @Test func `selects tasks among those of the unchanged scenario`() throws {
    let scenario = scenario([10, 20, 30], takes: [1, 2, 3])
    let both = Change([
      .tasks(TaskSelection("page", .numbers([0])), .without),
      .tasks(TaskSelection("page", .numbers([1])), .without),
    ])
    #expect(try tasks(both.applied(to: scenario, seed: 1)) == [[30000, 3000]])
  }

  /// Three tasks of 5 ms that arrive at 10, 11 and 12 ms.
  @Test func `moves work to one other thread, or to one for each task`() throws {
    let scenario = scenario([10, 11, 12], takes: [5, 5, 5])
    let queue = try changed(scenario, .elsewhere(.queue))
    #expect(tasks(queue) == [])
    #expect(tasks(queue, load: 1) == [[15000, 100], [20000, 100], [25000, 100]])
    #expect(queue.loads[1].delivery == .mainQueue)
    let threads = try changed(scenario, .elsewhere(.threads))
    #expect(tasks(threads, load: 1) == [[15000, 100], [16000, 100], [17000, 100]])
    let one = try changed(scenario, .elsewhere(.queue), .numbers([1]))
    #expect(tasks(one) == [[10000, 5000], [12000, 5000]])
    #expect(tasks(one, load: 1) == [[16000, 100]])
  }

  @Test func `brings tasks back in the order in which they end`() throws {
    let threads = try changed(
      scenario([10, 11], takes: [5, 1]), .elsewhere(.threads))
    #expect(tasks(threads, load: 1) == [[12000, 100], [15000, 100]])
  }

  @Test func `stretches work elsewhere as it would be here`() throws {
    var scenario = scenario([10], takes: [4])
    scenario.stretch = 1.5
    #expect(
      try tasks(changed(scenario, .elsewhere(.queue)), load: 1) == [[16000, 100]])
  }

  /// A task of 10 ms at 3 ms, and a timer at 8 ms: the timer fires between two chunks.
  @Test(arguments: [Delivery.mainQueue, .source, .port, .block, .timer])
  func `in chunks lets a timer come between`(delivery: Delivery) throws {
    let whole = scenario([3], takes: [10], as: delivery, driver: timer(every: 100, first: 8))
    #expect(try story(whole) == "#0 3.0, ball 13.0, ball 108.0")
    let pieces = try changed(whole, .chunks(of: .milliseconds(4)))
    #expect(try story(pieces) == "#0 3.0, #1 7.0, ball 11.0, #2 11.0, ball 108.0")
  }

  /// What is left of a task stands behind the next task, which has arrived meanwhile.
  @Test func `in chunks goes on behind what waits`() throws {
    let pieces = try changed(
      scenario([3, 5], takes: [8, 1], as: .port), .chunks(of: .milliseconds(4)),
      .numbers([0]))
    #expect(try story(pieces) == "#0 3.0, #1 7.0, #2 8.0")
  }

  @Test(arguments: Delivery.allCases)
  func `in chunks longer than every task changes nothing`(delivery: Delivery) throws {
    let whole = scenario(
      [3, 4, 30], takes: [10, 2, 5], as: delivery, driver: timer(every: 7, first: 5))
    let pieces = try changed(whole, .chunks(of: .milliseconds(10)))
    let traces = try [whole, pieces].map { try Stage($0, seed: 1).run().fingerprint }
    #expect(traces[0] == traces[1])
  }

  @Test func `writes drawn tasks out, which run the same`() throws {
    var scenario = scenario([], takes: [], driver: timer(every: 7, first: 5))
    scenario.loads = [
      Load(
        name: "page",
        tasks: .drawn(.poisson(perSecond: 100), takes: .exponential(mean: .milliseconds(3))),
        delivery: .source, modes: [.common], begins: .milliseconds(20),
        ends: .milliseconds(150))
    ]
    let written = try scenario.writtenOut(seed: 9)
    guard case .recorded(let tasks) = written.loads[0].tasks else { return }
    #expect(tasks.count > 5)
    let traces = try [scenario, written].map { try Stage($0, seed: 9).run().fingerprint }
    #expect(traces[0] == traces[1])
  }

  @Test func `makes a link of a timer, which is wanted as often`() throws {
    let driver = timer(every: 33, first: 8)
    let rates = [24, 30].map { TargetCadence.rate(.hertz($0)) }
    for (change, pace, wanted, isDeclared, then) in [
      (DriverChange.link, 1, nil, false, TargetCadence.refreshes(1)),
      (.linkAtTimerPace, 2, nil, false, nil),
      (.link, 1, rates[0], false, nil), (.linkAtTimerPace, 2, rates[0], false, .refreshes(2)),
      (.link, 1, rates[0], true, rates[0]), (.linkAtTimerPace, 2, rates[0], true, rates[0]),
      (.linkAtTimerPace, 2, rates[1], false, rates[1]),
    ] {
      var plan = scenario([], takes: [], driver: driver)
      plan.drivers[0].targetCadence = wanted
      plan.drivers[0].targetFollowsSource = !isDeclared
      let link = try Change([.drivers(change)]).applied(to: plan, seed: 1)
      #expect(link.drivers[0].source == .link(pace: .every(pace)))
      #expect(link.drivers[0].targetCadence == then ?? .refreshes(1))
    }
    let timer = try Change([.drivers(.linkAtTimerPace), .drivers(.timer)]).applied(
      to: scenario([], takes: [], driver: driver), seed: 1)
    let interval = Duration.nanoseconds(33_333_332)
    // Between the vsyncs at 33.3 ms and 50 ms, on a grid of whole nanoseconds.
    #expect(
      timer.drivers[0].source
        == .timer(interval: interval, firstFire: Instant(nanoseconds: 41_666_665)))
  }

  private func standard(_ scenario: Scenario) -> [String] {
    Change.standard(for: scenario).filter { (try? $0.applied(to: scenario, seed: 1)) != nil }
      .map(\.description)
  }

  @Test func `to a link is tried at every refresh and at the pace of the timer, each by its name`()
  {
    let slow = standard(scenario([], takes: [], driver: timer(every: 33, first: 8)))
    #expect(slow.prefix(2) == ["link", "link at timer pace"])
    let usual = standard(scenario([], takes: [], driver: timer(every: 16, first: 8)))
    #expect(usual == ["link", "phase 0.25", "phase 0.75"])
  }

  /// `every 20 ms phase 0.75` of a script fires first at 12.5 ms on 60 Hz.
  @Test func `of the phase is exact, and not tried if it is the phase already`() throws {
    var driver = timer(every: 20, first: 8)
    let changed = try Change([.drivers(.phase(Ratio(3, per: 4)))]).applied(
      to: scenario([], takes: [], driver: driver), seed: 1)
    driver.source = .timer(
      interval: .milliseconds(20), firstFire: Instant(nanoseconds: 12_500_000))
    #expect(changed.drivers[0].source == driver.source)
    #expect(standard(scenario([], takes: [], driver: driver)) == ["link", "phase 0.25"])
  }

  @Test func `that changes no task is not tried`() {
    #expect(
      standard(scenario([10], takes: [4])) == ["page halved", "page elsewhere", "without page"])
    // The way back to the main thread takes longer than this task.
    #expect(standard(scenario([10], takes: [0])) == ["without page"])
    #expect(standard(scenario([10], takes: [5])).contains("page in chunks of 4 ms"))
  }

  /// What is tried is told by what it would save.
  private struct Trial: ChangeTrial {
    let change: Change
    var removedWork: Duration { .zero }
  }

  @Test func `is tried alone, then in pairs of the best that set different things`() {
    let saved: [String: Double] = [
      "page elsewhere": 9, "page halved": 8, "without page": 10, "link": 7, "in common": 6,
      "phase 0.25": 5,
    ]
    var tried: [String] = []
    let load = TaskSelection("page")
    let changes: [Change.Step] = [
      .drivers(.phase(Ratio(1, per: 4))), .drivers(.common), .drivers(.link),
      .tasks(load, .without), .tasks(load, .scaled(Ratio(1, per: 2))),
      .tasks(load, .elsewhere(.queue)), .drivers(.timer),
    ]
    let search = ChangeSearch<Trial> { [saved[$0.change.description]] }
    let trials = search.trials(of: changes.map { Change([$0]) }) { changes in
      tried += changes.map(\.description)
      return changes.map { Trial(change: $0) }
    }
    #expect(
      tried.suffix(3) == [
        "page elsewhere + link", "page elsewhere + in common", "link + in common",
      ])
    #expect(trials.map(\.change.description) == tried && tried.count == 10)
  }

  @Test func `lets a scene follow another clock, but none that is no time`() throws {
    var driver = timer(every: 10, first: 5)
    let scene = SceneMotion(SceneRecipe(.crate), by: .variable, clock: .now)
    driver.motion = LabWorkload.Motion(.scene(scene))
    let scenario = scenario([], takes: [], driver: driver)
    func clock(_ change: AnimationClock) throws -> AnimationClock? {
      let changed = try Change([.drivers(.clock(change))]).applied(to: scenario, seed: 1)
      guard case .scene(let scene)? = changed.drivers[0].motion?.content else { return nil }
      return scene.clock
    }
    #expect(try clock(.timestamp) == .timestamp && clock(.target) == .target)
    for none in [AnimationClock.now, .duration, .renderServer, .fixed(seconds: 1)] {
      #expect(throws: Change.Mismatch.self) { try clock(none) }
    }
  }

  @Test(arguments: 0..<8)
  func `of the clock to the target is tried where a link moves something`(kinds: Int) {
    var scenario = scenario([], takes: [])
    scenario.drivers = (0..<3).map { place in
      var driver = timer(every: 10, first: 5)
      driver.name = "d\(place)"
      if kinds >> place & 1 == 1 { driver.source = .link(pace: .every(1)) }
      driver.motion = LabWorkload.Motion(
        .scene(SceneMotion(SceneRecipe(.crate), by: .variable, clock: .now)))
      return driver
    }
    for (judged, isLink) in [(nil, kinds != 0)] + (0..<3).map({ ("d\($0)", kinds >> $0 & 1 == 1) })
    {
      let words = Change.standard(for: scenario, judging: judged).map(\.description)
      #expect(words.contains { $0.hasSuffix("by timestamp") })
      #expect(words.contains { $0.hasSuffix("by target") } == isLink, "\(words)")
    }
  }

  @Test func `that does not apply says why`() throws {
    let scenario = scenario([10], takes: [1], driver: timer(every: 10, first: 5))
    let cases: [(Change.Step, String)] = [
      (.drivers(.timer), "there is no display link"),
      (
        .drivers(.common),
        "there is no gesture and no modal panel, and so no other mode than the default"
      ),
      (.drivers(.catchUp(.coalesce)), "no repeating timer catches up otherwise"),
      (.drivers(.tolerance(.zero)), "no timer has another tolerance"),
      (.drivers(.clock(.now)), "no animation or scene has another clock"),
      (.drivers(.policy(.skip)), "no display link has another policy"),
      (.depth(1), "the depth is 1 already"),
      (.tasks(TaskSelection("net"), .without), "there is no load 'net'"),
      (.tasks(TaskSelection("page", .numbers([1])), .without), "the load 'page' has no such task"),
    ]
    for (step, reason) in cases {
      let error = #expect(throws: Change.Mismatch.self) {
        try Change([step]).applied(to: scenario, seed: 1)
      }
      #expect(error?.description == reason)
    }
  }

  @Test func `is said in the words of scripts`() {
    func words(_ range: TaskSelection.Range, _ change: TaskChange) -> String {
      Change([.tasks(TaskSelection("page", range), change)]).description
    }
    #expect(words(.all, .without) == "without page")
    #expect(words(.numbers([15]), .without) == "without page task 15")
    #expect(
      words(.from(.microseconds(12_500)), .elsewhere(.queue)) == "page from 12.5 ms elsewhere")
    #expect(words(.all, .elsewhere(.threads)) == "page elsewhere on threads")
    #expect(words(.named("parse"), .scaled(Ratio(1, per: 2))) == "page named parse halved")
    #expect(words(.all, .scaled(Ratio(8, per: 10))) == "page × 0.8")
    #expect(words(.all, .chunks(of: .milliseconds(4))) == "page in chunks of 4 ms")
    let changes: [DriverChange] = [
      .common, .link, .timer, .tolerance(.milliseconds(1)), .every(.milliseconds(20)),
      .phase(Ratio(1, per: 4)), .catchUp(.skip), .policy(.queue(3)), .policy(.latest), .clock(.now),
      .linkAtTimerPace,
    ]
    #expect(
      Change(changes.map { .drivers($0) }).description
        == "in common + link + timer + tolerance 1 ms + every 20 ms + phase 0.25 + catch-up skip"
        + " + policy queue 3 + policy latest + by now + link at timer pace")
    #expect(Change([]).description == "nothing")
  }
}
