import LabDisplay
import LabKernel
import LabLoop
import LabMotion
import LabTrace

extension Stage {
  /// Makes a driver, and hands it over to what it moves.
  func place(_ driver: Driver, seed: UInt64) {
    let costs = Cell(RandomStream(seed: seed, name: "costs of \(driver.name)"))
    let player = driver.motion.map { MotionPlayer($0, of: driver.name, in: loop, transaction) }
    let subject = loop.subject(named: driver.name)
    let callBack: CallBack = { [transaction, world] due, animationTime, moment in
      let cost = driver.cost.draw(from: &costs.value)
      if let player {
        player.callBack(at: moment(), spending: cost + player.cost)
      } else {
        world.spend(cost)
        transaction.update(by: subject, animationTime: animationTime, due: due)
      }
    }
    let source =
      switch driver.source {
      case .timer(let interval, let firstFire, let tolerance, let catchUp):
        placeTimer(driver, every: interval, firstAt: firstFire, tolerance, catchUp, callBack)
      case .link(let pace, let lateDelivery, let keepsPhase, let zeroTimestampOnResume):
        placeLink(
          driver, pace, lateDelivery, keepsPhase: keepsPhase,
          zeroTimestampOnResume: zeroTimestampOnResume, callBack)
      }
    if let player { players.append(player) }
    player?.drive(source)
  }

  /// What a driver calls; only what moves something asks for the moment.
  private typealias CallBack = (
    _ due: Instant, _ animationTime: Instant, _ moment: () -> Moment
  ) -> Void

  private func placeTimer(
    _ driver: Driver, every interval: Duration, firstAt date: Instant?, _ tolerance: Duration,
    _ catchUp: CatchUp, _ callBack: @escaping CallBack
  ) -> MotionPlayer.Source {
    let begins = driver.motion?.starts[0] ?? .start
    let first = date ?? begins.advanced(by: interval)
    let made = loop.makeTimer(
      driver.name, at: first, every: interval, tolerance: tolerance, catchUp: catchUp
    ) { [unowned display] loop in
      let now = loop.world.now
      let due = loop.firingTimer.flatMap { loop.fireDate(of: $0) } ?? now
      callBack(due, now) {
        Moment(now: now, due: due, timestamp: display.timestamp, target: display.target)
      }
    }
    timers[driver.name] = made
    for mode in driver.modes { loop.add(made, to: mode) }
    let subject = loop.subject(named: driver.name)
    // Every start is like the first one: as long before the first fire date.
    let delay = first > begins ? begins.duration(to: first) : interval
    return MotionPlayer.Source { [unowned loop] in
      loop.record(.resumed(subject))
      loop.setFireDate(of: made, to: loop.world.now.advanced(by: delay))
    } rest: { [unowned loop] in
      loop.record(.paused(subject))
      loop.setFireDate(of: made, to: .distantFuture)
    }
  }

  private func placeLink(
    _ driver: Driver, _ pace: LinkPace, _ lateDelivery: LateDelivery, keepsPhase: Bool,
    zeroTimestampOnResume: Bool, _ callBack: @escaping CallBack
  ) -> MotionPlayer.Source {
    let link = DisplayLink(
      driver.name, in: loop, on: display, pace: pace, lateDelivery: lateDelivery,
      keepsPhase: keepsPhase, zeroTimestampOnResume: zeroTimestampOnResume
    ) { link in
      callBack(link.due, link.timestamp) {
        Moment(
          now: link.loop.world.now, due: link.due, timestamp: link.timestamp,
          target: link.targetTimestamp)
      }
    }
    for mode in driver.modes { link.add(to: mode) }
    links[driver.name] = link
    return MotionPlayer.Source { [unowned link] in
      link.resume()
    } rest: { [unowned link] in
      link.pause()
    }
  }
}
