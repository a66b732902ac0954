import LabDisplay
import LabKernel
import LabLoop
import LabMotion
import LabTrace

extension Stage {
  /// Makes a driver, and hands it over to what it moves.
  func place(_ driver: Driver, seed: UInt64) {
    let costs = Cell(driver.costStream(seed: seed))
    let player = driver.motion.map { MotionPlayer($0, of: driver.name, in: loop, transaction) }
    let subject = loop.subject(named: driver.name)
    let begins = driver.motion?.starts[0] ?? .start
    let interval = driver.source.interval
    let firstFire = driver.source.timer?.firstFire ?? begins.advanced(by: interval)
    // The loop is there as long as it calls back.
    let lent = Unowned(loop)
    let host = DriverHost(driver, in: loop, on: display, firstFire: firstFire) {
      [transaction, world, unowned display] call in
      let cost = driver.cost.draw(from: &costs.value)
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
    guard let player else { return }
    players.append(player)
    // Every start is like the first one: as long before the first fire date.
    let delay = firstFire > begins ? begins.duration(to: firstFire) : interval
    player.drive(host, firstAfter: delay)
  }

  func place(_ action: DriverAction) {
    world.at(action.instant, "\(action.kind.rawValue) \(action.driver)") {
      [weak host = hosts.last { $0.name == action.driver }?.host] _ in
      host?.perform(action.kind)
    }
  }
}
