import LabKernel

/// What went wrong with the steps from one new frame to the next.
///
/// Steps beside a dropped slot are left out: what is wrong with them is counted as the drop.
struct StepSums: Sendable {
  /// The steps that differ from the target interval by half a refresh or more, of those that have
  /// one.
  var uneven: SymptomCounts.Count {
    SymptomCounts.Count(wrong: found.count { $0.isUneven }, all: judged)
  }
  /// The steps whose animation error is more than a tenth of a refresh, if more than one in a
  /// hundred are, else 0.
  var late: SymptomCounts.Count {
    let count = found.count { $0.isLate }
    return SymptomCounts.Count(wrong: count > all / 100 ? count : 0, all: all)
  }

  /// How many steps there are, and how many have a target interval.
  private var all = 0
  private var judged = 0
  /// The steps that are counted.
  private(set) var found: [Step] = []

  /// A step that is wrong, by the refreshes that first show the frames at both ends.
  struct Step: Sendable {
    let start: Int
    let end: Int
    let isUneven: Bool
    let isLate: Bool
  }

  /// Four instants are cut, each by less than a nanosecond, and a half is compared.
  private static let rounding: Int64 = 8

  init(_ run: DriverRun) {
    let (targets, slots) = (TargetIntervals(run), run.slots.all)
    // The first slot that was not looked at, and where the last dropped one began.
    var (slot, dropped) = (0, -1)
    for frame in run.shownFrames where frame.isStep {
      all += 1
      let target = targets[frame.start]
      let isJudged = target.interval > 0 && target.first == targets[frame.refresh].first
      if isJudged { judged += 1 }
      // Instants are cut to whole nanoseconds, and a tie counts.
      let isUneven =
        isJudged && 2 * abs(frame.duration - target.interval) + Self.rounding >= target.period
      let isLate = 10 * abs(frame.error) > target.period
      guard isUneven || isLate else { continue }
      while slot < slots.count, slots[slot].refreshes.lowerBound < frame.refresh {
        if slots[slot].isDropped { dropped = slots[slot].refreshes.lowerBound }
        slot += 1
      }
      guard dropped < frame.start else { continue }
      found.append(
        Step(start: frame.start, end: frame.refresh, isUneven: isUneven, isLate: isLate))
    }
  }
}

/// What the new frames of a motion's last run show of it, compared with the time that passes.
///
/// Frames that the render server works out by itself are left out: it moves as time does.
struct MotionSums: Sendable {
  /// How many new frames showed the motion.
  private(set) var frames = 0
  /// How many steps it makes from one to the next.
  var steps: Int { max(0, frames - 1) }
  /// How many of the frames show it at the same time as the frame before.
  private(set) var stale = 0
  /// How many of them go on by one and a half times the time that passed, or more.
  private(set) var jumped = 0
  /// How many of them look like the frame before, although the motion went on, if that is at least
  /// half of all; else 0.
  var wasted: Int { 2 * alike >= steps ? alike : 0 }

  /// The refreshes that show these first, stale and too far on, in ascending order.
  private(set) var wrong: [Int] = []

  private var alike = 0
  private var first: Row?
  private var last: Row?
  /// The last frame before the motion stood still.
  private var moving: Row?

  private struct Row {
    let photon: Int64
    let offset: Int64
    let place: Double
  }

  /// The smallest step that shows: a pixel of a screen with three a point.
  static let pixel = 1.0 / 3

  /// Of how many frames it is told whether a motion is too fast or too slow.
  private static let fewFrames = 10

  /// Looks at all new frames of the last motion; `nil` if the driver moves nothing.
  init?(_ run: DriverRun) {
    let pictures = run.log.motion.pictures
    guard let motion = run.log.motion.run, pictures.count == run.log.updates.count else {
      return nil
    }
    for (refresh, shown) in run.presentation.shown.enumerated() where shown >= motion.firstUpdate {
      add(pictures[Int(shown)], at: run.times.vsyncs[refresh], refresh)
    }
  }

  /// Adds the next new frame.
  private mutating func add(_ picture: MotionLog.Picture, at photon: Int64, _ refresh: Int) {
    guard !picture.isHandedOver else { return }
    let row = Row(photon: photon, offset: picture.offset, place: picture.place)
    frames += 1
    if let last {
      let step = row.offset - last.offset
      if step == 0 {
        stale += 1
        wrong.append(refresh)
      } else {
        moving = last
        // Both are cut to whole nanoseconds, and one and a half times counts.
        if 2 * step + 4 >= 3 * (photon - last.photon) {
          jumped += 1
          wrong.append(refresh)
        }
        if Self.pixels(row.place) == Self.pixels(last.place) { alike += 1 }
      }
    }
    if first == nil { first = row }
    last = row
  }

  /// Whether the motion got on sooner than the time passed.
  var isFast: Bool {
    guard let first, let end = moving else { return false }
    return end.offset - first.offset > end.photon - first.photon
  }

  private static func pixels(_ place: Double) -> Double { (place / pixel).rounded(.down) }

  /// How far the time of the motion and the time that passed are apart, if that is a tenth or more,
  /// else 0, of the longer of both; `nil` for fewer than ten frames.
  ///
  /// Its last step may be cut short by its end, and does not count. Without a meaning, too, if the
  /// driver rested meanwhile and went on.
  func speed(pauses: [TimeSpan]) -> SymptomCounts.Count? {
    guard frames >= Self.fewFrames, let first, let end = moving, end.photon > first.photon,
      !pauses.contains(where: { $0.end > first.photon && $0.end < end.photon })
    else { return nil }
    let (wanted, got) = (end.photon - first.photon, end.offset - first.offset)
    let departure = abs(got - wanted)
    return SymptomCounts.Count(
      wrong: departure * 10 >= wanted ? departure : 0, all: max(wanted, got))
  }
}

/// What went wrong with the dates of a driver, firing by firing.
struct DateSums: Sendable {
  /// How many callbacks of one that does not draw began later than is allowed.
  private(set) var late = 0
  /// How many of its callbacks began less than half an interval after the one before.
  private(set) var close = 0
  /// How late the last callback is by the clock that was asked for, if it falls behind steadily;
  /// else 0.
  private(set) var behind: Int64 = 0

  /// By how many callbacks it is told whether a timer falls behind steadily.
  static let steadyCount = 10

  init(_ run: DriverRun) {
    if !run.draws || !run.hasDisplay { judge(run.log, run.times, run.wall) }
    if run.log.timer.hasShifted { behind = Self.behind(run.log) }
  }

  /// Judges the firings of a driver that does not draw.
  private mutating func judge(
    _ log: borrowing DriverLog, _ times: borrowing RefreshTimes, _ wall: WallClock?
  ) {
    var (interval, limit) = (log.interval, log.latenessLimit)
    for place in log.measured {
      let firing = log.firings[place]
      if log.isLink { (interval, limit) = log.pace(at: firing.began, times) }
      let lateness = wall.map { log.wallLateness(of: place, $0) } ?? firing.lateness
      if lateness > limit { late += 1 }
      if place > log.measured.lowerBound, log.isClose(place, interval: interval) { close += 1 }
    }
  }

  /// Follows a timer whose dates may have left the grid that was asked for.
  ///
  ///     e(i) = began(i) − date asked for(i)
  ///
  /// It falls behind steadily if since its dates left the grid, of any ten callbacks the last is
  /// behind the first by more than 500 ppm of the time between them.
  private static func behind(_ log: borrowing DriverLog) -> Int64 {
    var errors: [Int64] = []
    for place in log.measured {
      let shift = log.detail(of: place).shift
      if shift == 0 { errors = [] } else { errors.append(log.firings[place].lateness + shift) }
    }
    guard errors.count >= steadyCount, let last = errors.last else { return 0 }
    let least = Int128(log.interval) * Int128(steadyCount - 1)
    let isSteady = zip(errors, errors.dropFirst(steadyCount - 1)).allSatisfy { first, last in
      (Int128(last) - Int128(first)) * 2000 > least
    }
    return isSteady ? max(0, last) : 0
  }
}

extension DriverLog {
  /// How late a callback may be that is not late: a quarter of the interval, whatever the tolerance
  /// of a timer allows; of one that fires once 100 ms.
  var latenessLimit: Int64 {
    guard !isLink else { return tolerance }
    return interval > 0 ? interval / 4 : 100_000_000
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
