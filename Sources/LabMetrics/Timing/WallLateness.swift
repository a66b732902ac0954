import LabKernel
import LabTrace

extension DriverLog {
  /// How late a firing began by the clock on the wall.
  ///
  ///     L(i) = wall(began(i)) − wall(meant(i))
  ///
  /// The date of a timer by uptime was meant as long after it was set on that clock; a date within
  /// a sleep is meant for its end, when the machine can do something again. What is due by other
  /// clocks is meant for the instant at which it is due.
  @inline(__always)
  func wallLateness(of place: Int, _ wall: WallClock) -> Int64 {
    let firing = firings[place]
    return wall.time(at: firing.began) - wall.time(at: meant(place, wall))
  }

  private func meant(_ place: Int, _ wall: WallClock) -> Int64 {
    let due = firings[place].due
    guard source == .timer, !isByWallClock else { return due }
    let set = whenSet(place)
    return due > set ? wall.instant(of: wall.time(at: set) + (due - set)) : due
  }

  /// When the date of a firing of a timer was set: at the end of the firing before, or of a pause
  /// since then.
  private func whenSet(_ place: Int) -> Int64 {
    let firing = firings[place]
    let ended = place > 0 ? min(firings[place - 1].ended, firing.began) : 0
    let pause = pauses.partitionIndex { $0.end > firing.began }
    return max(ended, pause > 0 ? pauses[pause - 1].end : 0)
  }
}

extension DriverRun {
  /// The clock on the wall; `nil` if the machine never sleeps.
  var wall: WallClock? { facts.header.wall.hasSleeps ? facts.header.wall : nil }

  /// How late the measured firings began by the clock on the wall; empty if the machine never
  /// sleeps.
  var wallLateness: [Int64] {
    guard let wall else { return [] }
    return log.measured.map { log.wallLateness(of: $0, wall) }
  }

  /// By how much a sleep made a timer late at most, and for how long the machine slept in all;
  /// `nil` if its callbacks are late for other reasons.
  var sleptOver: (lateness: Duration, sleep: Duration)? {
    guard let wall, log.source == .timer, !log.isByWallClock,
      let place = log.measured.max(by: {
        log.wallLateness(of: $0, wall) < log.wallLateness(of: $1, wall)
      })
    else { return nil }
    let lateness = log.wallLateness(of: place, wall)
    guard lateness > 2 * log.firings[place].lateness else { return nil }
    return (.nanoseconds(lateness), .nanoseconds(wall.slept(by: log.firings[place].began)))
  }
}
