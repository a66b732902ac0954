import LabDisplay
import LabKernel
import LabLoop
import LabMotion
import LabTrace

extension Stage {
  /// Makes a driver, and hands it over to what it moves.
  func place(_ driver: Driver, seed: UInt64) {
    require(
      driver.lives.isEmpty || driver.motion == nil,
      "‘\(driver.name)’ has lives and a motion, which begins and ends it")
    let work = DriverWork(driver, seed: seed, transaction, display)
    let begins = driver.begins
    let interval = driver.source.interval
    let firstFire = driver.source.timer?.firstFire ?? begins.advanced(by: interval)
    let host = DriverHost(driver, in: loop, on: display, firstFire: firstFire) {
      work.callBack($0, in: $1)
    }
    hosts.append(host)
    // Every start is like the first one: as long before the first fire date.
    let delay = firstFire > begins ? begins.duration(to: firstFire) : interval
    place(driver.lives, of: host, firstAfter: delay)
    guard let motion = driver.motion else { return }
    let player = MotionPlayer(motion, of: host, in: loop, transaction)
    work.player = player
    players.append(player)
    player.drive(firstAfter: delay)
  }

  /// Lets a driver that runs begin and end as often as it lives.
  private func place(
    _ lives: [Driver.Life], of host: DriverHost, firstAfter delay: Duration
  ) {
    let name = host.name
    guard let first = lives.first else { return }
    require(
      zip(lives, lives.dropFirst()).allSatisfy { $0.ends ?? .distantFuture <= $1.begins },
      "the lives of ‘\(name)’ overlap")
    if first.begins > .start { host.rest() }
    for life in lives {
      if life.begins > .start {
        belongings.add(
          world.at(life.begins, "begin of \(name)") { [weak host] world in
            host?.run(firstAt: world.now.advanced(by: delay))
          })
      }
      if let end = life.ends {
        belongings.add(world.at(end, "end of \(name)") { [weak host] _ in host?.rest() })
      }
    }
  }

  func place(_ action: DriverAction) {
    let host = hosts.first { $0.name == action.driver }
    belongings.add(
      world.at(action.instant, "\(action.kind.rawValue) \(action.driver)") { [weak host] _ in
        host?.perform(action.kind)
      })
  }
}

/// What the callbacks of a driver do.
private final class DriverWork {
  private let cost: DurationLaw
  @safe @exclusivity(unchecked) private var costs: RandomStream
  private let transaction: RenderTransaction
  private let display: Display
  /// What it moves; `nil` if it only shows that something changed.
  var player: MotionPlayer?

  init(
    _ driver: Driver, seed: UInt64, _ transaction: RenderTransaction, _ display: Display
  ) {
    cost = driver.cost
    costs = driver.costStream(seed: seed)
    self.transaction = transaction
    self.display = display
  }

  func callBack(_ call: DriverHost.Call, in loop: SimulatedRunLoop) {
    let cost = cost.draw(for: call.due, from: &costs)
    if let player {
      let moment = Moment(
        now: loop.world.now, due: call.due, timestamp: call.link?.timestamp ?? display.timestamp,
        target: call.link?.targetTimestamp ?? display.target)
      player.callBack(at: moment, spending: cost)
    } else {
      loop.world.spend(cost)
      transaction.update(
        by: call.subject, animationTime: call.timestamp, due: call.due, in: loop)
    }
  }
}
