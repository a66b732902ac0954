/// How long the frames showed that stand out of their trailing average, for every width of it at once.
///
/// How many frames the average of CapFrameX is taken over depends on the mean of all of them, which is
/// known only after the last. But few frames stand out of any average, and those are asked for all.
///
///     stutters   d(i) > 2.5 × mean of the last w values s up to s(i)
///     s(i)       d(i−1) if d(i) > 3 d(i−1), else d(i)
struct StutterSums: Sendable {
  /// The widest average: that of frames of 2.6 s.
  static let widest = 512

  /// How long the frames were that stand out of an average over so many values, and one more; those of
  /// the wider ones are all the same.
  private var times: [Int64] = []
  private var timeOfWider: Int64 = 0
  /// The sum of all values before each of the last ones, cut to a word: their differences are exact.
  private var sumsBefore: [Int64] = []
  private var sum: Int64 = 0
  private var previous: Int64?
  private var least = Int64.max
  /// Whether all sums of so many values fit into a word five times.
  private var areSmall = true

  /// Takes over the memory of sums that are no longer needed.
  mutating func takeMemory(of other: inout StutterSums) {
    times.takeMemory(of: &other.times)
    sumsBefore.takeMemory(of: &other.sumsBefore)
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
    // No mean is below the least.
    if Double(duration) > 2 * Double(least) { compare(duration) }
  }

  private mutating func compare(_ duration: Int64) {
    let count = min(sumsBefore.count, Self.widest)
    if times.count < count {
      times.append(contentsOf: repeatElement(timeOfWider, count: count - times.count))
    }
    let sums = sumsBefore[(sumsBefore.count - count)...]
    let standsOut =
      areSmall
      ? Self.addSmall(duration, after: sums, sum, to: &times)
      : Self.addLarge(duration, after: sums, sum, to: &times)
    // There are no more values for a wider one.
    if standsOut { timeOfWider += duration }
  }

  /// Compares a duration with the averages of the last values, one, two and so on, and returns whether it
  /// stands out of that of all of them.
  ///
  /// Without a branch and with every sum known before, so that several are compared at a time.
  private static func addSmall(
    _ duration: Int64, after sums: ArraySlice<Int64>, _ sum: Int64, to times: inout [Int64]
  ) -> Bool {
    let before = sums.span
    var times = times.mutableSpan
    let step = 2 &* duration
    var (limit, excess) = (Int64(0), Int64(0))
    for index in before.indices {
      limit &+= step
      let part = unsafe sum &- before[unchecked: before.count &- 1 &- index]
      // Below zero if the duration stands out.
      excess = 5 &* part &- limit
      unsafe times[unchecked: index] &+= duration & (excess &>> 63)
    }
    return excess < 0
  }

  private static func addLarge(
    _ duration: Int64, after sums: ArraySlice<Int64>, _ sum: Int64, to times: inout [Int64]
  ) -> Bool {
    var (after, total, standsOut) = (sum, Int128(0), false)
    for (index, before) in sums.reversed().enumerated() {
      total += Int128(after &- before)
      after = before
      standsOut = 2 * Int128(duration) * Int128(index + 1) > 5 * total
      if standsOut { times[index] += duration }
    }
    return standsOut
  }

  /// How long the frames showed that stutter, given the mean of all.
  func time(mean: Double) -> Int64 {
    let width = max(1, Int(((mean / 1_000_000).squareRoot() * 10).rounded(.toNearestOrEven)))
    let index = min(width, Self.widest) - 1
    return index < times.count ? times[index] : timeOfWider
  }
}
