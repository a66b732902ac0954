import LabKernel
import LabLoop
import LabTrace
import LoopScenarios

/// The lab's loop, by default in the profile of Linux, as something that plays scenarios.
final class SimulatedLoop: LoopHost {
  private let world = World()
  private let earlyThread: EarlyThread
  let loop: SimulatedRunLoop
  private var objects: [Int: any LoopItem] = [:]
  /// The tolerance of each timer, by the index of its item.
  private let tolerances: [Int64]
  private var clock = WallClock()

  private init(profile: Profile, isMain: Bool, tolerances: [Int64]) {
    self.tolerances = tolerances
    earlyThread = EarlyThread(in: world)
    loop = SimulatedRunLoop(in: world, profile: profile, isMain: isMain)
  }

  /// Plays a scenario from its beginning.
  static func play(
    _ scenario: Scenario, profile: Profile = .linux, tolerances: [Int64] = []
  ) -> Timeline {
    let host = SimulatedLoop(
      profile: profile, isMain: scenario.isMain, tolerances: tolerances)
    let player = Player(scenario, on: host)
    player.play()
    return player.timeline
  }

  /// Plays a scenario, and returns what a recorder would tell of it with observers of the given
  /// orders.
  static func record(
    _ scenario: Scenario, orders: (first: Int, last: Int) = (.min, .max)
  ) -> Timeline {
    let host = SimulatedLoop(profile: .linux, isMain: scenario.isMain, tolerances: [])
    let log = SightLog()
    let watched = WatchedHost(host) { log.see($0, on: host) }
    Player(scenario.withProbes(orders), on: watched).play()
    return log.timeline
  }

  var now: Int64 { world.now.nanoseconds }

  var wall: Int64 { clock.time(at: now) / 1_000 * 1_000 }

  func sleepMachine(_ length: Int64) {
    clock.add(WallClock.Sleep(at: world.now, for: .nanoseconds(length)))
  }

  var isDead: Bool { world.failure != nil }

  func spend(_ duration: Int64) { world.spend(.nanoseconds(duration)) }

  func schedule(at time: Int64, isEarly: Bool, _ action: @escaping () -> Void) {
    let instant = Instant(nanoseconds: time)
    if isEarly {
      earlyThread.schedule(at: instant, action)
    } else {
      world.at(instant, "another thread") { _ in action() }
    }
  }

  func giveUp() { world.fail(.tooManyEvents(at: world.now, events: 0, busiest: [])) }

  // MARK: Items

  func create(_ index: Int, _ item: Scenario.Item, callout: @escaping (Activities) -> Void) {
    objects[index] =
      switch item.kind {
      case .timer(let date, let interval):
        loop.makeTimer(
          item.name, at: Instant(nanoseconds: date), every: .nanoseconds(interval),
          tolerance: .nanoseconds(index < tolerances.count ? tolerances[index] : 0)
        ) { _, _ in callout([]) }
      case .source: loop.makeSource(item.name, order: item.order) { _, _ in callout([]) }
      case .port: loop.makePort(item.name) { _, _ in callout([]) }
      case .observer(let activities, let once):
        loop.makeObserver(
          item.name, of: SimulatedRunLoop.Activities(rawValue: UInt8(activities.rawValue)),
          order: item.order, repeats: !once
        ) { _, activity in callout(Activities(rawValue: UInt(activity.rawValue))) }
      case .block, .mainBlock: nil
      }
  }

  func add(_ index: Int, to mode: String) {
    if let item = objects[index] { loop.add(item, to: name(mode)) }
  }

  func remove(_ index: Int, from mode: String) {
    if let item = objects[index] { loop.remove(item, from: name(mode)) }
  }

  func contains(_ index: Int, in mode: String) -> Bool {
    objects[index].map { loop.contains($0, in: name(mode)) } ?? false
  }

  func invalidate(_ index: Int) {
    if let item = objects[index] { loop.invalidate(item) }
  }

  func isValid(_ index: Int) -> Bool { objects[index].map { loop.isValid($0) } ?? false }

  func setDate(_ index: Int, _ date: Int64) {
    guard let timer = objects[index] as? SimulatedRunLoop.Timer else { return }
    loop.setFireDate(of: timer, to: Instant(nanoseconds: date))
  }

  func nextDate(_ index: Int) -> Int64? {
    guard let timer = objects[index] as? SimulatedRunLoop.Timer else { return nil }
    return loop.fireDate(of: timer).map(wholeMicroseconds)
  }

  func interval(_ index: Int) -> Int64 {
    guard let timer = objects[index] as? SimulatedRunLoop.Timer else { return 0 }
    return loop.interval(of: timer).wholeNanoseconds
  }

  func signal(_ index: Int) {
    if let source = objects[index] as? SimulatedRunLoop.Source { loop.signal(source) }
  }

  func ring(_ index: Int) {
    if let port = objects[index] as? SimulatedRunLoop.Port { loop.ring(port) }
  }

  // MARK: The loop

  func wake() { loop.wakeUp() }

  func stop() { loop.stop() }

  func stop(_ mode: String) { loop.stop(name(mode)) }

  func perform(in modes: [String], _ block: @escaping () -> Void) {
    loop.perform(in: modes.map(name)) { _ in block() }
  }

  func enqueue(_ block: @escaping () -> Void) { loop.performOnMainQueue { _ in block() } }

  func makeCommon(_ mode: String) { loop.addCommonMode(name(mode)) }

  func run(_ mode: String, limit: Int64?, returnsAfterSource: Bool) -> RunResult? {
    let result = loop.run(
      name(mode), for: limit.map { .nanoseconds($0) },
      returnAfterSourceHandled: returnsAfterSource)
    return switch result {
    case .finished: .finished
    case .stopped: .stopped
    case .timedOut: .timedOut
    case .handledSource: .handledSource
    case .abandoned: nil
    }
  }

  func nextDate(inMode mode: String) -> Int64? {
    loop.nextTimerFireDate(in: name(mode)).map(wholeMicroseconds)
  }

  var isWaiting: Bool { loop.isWaiting }

  var currentMode: String? { loop.currentMode?.name }

  var modeCount: Int { loop.allModes.count }

  func name(_ mode: String) -> SimulatedRunLoop.Mode { SimulatedRunLoop.Mode(mode) }

  /// A date to the microsecond, as the real loop's wall clock shows it.
  func wholeMicroseconds(_ date: Instant) -> Int64 {
    Int64((Double(date.nanoseconds) / 1_000).rounded()) * 1_000
  }
}
