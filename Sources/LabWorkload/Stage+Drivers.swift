import LabDisplay
import LabKernel
import LabLoop
import LabMotion
import LabTrace

extension Stage {
  /// Makes a driver, and hands it over to what it moves.
  func place(_ driver: Driver, seed: UInt64) {
    let work = DriverWork(driver, seed: seed, transaction, display)
    let begins = driver.motion?.starts[0] ?? .start
    let interval = driver.source.interval
    let firstFire = driver.source.timer?.firstFire ?? begins.advanced(by: interval)
    let host = DriverHost(driver, in: loop, on: display, firstFire: firstFire) {
      work.callBack($0, in: $1)
    }
    hosts.append(host)
    guard let motion = driver.motion else { return }
    let player = MotionPlayer(motion, of: host, in: loop, transaction)
    work.player = player
    players.append(player)
    // Every start is like the first one: as long before the first fire date.
    player.drive(firstAfter: firstFire > begins ? begins.duration(to: firstFire) : interval)
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
    let cost = cost.draw(from: &costs)
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
