import LabMetrics

/// The numbers of a list under a mechanism.
struct SeriesMeasurement {
  private(set) var findings: [SeriesFinding] = []
  private let course: Course
  private let fit: Fit

  init(_ course: Course, _ decision: Decision, asked: Double?) {
    (self.course, fit) = (course, decision.best)
    let count = Double(course.intervals.count)
    add(.count, count)
    add(.meanMs, (course.times.last ?? 0) / count)
    add(.medianMs, course.usual)
    add(.longestMs, course.intervals.max() ?? 0)
    if let asked { add(.askedMs, asked) }
    addPeriod()
    add(.jitterMs, fit.scale)
    if let asked, fit.kind != .jitter, fit.kind != .merged { addLag(asked) }
    switch fit.kind {
    case .locked, .quantum: addMultiple()
    case .beat, .merged: addBeat()
    case .grid where decision.first == .locked: addMultiple()
    case .grid: addMissed()
    case .anew, .jitter: break
    }
    if decision.first == .gap || decision.first == .burst { addGap() }
  }

  private mutating func add(_ name: SeriesFinding.Name, _ value: Double) {
    findings.append(SeriesFinding(name: name, value: value))
  }

  /// The period with what it may be off, by the instants that belong to the grid.
  private mutating func addPeriod() {
    guard [.grid, .locked, .quantum, .beat].contains(fit.kind) else {
      if fit.kind == .anew { addMean() } else if fit.kind == .merged { add(.periodMs, fit.period) }
      return
    }
    guard let line = PeriodLine(course.calmTimes, near: fit, resolution: course) else {
      add(.periodMs, fit.period)
      return
    }
    add(.periodMs, line.period)
    add(.periodErrorMs, line.error)
    let rate = 1000 / line.period
    add(.rateHz, rate)
    add(.rateErrorHz, rate * line.error / line.period)
    add(.chancePercent, min(100, 100 * line.spread / (line.period * 0.28867513459481287)))
  }

  /// The mean of intervals that do not depend on one another, with what it may be off.
  private mutating func addMean() {
    let count = Double(course.calm.count)
    let mean = course.calm.reduce(0, +) / count
    add(.periodMs, mean)
    guard count > 2 else { return }
    let square = course.calm.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (count - 1)
    let quantile = StudentQuantile.of(degrees: course.calm.count - 1)
    // What hardly differs may have been rounded to one side in all of them.
    let step =
      course.isRounded && square < course.resolution * course.resolution
      ? course.resolution / 2 : 0
    add(.periodErrorMs, quantile * (square / count).squareRoot() + step)
  }

  /// By medians of three at each end, so that one late callback does not count.
  private mutating func addLag(_ asked: Double) {
    let lag = lag(beyond: asked)
    if fit.kind == .anew || fit.kind == .locked || fit.kind == .quantum { add(.lagMs, lag) }
    if fit.kind != .beat, asked + lag > 0 {
      // A grid that misses dates is not behind.
      let steady = fit.kind == .grid ? fit.period * Double(fit.multiple) - asked : lag
      add(.behindSPerHour, 3600 * steady / (asked + steady))
      if let error = findings.first(where: { $0.name == .periodErrorMs })?.value {
        add(.behindErrorSPerHour, 3600 * error * Double(fit.multiple) / (asked + steady))
      }
    }
  }

  private func lag(beyond asked: Double) -> Double {
    // What follows a gap is no full interval.
    if course.gap != nil { return course.usual - asked }
    let offsets = course.times.enumerated().map { $1 - Double($0) * asked }
    let reach = min(3, offsets.count / 2)
    let span = Double(offsets.count - reach)
    return (median(Array(offsets.suffix(reach))) - median(Array(offsets.prefix(reach)))) / span
  }

  private mutating func addMultiple() {
    add(.multiple, Double(fit.multiple))
    add(.sharePercent, 100 * fit.share)
  }

  private mutating func addMissed() {
    guard let grid = Grid(course.calmTimes, near: fit.period, within: 0.0002) else { return }
    let steps = grid.dates(of: course.calmTimes).steps
    add(.missed, steps.reduce(0.0) { $0 + Double($1 - 1) })
  }

  private mutating func addBeat() {
    guard let other = fit.other, other > 0 else { return }
    add(.otherPeriodMs, other)
    let ratio = other / fit.period
    let rate =
      fit.kind == .merged ? abs(1 / fit.period - 1 / other) : (ratio - ratio.rounded(.down)) / other
    add(.changesPerHour, 3_600_000 * rate)
  }

  private mutating func addGap() {
    guard let gap = course.gap else { return }
    let length = course.intervals[gap.place]
    add(.gapMs, length)
    add(.gapAtMs, course.times[gap.place])
    let passed = (length / course.usual).rounded() - 1
    add(.lost, max(0, passed - Double(gap.burst)))
    if gap.burst > 0 { add(.caughtUp, Double(gap.burst)) }
  }
}

/// A straight line through instants against the numbers of their dates.
///
///     period = Σ (k − k̄)(t − t̄) / Σ (k − k̄)²
///     error = t(0.975, n − 2) √(Σ r² / ((n − 2) Σ (k − k̄)²))
struct PeriodLine {
  /// The slope in milliseconds a date.
  let period: Double
  /// Half of the interval that holds the period with 95 %.
  let error: Double
  /// The standard deviation of the instants about the line.
  let spread: Double

  /// Draws the line; `nil` for fewer than four instants or dates, or no period.
  ///
  /// Instants farther from the grid than twelve times its scale are left out: they were held up.
  init?(_ times: [Double], near fit: Fit, resolution course: Course) {
    guard let grid = Grid(times, near: fit.period, within: 0.002) else { return nil }
    let limit = max(12 * fit.scale, 3 * course.resolution)
    var points: [(date: Double, time: Double)] = []
    points.reserveCapacity(times.count)
    let origin = grid.number(times[times.count / 2])
    let middle = times[times.count / 2]
    for time in times where grid.error(time).magnitude <= limit {
      points.append((grid.number(time) - origin, time - middle))
    }
    let count = Double(points.count)
    guard points.count >= 4 else { return nil }
    let date = points.reduce(0) { $0 + $1.date } / count
    let time = points.reduce(0) { $0 + $1.time } / count
    var (square, product) = (0.0, 0.0)
    for point in points {
      square += (point.date - date) * (point.date - date)
      product += (point.date - date) * (point.time - time)
    }
    guard square > 0 else { return nil }
    let slope = product / square
    var rest = 0.0
    for point in points {
      let off = point.time - time - slope * (point.date - date)
      rest += off * off
    }
    let least = course.resolution * course.resolution / 12
    let variance = max(rest / (count - 2), least)
    let quantile = StudentQuantile.of(degrees: points.count - 2)
    // What each interval was rounded by may lie to one side in all of them.
    let hidden = course.isRounded ? course.resolution / 2 / Double(max(1, fit.multiple)) : 0
    (period, spread) = (slope, variance.squareRoot())
    error = quantile * (variance / square).squareRoot() + hidden
  }
}
