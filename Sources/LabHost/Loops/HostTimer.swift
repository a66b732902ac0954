import CoreFoundation
import LabTrace

/// A timer that is a driver, on the host.
final class HostTimer {
  let subject: TraceSubject
  let first: Int64
  let interval: Int64
  let tolerance: Int64
  let draw: () -> Int64
  var timer: CFRunLoopTimer?
  /// The next date, of a timer that counts those that it answers.
  private(set) var upcoming: Int64

  init(
    subject: TraceSubject, first: Int64, interval: Int64, tolerance: Int64,
    draw: @escaping () -> Int64
  ) {
    (self.subject, self.first, self.interval) = (subject, first, interval)
    (self.tolerance, self.draw, upcoming) = (tolerance, draw, first)
  }

  /// How many dates have passed that are not answered.
  func passed(at now: Int64) -> Int64 {
    now < upcoming ? 0 : (now - upcoming) / max(1, interval) + 1
  }

  /// Answers some dates at once, and returns the earliest.
  func advance(by count: Int64) -> Int64 {
    defer { upcoming += count * interval }
    return upcoming
  }

  /// The date that the current callback of the run loop's timer answers, on its grid.
  ///
  /// The timer shows it by the wall clock, which is read together with the monotonic one: if the
  /// thread was interrupted between them, they are read again.
  func due(on machine: any HostMachine) -> Int64 {
    var shown: Int64 = 0
    for _ in 0..<8 {
      let before = machine.now
      let late = CFAbsoluteTimeGetCurrent() - CFRunLoopTimerGetNextFireDate(timer)
      let after = machine.now
      shown = (before + after) / 2 - Int64(late * 1e9)
      if after - before < interval / 4 { break }
    }
    return first + max(0, (shown - first + interval / 2) / interval) * interval
  }

  /// The first date of the grid after an instant, and how many dates before it are missed.
  func next(after instant: Int64, due: Int64) -> (date: Int64, missed: Int64) {
    let missed = max(0, instant - due) / interval
    return (due + (missed + 1) * interval, missed)
  }
}
