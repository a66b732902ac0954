public import LabDisplay
public import LabKernel
public import LabLoop
public import LabTrace

/// One world with its loop, display, load, gestures and drivers, ready to run once.
public final class Stage {
  /// What is put on a stage.
  public struct Setting: Hashable, Sendable {
    /// The display.
    public var panel: Panel
    /// How long the run lasts.
    public var duration: Duration
    /// How long after its port is ready the sleeping thread really runs; `nil` for at once.
    public var wakeUpDelay: DurationLaw?
    /// By how much all work takes longer than it says, because the thread shares its processor.
    public var stretch: Double
    /// How long the render server takes for each picture; `nil` for no time at all.
    public var renderCost: DurationLaw?
    /// What competes for the thread.
    public var loads: [Load]
    /// What the user does.
    public var gestures: [Gesture]
    /// What moves the animation forward.
    public var drivers: [Driver]
    /// What is done to them under way.
    public var actions: [DriverAction]

    /// Creates a setting.
    public init(
      panel: Panel, duration: Duration, wakeUpDelay: DurationLaw? = nil, stretch: Double = 1,
      renderCost: DurationLaw? = nil, loads: [Load] = [], gestures: [Gesture] = [],
      drivers: [Driver], actions: [DriverAction] = []
    ) {
      self.panel = panel
      self.duration = duration
      self.wakeUpDelay = wakeUpDelay
      self.stretch = stretch
      self.renderCost = renderCost
      self.loads = loads
      self.gestures = gestures
      self.drivers = drivers
      self.actions = actions
    }
  }

  /// The world of the stage.
  public let world: World
  /// The loop of the main thread; `default` and `tracking` are its common modes, as with UIKit.
  public let loop: SimulatedRunLoop
  /// The display.
  public let display: Display

  private let setting: Setting
  package let recorder: TraceRecorder
  package let transaction: RenderTransaction
  private var generators: [LoadGenerator] = []
  var timers: [String: SimulatedRunLoop.Timer] = [:]
  var links: [String: DisplayLink] = [:]

  /// Sets a stage.
  ///
  /// - Parameters:
  ///   - setting: What is put on it.
  ///   - seed: Where all its randomness comes from.
  ///   - profile: Which platform's loop it has.
  ///   - detail: How much its trace keeps.
  public init(
    _ setting: Setting, seed: UInt64, profile: Profile = .darwin,
    detail: Trace.Detail = .measurements
  ) {
    self.setting = setting
    world = World(eventsPerRun: Self.eventLimit)
    world.stretch = setting.stretch
    recorder = TraceRecorder(
      world, into: Trace(detail: detail, expectedCount: Self.expectedRecords(of: setting)))
    loop = SimulatedRunLoop(in: world, recorder: recorder, profile: profile)
    loop.addCommonMode(.tracking)
    display = Display(setting.panel, in: world, seed: seed, recorder: recorder)
    transaction = RenderTransaction(in: loop, for: display)
    if let law = setting.renderCost {
      var stream = RandomStream(seed: seed, name: "render server")
      transaction.renderCost = { law.draw(from: &stream) }
    }
    for driver in setting.drivers { place(driver, seed: seed) }
    recorder.describe { header in
      for driver in setting.drivers {
        header.targets[driver.name] = driver.targetCadence
        header.trajectories[driver.name] = driver.motion?.trajectory
      }
    }
    for action in setting.actions { place(action) }
    for gesture in setting.gestures { place(gesture) }
    let end = Instant.at(setting.duration)
    generators = setting.loads.map { LoadGenerator($0, in: loop, seed: seed, until: end) }
    if let law = setting.wakeUpDelay {
      var stream = RandomStream(seed: seed, name: "wake-up delay")
      loop.wakeUpDelay = { law.draw(from: &stream) }
    }
  }

  /// More events than six hours of a timer and a link at 120 Hz; their trace would take 1 GB.
  static let eventLimit = 10_000_000

  /// About how many records a run leaves: a vsync a refresh, and five for each firing.
  private static func expectedRecords(of setting: Setting) -> Int {
    let refreshes = setting.duration / setting.panel.rate.period
    return Int(min(refreshes, 1e6)) * (1 + 5 * setting.drivers.count)
  }

  /// Runs the loop in the default mode to the end of the setting.
  ///
  /// - Returns: What happened. A record of kind `ended` marks the end of the run; what follows it
  ///   was only winding down.
  /// - Throws: ``WorldFailure`` if time stood still or too much happened.
  public func run() throws(WorldFailure) -> Trace {
    placeEnd(at: .at(setting.duration))
    loop.run(.default, for: setting.duration)
    if let failure = world.failure { throw failure }
    return recorder.trace
  }

  // MARK: What is placed on the stage

  /// Records the end of the run, and sees to it that the loop notices.
  ///
  /// By its class, the end comes after everything else that is due at that instant. From then on the
  /// loop is woken again and again, at ever longer intervals, until its limit ends it: a nested run may
  /// have swallowed the limit's own wake-up (R99), and the real loop would then sleep on.
  private func placeEnd(at end: Instant) {
    var hasEnded = false
    var pause = Duration.milliseconds(1)
    var device: World.Device?
    device = world.makeDevice("end of the run", priority: .end) {
      [unowned loop, unowned recorder] world in
      if hasEnded { loop.wakeUp() } else { recorder.record(.ended) }
      hasEnded = true
      if let device { world.schedule(device, at: world.now.advanced(by: pause)) }
      pause *= 2
    }
    if let device { world.schedule(device, at: end) }
  }

  /// Lets the tasks of a load arrive from now on.
  package func place(_ load: Load, seed: UInt64) {
    generators.append(LoadGenerator(load, in: loop, seed: seed, until: .distantFuture))
  }

  /// A touch signals a source; its callout runs the loop in the tracking mode until the finger
  /// lifts, as a scroll view's does.
  package func place(_ gesture: Gesture) {
    let end = gesture.begins.advanced(by: gesture.lasts)
    let subject = loop.subject(named: gesture.name)
    let touch = loop.makeSource(gesture.name) { loop in
      loop.record(.input(subject, happened: gesture.begins))
      let left = loop.world.now.duration(to: end)
      if left > .zero { loop.run(.tracking, for: left) }
    }
    loop.add(touch, to: .default)
    world.at(gesture.begins, gesture.name) { [unowned loop] _ in
      loop.signal(touch)
      loop.wakeUp()
    }
    if let interval = gesture.moves { placeMoves(of: gesture, every: interval, until: end) }
  }

  /// Every move of a finger signals another source; those that wait are handled all at once.
  private func placeMoves(of gesture: Gesture, every interval: Duration, until end: Instant) {
    let name = "\(gesture.name) moves"
    let subject = loop.subject(named: name)
    var waiting: [Instant] = []
    let moves = loop.makeSource(name) { loop in
      for move in waiting { loop.record(.input(subject, happened: move)) }
      waiting.removeAll(keepingCapacity: true)
    }
    loop.add(moves, to: .tracking)
    var device: World.Device?
    device = world.makeDevice(name) { [unowned loop] world in
      waiting.append(world.now)
      loop.signal(moves)
      loop.wakeUp()
      let next = world.now.advanced(by: interval)
      if let device, next < end { world.schedule(device, at: next) }
    }
    let first = gesture.begins.advanced(by: interval)
    if let device, first < end { world.schedule(device, at: first) }
  }
}
