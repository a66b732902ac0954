/// How long the frames showed that stand out of their trailing average, for every width of it at
/// once.
///
/// How many frames the average of CapFrameX is taken over depends on the mean of all of them, which
/// is known only after the last. As long as all frames are kept, that width alone is asked for at
/// the end; else all widths are, while the run goes on, for the few frames that stand out of any
/// average.
///
///     stutters   d(i) > 2.5 × mean of the last w values s up to s(i)
///     s(i)       d(i−1) if d(i) > 3 d(i−1), else d(i)
struct StutterSums: Sendable {
  /// The widest average: that of frames of 2.6 s.
  static let widest = 512

  /// The widths that are asked for.
  private let widths: ClosedRange<Int>
  /// How long the frames were that stand out of the narrowest average, and one more; those of the
  /// wider ones are all the same.
  private var times: [Int64] = []
  private var timeOfWider: Int64 = 0
  /// The sum of all values before each of the last ones, cut to a word: their differences are
  /// exact.
  private var sumsBefore: [Int64] = []
  private var sum: Int64 = 0
  private var previous: Int64?
  private var least = Int64.max
  /// Whether all sums of so many values fit into a word five times.
  private var areSmall = true

  /// Creates the sums of no durations, with room for so many of them.
  init(widths: ClosedRange<Int>, expecting count: Int) {
    self.widths = widths
    sumsBefore.reserveCapacity(min(count, 2 * Self.widest))
  }

  /// How many frames the average is taken over, given the mean of all.
  static func width(mean: Double) -> Int {
    min(widest, max(1, Int(((mean / 1_000_000).squareRoot() * 10).rounded(.toNearestOrEven))))
  }

  @inline(__always)
  mutating func add(_ duration: Int64) {
    var smooth = duration
    if let previous, duration > 3 * previous { smooth = previous }
    if sumsBefore.count == 2 * Self.widest { sumsBefore.removeFirst(Self.widest) }
    sumsBefore.append(sum)
    sum &+= smooth
    previous = duration
    least = min(least, smooth)
    if duration >= 1 << 50 { areSmall = false }
    // No mean is below the least; a double is nowhere off by as much as 2.4 is below 2.5.
    if Double(duration) > 2.4 * Double(least) { compare(duration) }
  }

  private mutating func compare(_ duration: Int64) {
    let count = min(sumsBefore.count, widths.upperBound)
    let known = max(0, count - widths.lowerBound + 1)
    if times.count < known {
      times.append(contentsOf: repeatElement(timeOfWider, count: known - times.count))
    }
    let sums = sumsBefore[(sumsBefore.count - count)...]
    let standsOut = areSmall ? addSmall(duration, after: sums) : addLarge(duration, after: sums)
    // There are no more values for a wider one.
    if standsOut { timeOfWider += duration }
  }

  /// Compares a duration with the averages of the last values, as many as are asked for, and
  /// returns whether it stands out of the widest.
  ///
  /// Without a branch and with every sum known before, so that several are compared at a time.
  private mutating func addSmall(_ duration: Int64, after sums: ArraySlice<Int64>) -> Bool {
    let (before, sum, step) = (sums.span, sum, 2 &* duration)
    let narrowest = widths.lowerBound
    var times = times.mutableSpan
    var limit = step &* Int64(narrowest - 1)
    for place in 0..<max(0, before.count - narrowest + 1) {
      limit &+= step
      let part = unsafe sum &- before[unchecked: before.count &- narrowest &- place]
      // Below zero if the duration stands out.
      let excess = 5 &* part &- limit
      unsafe times[unchecked: place] &+= duration & (excess &>> 63)
    }
    return 5 &* (sum &- before[0]) < step &* Int64(before.count)
  }

  private mutating func addLarge(_ duration: Int64, after sums: ArraySlice<Int64>) -> Bool {
    var (after, total, standsOut) = (sum, Int128(0), false)
    for (index, before) in sums.reversed().enumerated() {
      total += Int128(after &- before)
      after = before
      standsOut = 2 * Int128(duration) * Int128(index + 1) > 5 * total
      let place = index + 1 - widths.lowerBound
      if standsOut, place >= 0 { times[place] += duration }
    }
    return standsOut
  }

  /// How long the frames showed that stutter, given how many the average is taken over, a width
  /// that was asked for.
  func time(width: Int) -> Int64 {
    let index = width - widths.lowerBound
    return index < times.count ? times[index] : timeOfWider
  }
}
