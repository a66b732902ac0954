import LabKernel

/// The trailing average of CapFrameX, given one frame time after the other.
///
///     stutters   d(i) > 2.5 × mean of the last w values s up to s(i)
///     s(i)       d(i−1) if d(i) > 3 d(i−1), else d(i)
///     w          10 √(mean d [ms]), rounded half to even, at least 1
///
/// The average leaves sudden spikes out, or a spike would raise the bar for itself.
struct TrailingAverage {
  /// The widest of which a run of any length is asked.
  static let widest = 512

  /// How many values it is taken over at most.
  private let width: Int
  /// The last values, of which the next takes the place of the oldest.
  private var last: [Int64] = []
  private var oldest = 0
  private var sum = Int128(0)
  private var previous: Int64?

  init(width: Int) {
    self.width = width
    last.reserveCapacity(min(width, 64))
  }

  /// How many frames the average is taken over, given the mean of all.
  static func width(mean: Double) -> Int {
    max(1, Int(((mean / 1_000_000).squareRoot() * 10).rounded(.toNearestOrEven)))
  }

  /// Whether the next frame time is more than 2.5 times the average up to it.
  @inline(__always)
  mutating func isExceeded(by duration: Int64) -> Bool {
    // A sudden spike is replaced by the value before it.
    let before = previous ?? duration
    let isSpike = duration > before && Int128(duration) > 3 * Int128(before)
    let smooth = isSpike ? before : duration
    previous = duration
    sum += Int128(smooth)
    if last.count < width {
      last.append(smooth)
    } else {
      sum -= Int128(last[oldest])
      last[oldest] = smooth
      oldest = oldest + 1 < width ? oldest + 1 : 0
    }
    let (high, low) = (2 * UInt64(duration)).multipliedFullWidth(by: UInt64(last.count))
    return Int128(high) << 64 + Int128(low) > 5 * sum
  }
}

/// How long the frames showed that stand out of their trailing average, for every width of it at
/// once.
///
/// How many frames a ``TrailingAverage`` is taken over depends on the mean of all of them, which is
/// known only after the last. It is used if all frames are kept; if they are too many, all widths
/// are asked for while the run goes on, for the few frames that stand out of any average.
struct StutterSums: Sendable {
  /// The widest average that is known: that of frames of 2.6 s, or of the longest that so many
  /// frames of a run can be on average, and twice as long to be safe.
  private let widest: Int

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

  /// Creates the sums of the durations of a column that keeps their order, in a run that ends at an
  /// instant.
  init(_ durations: borrowing SampleColumn, until end: Int64) {
    let longest = 2 * Double(end) / Double(max(1, durations.count))
    widest = min(TrailingAverage.widest, TrailingAverage.width(mean: longest))
    for duration in durations.inOrder { add(Int64(duration)) }
  }

  @inline(__always)
  mutating func add(_ duration: Int64) {
    var smooth = duration
    if let previous, duration > 3 * previous { smooth = previous }
    if sumsBefore.count == 2 * widest { sumsBefore.removeFirst(widest) }
    sumsBefore.append(sum)
    sum &+= smooth
    previous = duration
    least = min(least, smooth)
    if duration >= 1 << 50 { areSmall = false }
    // No mean is below the least; a double is nowhere off by as much as 2.4 is below 2.5.
    if Double(duration) > 2.4 * Double(least) { compare(duration) }
  }

  private mutating func compare(_ duration: Int64) {
    let count = min(sumsBefore.count, widest)
    if times.count < count {
      times.append(contentsOf: repeatElement(timeOfWider, count: count - times.count))
    }
    let sums = sumsBefore[(sumsBefore.count - count)...]
    let standsOut = areSmall ? addSmall(duration, after: sums) : addLarge(duration, after: sums)
    // There are no more values for a wider one.
    if standsOut { timeOfWider += duration }
  }

  /// Compares a duration with the averages of the last values, of every width, and returns whether
  /// it stands out of the widest.
  ///
  /// Without a branch and with every sum known before, so that several are compared at a time.
  private mutating func addSmall(_ duration: Int64, after sums: ArraySlice<Int64>) -> Bool {
    let (before, sum, step) = (sums.span, sum, 2 &* duration)
    var times = times.mutableSpan
    var limit: Int64 = 0
    for place in 0..<before.count {
      limit &+= step
      let part = unsafe sum &- before[unchecked: before.count &- 1 &- place]
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
      if standsOut { times[index] += duration }
    }
    return standsOut
  }

  /// How long the frames showed that stutter, given how many the average is taken over.
  func time(width: Int) -> Int64 { width <= times.count ? times[width - 1] : timeOfWider }
}
