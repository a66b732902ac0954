/// A list as the candidates see it: instants, the intervals between them, and what to leave out.
struct Course {
  /// The instants in milliseconds, one more than intervals.
  let times: [Double]
  /// The intervals in milliseconds.
  let intervals: [Double]
  /// The step to which the numbers are told, in milliseconds.
  let resolution: Double
  /// The middle of the intervals that belong to no gap, at least a grid's shortest period.
  let usual: Double
  /// The one long gap, if there is one.
  let gap: Gap?

  /// One interval that is far longer than the others.
  struct Gap {
    /// Its place among the intervals.
    let place: Int
    /// How many intervals after it are much too short: dates that are caught up with.
    let burst: Int
  }

  /// Whether each interval was rounded by itself, so that their sum is not exact.
  let isRounded: Bool
  /// The intervals that no gap disturbs.
  let calm: [Double]
  /// The instants that no gap disturbs; all but those that were caught up with.
  let calmTimes: [Double]
  /// Whether the calm intervals are one number.
  let isConstant: Bool
  /// The calm intervals as whole milliseconds, if the numbers tell fractions of them.
  let wholeParts: WholeParts?

  /// Intervals as whole milliseconds, and how long the description of their fractions is.
  struct WholeParts {
    let numbers: [Int]
    let code: ResidualCodeLength
  }

  /// Takes intervals apart.
  init(_ intervals: [Double], resolution: Double, isRounded: Bool, asked: Double?) {
    self.intervals = intervals
    self.resolution = resolution
    self.isRounded = isRounded
    var times = [0.0]
    times.reserveCapacity(intervals.count + 1)
    var sum = 0.0
    for interval in intervals {
      sum += interval
      times.append(sum)
    }
    self.times = times
    let middle = Self.middle(intervals)
    let gap = Self.gap(in: intervals, beyond: max(asked ?? 0, middle), asked ?? middle)
    self.gap = gap
    if let gap {
      let calm = intervals.indices.filter { !gap.holds($0) }.map { intervals[$0] }
      (self.calm, usual) = (calm, Self.middle(calm))
      calmTimes = Array(times[...gap.place] + times[(gap.place + 1 + gap.burst)...])
    } else {
      (calm, calmTimes, usual) = (intervals, times, middle)
    }
    let first = calm.first
    isConstant = calm.allSatisfy { $0 == first }
    wholeParts = resolution <= 0.2 ? Self.wholeParts(calm, resolution) : nil
  }

  /// Takes the first intervals of a course apart.
  init(_ intervals: [Double], like course: Course, asked: Double?) {
    self.init(
      intervals, resolution: course.resolution, isRounded: course.isRounded, asked: asked)
  }

  /// The middle of intervals, or of those that are long enough for a grid if most are shorter.
  private static func middle(_ intervals: [Double]) -> Double {
    let middle = median(intervals)
    if middle >= Grid.least { return middle }
    return max(Grid.least, median(intervals.filter { $0 >= Grid.least }))
  }

  private static func wholeParts(_ calm: [Double], _ resolution: Double) -> WholeParts? {
    guard let grid = Grid(calm, near: 1, within: 0) else { return nil }
    return WholeParts(
      numbers: calm.map { integer(grid.number($0)) },
      code: ResidualCodeLength(calm.lazy.map(grid.error), resolution: resolution))
  }

  /// The bits of a gap's place and length, and of the short intervals that follow at once.
  func bits(of gap: Gap) -> Double {
    let short = intervals[(gap.place + 1)...].prefix(gap.burst)
    let mean = short.reduce(0, +) / Double(max(1, short.count))
    return LabSeries.bits(Double(intervals.count)) + 3
      + LabSeries.bits(max(1, intervals[gap.place] / resolution))
      + Double(short.count) * (LabSeries.bits(max(1, mean / resolution)) + 1.44)
  }

  /// A gap is longer than 2.6 usual intervals and than 1.8 times the second longest.
  private static func gap(in intervals: [Double], beyond usual: Double, _ asked: Double) -> Gap? {
    var (longest, second, place) = (0.0, 0.0, 0)
    for (index, interval) in intervals.enumerated() where interval > second {
      if interval > longest {
        (longest, second, place) = (interval, longest, index)
      } else {
        second = interval
      }
    }
    guard longest > 2.6 * usual, longest > 1.8 * second else { return nil }
    // At most as many dates as passed meanwhile can be caught up with.
    let most = integer(min(longest / asked + 1, 1e6))
    let short = intervals[(place + 1)...].prefix(most).prefix { $0 < 0.55 * asked }.count
    // What is left is explained, and must be something.
    guard intervals.count - short > 2 else { return nil }
    return Gap(place: place, burst: short)
  }
}

extension Course.Gap {
  /// Whether an interval is the gap, or one of the short ones after it.
  func holds(_ index: Int) -> Bool { place...(place + burst) ~= index }
}
