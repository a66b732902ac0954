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
    let costs = Cell(driver.costStream(seed: seed))
    let player = driver.motion.map { MotionPlayer($0, of: driver.name, in: loop, transaction) }
    let subject = loop.subject(named: driver.name)
    let begins = driver.begins
    let interval = driver.source.interval
    let firstFire = driver.source.timer?.firstFire ?? begins.advanced(by: interval)
    // The loop is there as long as it calls back.
    let lent = Unowned(loop)
    let host = DriverHost(driver, in: loop, on: display, firstFire: firstFire) {
      [transaction, world, unowned display] call in
      let cost = driver.cost.draw(for: call.due, from: &costs.value)
      if let player {
        let moment = Moment(
          now: world.now, due: call.due, timestamp: call.link?.timestamp ?? display.timestamp,
          target: call.link?.targetTimestamp ?? display.target)
        player.callBack(at: moment, spending: cost)
      } else {
        world.spend(cost)
        lent.use {
          transaction.update(by: subject, animationTime: call.timestamp, due: call.due, in: $0)
        }
      }
    }
    hosts.append((driver.name, host))
    // Every start is like the first one: as long before the first fire date.
    let delay = firstFire > begins ? begins.duration(to: firstFire) : interval
    place(driver.lives, of: host, driver.name, firstAfter: delay)
    guard let player else { return }
    players.append(player)
    player.drive(host, firstAfter: delay)
  }

  /// Lets a driver that runs begin and end as often as it lives.
  private func place(
    _ lives: [Driver.Life], of host: DriverHost, _ name: String, firstAfter delay: Duration
  ) {
    guard let first = lives.first else { return }
    require(
      zip(lives, lives.dropFirst()).allSatisfy { $0.ends ?? .distantFuture <= $1.begins },
      "the lives of ‘\(name)’ overlap")
    if first.begins > .start { host.rest() }
    for life in lives {
      if life.begins > .start {
        world.at(life.begins, "begin of \(name)") { [weak host] world in
          host?.run(firstAt: world.now.advanced(by: delay))
        }
      }
      if let end = life.ends {
        world.at(end, "end of \(name)") { [weak host] _ in host?.rest() }
      }
    }
  }

  func place(_ action: DriverAction) {
    world.at(action.instant, "\(action.kind.rawValue) \(action.driver)") {
      [weak host = hosts.last { $0.name == action.driver }?.host] _ in
      host?.perform(action.kind)
    }
  }
}
