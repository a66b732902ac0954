import LabBrowser
import LabDisplay
import LabKernel
import LabLoop
import LabMotion
import LabTrace

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
