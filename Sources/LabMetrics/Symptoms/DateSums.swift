/// What went wrong with the dates of a driver, firing by firing.
struct DateSums: Sendable {
  /// How many callbacks of one that does not draw began later than is allowed.
  private(set) var late = 0
  /// How many of its callbacks began less than half an interval after the one before.
  private(set) var close = 0
  /// How late the last callback is by the clock that was asked for, if it falls behind steadily;
  /// else 0.
  var behind: Int64 { count >= Self.steadyCount && isSteady ? max(0, lastError) : 0 }

  /// By how many callbacks it is told whether a timer falls behind steadily.
  static let steadyCount = 10

  /// The last differences from the clock that was asked for, since the dates left its grid.
  private var errors: [Int64] = []
  private var count = 0
  private var lastError: Int64 = 0
  private var isSteady = true

  init(_ run: DriverRun) {
    if !run.draws || !run.hasDisplay { judge(run.log, run.times) }
    guard run.log.timer.hasShifted else { return }
    for place in run.log.measured {
      let shift = run.log.detail(of: place).shift
      follow(run.log.firings[place], shift: shift, interval: run.log.interval)
    }
  }

  /// Judges the firings of a driver that does not draw.
  private mutating func judge(_ log: borrowing DriverLog, _ times: borrowing RefreshTimes) {
    var (interval, limit) = (log.interval, log.latenessLimit)
    for place in log.measured {
      let firing = log.firings[place]
      if log.isLink { (interval, limit) = log.pace(at: firing.began, times) }
      if firing.lateness > limit { late += 1 }
      if place > log.measured.lowerBound, log.isClose(place, interval: interval) { close += 1 }
    }
  }

  /// Follows a timer whose dates may have left the grid that was asked for.
  ///
  ///     e(i) = began(i) − date asked for(i)
  ///
  /// It falls behind steadily if of any ten callbacks the last is behind the first by more than
  /// 500 ppm of the time between them.
  private mutating func follow(_ firing: Firing, shift: Int64, interval: Int64) {
    guard shift != 0 else {
      (errors, count, isSteady) = ([], 0, true)
      return
    }
    let error = firing.lateness + shift
    let place = count % Self.steadyCount
    if count < Self.steadyCount { errors.append(error) } else { errors[place] = error }
    count += 1
    lastError = error
    guard count >= Self.steadyCount else { return }
    let first = errors[count % Self.steadyCount]
    let growth = Int128(error) - Int128(first)
    if growth * 2000 <= Int128(interval) * Int128(Self.steadyCount - 1) { isSteady = false }
  }
}

extension DriverLog {
  /// How late a callback may be that is not late: the tolerance and a quarter of the interval; of
  /// one that fires once 100 ms.
  var latenessLimit: Int64 {
    guard !isLink else { return tolerance }
    return tolerance.addingSaturating(interval > 0 ? interval / 4 : 100_000_000)
  }

  /// How many dates were so late at the end of the run, and had no callback yet.
  func overdue(_ times: borrowing RefreshTimes) -> Int {
    var count: Int64 = 0
    for open in runs where open.outcome == .open {
      let limit = isLink ? pace(at: open.first, times).limit : latenessLimit
      let (bound, isBefore) = window.end.subtractingReportingOverflow(limit)
      guard !isBefore, bound > 0 else { continue }
      count += open.count(in: TimeSpan(begin: 0, end: bound))
    }
    return Int(count)
  }

  /// How far apart the dates of a link are at an instant, and how late its callbacks may be.
  func pace(at instant: Int64, _ times: borrowing RefreshTimes) -> (interval: Int64, limit: Int64) {
    let refresh = max(0, times.vsyncs.partitionIndex { $0 > instant } - 1)
    let interval = times.aim(from: refresh) * Int64(divider(at: instant))
    return (interval, latenessLimit.addingSaturating(interval / 4))
  }
}
