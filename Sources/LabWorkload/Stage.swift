package import LabBrowser
public import LabDisplay
public import LabKernel
public import LabLoop
public import LabTrace

/// One world with its loop, display, load, gestures and drivers, ready to run once.
public final class Stage {
  /// The world of the stage.
  public let world: World
  /// The loop of the main thread; `default` and `tracking` are its common modes, as with UIKit.
  public let loop: SimulatedRunLoop
  /// The display.
  public let display: Display
  /// What orders the loop's work, if it is the main thread of a browser.
  package let browser: BrowserThread?

  private let duration: Duration
  package let recorder: TraceRecorder
  package let transaction: RenderTransaction
  @safe @exclusivity(unchecked) private var generators: [LoadGenerator] = []
  @safe @exclusivity(unchecked) var hosts: [DriverHost] = []
  /// What the loop tracks, in the order of the gestures.
  @safe @exclusivity(unchecked) var trackings: [Tracking] = []
  /// Kept here, since a motion may be started again after its driver is invalidated and released.
  @safe @exclusivity(unchecked) var players: [MotionPlayer] = []
  /// What else it has made in the loop and the world.
  let belongings: LoopResources
  @safe @exclusivity(unchecked) private var hasRun = false
  /// Whether the loop has the mode of modal panels.
  @safe @exclusivity(unchecked) private var hasPanels = false
  /// What ends the run, and after how many units it does so once more; 0 before the end.
  @safe @exclusivity(unchecked) private var end: (device: World.Device, pause: Int64)?

  /// Sets a stage.
  ///
  /// - Parameters:
  ///   - scenario: What is put on it.
  ///   - seed: Where all its randomness comes from.
  ///   - detail: How much its trace keeps.
  public convenience init(
    _ scenario: Scenario, seed: UInt64, detail: Trace.Detail = .measurements
  ) {
    self.init(scenario, seed: seed, detail: detail, keeping: .max)
  }

  /// Sets a stage whose trace keeps so many records at a time, in the memory of the run before if
  /// there was one.
  package init(
    _ scenario: Scenario, seed: UInt64, detail: Trace.Detail = .measurements, keeping count: Int,
    in memory: RecordMemory? = nil
  ) {
    duration = scenario.duration
    world = World(eventsPerRun: scenario.eventLimit)
    world.stretch = scenario.stretch
    recorder = TraceRecorder(
      world,
      into: memory?.trace(detail)
        ?? Trace(
          detail: detail, expectedCount: min(count, scenario.expectedRecords, Self.mostRoom)))
    var profile = scenario.profile
    profile.alarmSeed = seed
    let loop = SimulatedRunLoop(in: world, recorder: recorder, profile: profile)
    self.loop = loop
    browser = scenario.browser.map { BrowserThread($0, in: loop) }
    belongings = LoopResources(in: loop)
    loop.addCommonMode(.tracking)
    display = Display(scenario.panel, in: world, seed: seed, recorder: recorder)
    transaction = RenderTransaction(in: loop, for: display)
    if let law = scenario.renderCost {
      var stream = RandomStream(seed: seed, name: "render server")
      transaction.renderCost = { law.draw(from: &stream) }
    }
    if let browser {
      display.schedule(
        by: PageFrames(of: browser, period: display.panel.rate.period) { [transaction] in
          transaction.isPending || browser.isPageChanged
        })
    }
    prepare(for: scenario.loads)
    hosts.reserveCapacity(scenario.drivers.count)
    for driver in scenario.driversBesidePanels { place(driver, seed: seed) }
    recorder.describe { scenario.describe(in: &$0) }
    for action in scenario.actions { place(action) }
    for gesture in scenario.gestures { place(gesture) }
    let end = Instant.at(scenario.duration)
    generators = scenario.loads.map {
      LoadGenerator($0, in: loop, browser, seed: seed, until: end)
    }
    for generator in generators { connect(generator) }
    let moving = players.isEmpty ? [] : scenario.drivers.filter { $0.motion != nil }
    for (driver, player) in zip(moving, players) {
      guard case .scene(let scene)? = driver.motion?.content, let input = scene.input else {
        continue
      }
      for generator in generators where generator.name == input.load {
        generator.whenDone = { [lifeline = player.lifeline] arrival in
          lifeline.object?.take(inputOf: arrival)
        }
      }
    }
    if let law = scenario.wakeUpDelay {
      var stream = RandomStream(seed: seed, name: "wake-up delay")
      loop.wakeUpDelay = { law.draw(from: &stream) }
    }
  }

  /// For how many records room is made at once.
  private static let mostRoom = 1 << 22

  deinit { if let end { world.remove(end.device) } }

  /// Runs the loop in the default mode to the end of the scenario.
  ///
  /// - Returns: What happened. A record of kind `ended` marks the end of the run; what follows it
  ///   was only winding down.
  /// - Throws: `WorldFailure` if time stood still or too much happened.
  public func run() throws(WorldFailure) -> Trace {
    try perform()
    return recorder.trace
  }

  private func perform() throws(WorldFailure) {
    require(!hasRun, "a stage runs once: set another for another run")
    hasRun = true
    placeEnd(at: .at(duration))
    loop.run(.default, for: duration)
    if let failure = world.failure { throw failure }
  }

  /// Runs the loop as ``run()`` does, and hands the records over as they come.
  ///
  /// - Parameters:
  ///   - count: How many records are kept at most; at least 1.
  ///   - consume: Is given a trace that holds the records since the last time.
  /// - Returns: The trace without its records, which the stage gives away.
  /// - Throws: `WorldFailure` if time stood still or too much happened.
  package func run(
    handingOver count: Int, to consume: @escaping (borrowing Trace) -> Void
  ) throws(WorldFailure) -> Trace {
    recorder.handOver(every: count, to: consume)
    try perform()
    recorder.handOver()
    return recorder.take()
  }

  // MARK: What is placed on the stage

  /// Records the end of the run, and sees to it that the loop notices.
  ///
  /// By its class, the end comes after everything else that is due at that instant. From then on
  /// the loop is woken again and again, at ever longer intervals, until its limit ends it: a nested
  /// run may have swallowed the limit's own wake-up (R99), and the real loop would then sleep on.
  /// What holds the thread beyond the last interval is cut off; nothing after the end is measured.
  private func placeEnd(at instant: Instant) {
    let me = Unowned(self)
    let device = world.makeDevice("end of the run", priority: .end) { _ in
      me.use { $0.windDown() }
    }
    end = (device, 0)
    world.schedule(device, at: instant)
  }

  private func windDown() {
    guard let (device, last) = end else { return }
    if last == 0 { recorder.record(.ended) } else { loop.wakeUp() }
    let pause = last == 0 ? 1_000_000 : 2 * last
    guard pause < Self.longestPause else { return world.end() }
    end = (device, pause)
    let unit = loop.limitWakeUpDelay.wholeNanoseconds
    world.schedule(device, at: world.now.advanced(byNanoseconds: pause * unit))
  }

  /// In units of the delay of a limit's wake-up, a nanosecond: a thread that is still busy 65
  /// seconds after the end is not waited for.
  private static let longestPause: Int64 = 60_000_000_000

  package func place(_ loads: [Load], seed: UInt64) {
    prepare(for: loads)
    let placed = loads.map {
      LoadGenerator($0, in: loop, browser, seed: seed, until: .distantFuture)
    }
    generators += placed
    for generator in placed { connect(generator) }
  }

  /// Makes the mode of modal panels, if a load shows one.
  private func prepare(for loads: [Load]) {
    guard !hasPanels, loads.havePanels else { return }
    hasPanels = true
    loop.addCommonMode(.modal)
    // A panel has events of its own, so that there is something to wait for.
    let events = loop.makeSource("events of a panel") { _, _ in }
    loop.add(events, to: .modal)
    belongings.add(events)
  }

  /// Lets the tasks of a load follow those of the loads, or the ends of the driver, that it names.
  private func connect(_ follower: LoadGenerator) {
    if let driver = follower.driverFollowed {
      for host in hosts where host.name == driver { follower.follow(host) }
      return
    }
    let leaders = follower.leaders
    guard !leaders.isEmpty else { return }
    for leader in generators where leaders.contains(leader.name) { follower.follow(leader) }
  }
}
