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

  /// How long the frames were that stand out of an average over so many values, and one more.
  private var times: [Int64] = []
  /// The last values, of which the next takes the place of the oldest.
  private var last: [Int64] = []
  private var count = 0
  private var previous: Int64 = 0
  private var least = Int64.max

  @inline(__always)
  mutating func add(_ duration: Int64) {
    let smooth = count > 0 && duration > 3 * previous ? previous : duration
    if last.count < Self.widest {
      last.append(smooth)
    } else {
      last[count & (Self.widest - 1)] = smooth
    }
    count += 1
    previous = duration
    least = min(least, smooth)
    // No mean is below the least.
    guard Double(duration) > 2 * Double(least) else { return }
    let fitsWord = duration < 1 << 50
    if fitsWord { compare(duration, as: Int64.self) } else { compare(duration, as: Int128.self) }
  }

  private mutating func compare<Wide: FixedWidthInteger>(_ duration: Int64, as type: Wide.Type) {
    if times.isEmpty { times = Array(repeating: 0, count: Self.widest) }
    var sum: Wide = 0
    for width in 1...min(count, Self.widest) {
      sum += Wide(last[(count - width) & (Self.widest - 1)])
      if 2 * Wide(duration) * Wide(width) > 5 * sum { times[width - 1] += duration }
    }
    // There are no more values for a wider one.
    guard count < Self.widest, 2 * Wide(duration) * Wide(count) > 5 * sum else { return }
    for width in count..<Self.widest { times[width] += duration }
  }

  /// How long the frames showed that stutter, given the mean of all.
  func time(mean: Double) -> Int64 {
    let width = max(1, Int(((mean / 1_000_000).squareRoot() * 10).rounded(.toNearestOrEven)))
    return times.isEmpty ? 0 : times[min(width, Self.widest) - 1]
  }
}
