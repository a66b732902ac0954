package import LabBrowser
public import LabDisplay
public import LabKernel
public import LabLoop
import LabMotion
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

extension Stage {
  /// Makes a driver, and hands it over to what it moves.
  func place(_ driver: borrowing Driver, seed: UInt64) {
    let name = driver.name
    require(!hosts.contains { $0.name == name }, "two drivers have the name ‘\(name)’")
    require(
      driver.lives.isEmpty || driver.motion == nil,
      "‘\(name)’ has lives and a motion, which begins and ends it")
    let work = DriverWork(driver, seed: seed, transaction, display)
    if browser != nil { work.makePort(in: loop) }
    let firstFire =
      driver.source.timer?.firstFire ?? driver.begins.advanced(by: driver.source.interval)
    let host = DriverHost(
      driver, in: loop, on: display, firstFire: firstFire,
      catchUp: browser?.rules.timers.interval ?? .coalesce
    ) {
      work.callBack($0, in: $1)
    }
    hosts.append(host)
    if let timer = driver.source.timer, timer.interval == .zero { work.once = Unowned(host) }
    place(driver.lives, of: host)
    guard let motion = driver.motion else { return }
    let player = MotionPlayer(motion, of: host, in: loop, transaction)
    work.player = player
    players.append(player)
    player.drive()
  }

  /// Lets a driver that runs begin and end as often as it lives.
  private func place(_ lives: [Driver.Life], of host: DriverHost) {
    let name = host.name
    guard let first = lives.first else { return }
    require(
      zip(lives, lives.dropFirst()).allSatisfy { $0.ends ?? .distantFuture <= $1.begins },
      "the lives of ‘\(name)’ overlap")
    if first.begins > .start { host.end() }
    let lent = Unowned(host)
    for life in lives {
      if life.begins > .start {
        belongings.add(
          world.at(life.begins, "begin of \(name)") { _ in lent.use { $0.run() } })
      }
      if let end = life.ends {
        belongings.add(world.at(end, "end of \(name)") { _ in lent.use { $0.end() } })
      }
    }
  }

  func place(_ action: DriverAction) {
    guard let host = hosts.first(where: { $0.name == action.driver }) else { return }
    let lent = Unowned(host)
    belongings.add(
      world.at(action.instant, "\(action.kind.rawValue) \(action.driver)") { _ in
        lent.use { $0.perform(action.kind) }
      })
  }
}

/// What the callbacks of a driver do.
private final class DriverWork {
  private let cost: DurationLaw
  private let piece: Duration?
  private let cap: Driver.Cap?
  /// When it last acted, if there is a cap.
  @safe @exclusivity(unchecked) private var lastActed: Instant?
  @safe @exclusivity(unchecked) private var costs: RandomStream
  private let transaction: RenderTransaction
  private let display: Display
  /// What it moves; `nil` if it only shows that something changed.
  var player: MotionPlayer?
  /// The driver if it is a timer that ends with its one callback, which the stage owns.
  var once: Unowned<DriverHost>?
  private let name: String
  /// Whether its callbacks present what they draw.
  private let presents: Bool
  /// What is left of callbacks, and where it waits; `nil` for the main queue.
  private var rests: [Duration] = []
  private var port: SimulatedRunLoop.Port?
  private let lifeline = Lifeline<DriverWork>()

  init(
    _ driver: borrowing Driver, seed: UInt64, _ transaction: RenderTransaction, _ display: Display
  ) {
    cost = driver.cost
    piece = driver.piece
    cap = driver.cap
    name = driver.name
    presents = driver.source == .loop
    costs = driver.costStream(seed: seed)
    self.transaction = transaction
    self.display = display
    lifeline.tie(to: self)
  }

  deinit { lifeline.cut() }

  func callBack(_ call: DriverHost.Call, in loop: SimulatedRunLoop) {
    if let cap, !cap.acts(at: cap.clock.reading(at: moment(of: call, in: loop)), since: &lastActed)
    {
      return
    }
    let cost = cost.draw(for: call.due, from: &costs)
    if let player {
      player.callBack(at: moment(of: call, in: loop), spending: cost)
    } else {
      let part = min(cost, piece ?? cost)
      loop.world.spend(part)
      transaction.update(
        by: call.subject, animationTime: call.timestamp, due: call.due, in: loop)
      if part < cost { post(cost - part, in: loop) }
    }
    transaction.present(in: loop, isOwn: presents)
    once?.use { $0.noteEnd() }
  }

  private func moment(of call: DriverHost.Call, in loop: SimulatedRunLoop) -> Moment {
    Moment(
      now: loop.world.now, due: call.due, timestamp: call.link?.timestamp ?? display.timestamp,
      target: call.link?.targetTimestamp ?? display.target, refresh: call.link?.duration)
  }

  /// What the trace calls the parts of a callback's work but the first.
  private var restName: String { "rest of \(name)" }

  /// Lets the rest of the work wait for the thread, behind what waits there.
  private func post(_ rest: Duration, in loop: SimulatedRunLoop) {
    guard let port else {
      return loop.performOnMainQueue(name: restName) { [self] in work(rest, in: $0) }
    }
    rests.append(rest)
    loop.ring(port)
  }

  private func work(_ rest: Duration, in loop: SimulatedRunLoop) {
    let part = min(rest, piece ?? rest)
    loop.world.spend(part)
    if part < rest { post(rest - part, in: loop) }
  }

  /// A browser's page has no main queue: what is left of a callback's work is a message.
  func makePort(in loop: SimulatedRunLoop) {
    guard piece != nil else { return }
    let port = loop.makePort(restName, capacity: .max) { [lifeline] loop, _ in
      guard let work = lifeline.object, !work.rests.isEmpty else { return }
      work.work(work.rests.removeFirst(), in: loop)
    }
    loop.add(port, to: .common)
    self.port = port
  }
}
