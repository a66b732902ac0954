/// Returns the median of some values, the upper one of two; `nil` without any.
func upperMedian(_ values: [Int64]) -> Int64? {
  values.isEmpty ? nil : select(values, at: [values.count / 2])[0]
}

/// Returns the values that would stand at some positions if the values were sorted.
///
/// A report asks for a handful of percentiles of hundreds of thousands of values. Counting them in
/// hundreds or thousands of buckets tells in which bucket each position lies; only those are looked
/// into.
///
/// - Precondition: The positions ascend and are indices of the values.
/// - Complexity: O(n); each level of buckets divides the range of the values by 128 or more.
func select(_ values: [Int64], at positions: [Int]) -> [Int64] {
  select(values.span, at: positions)
}

private func select(_ values: Span<Int64>, at positions: [Int]) -> [Int64] {
  guard let (least, most) = extremes(values) else { return [] }
  guard least < most else { return positions.map { _ in least } }
  guard values.count > 64 else {
    let sorted = unsafe values.withUnsafeBufferPointer { unsafe $0.sorted() }
    return positions.map { sorted[$0] }
  }
  let buckets = Buckets(values, from: least, to: most)
  let targets = buckets.targets(of: positions)
  guard !buckets.holdOneValue else {
    return targets.flatMap { target in target.positions.map { _ in least + Int64(target.bucket) } }
  }
  let members = buckets.members(of: values, in: targets)
  var start = 0
  var selected: [Int64] = []
  for target in targets {
    let end = start + target.count
    selected += select(members.span.extracting(start..<end), at: target.positions)
    start = end
  }
  return selected
}

/// A bucket that holds some of the positions.
private struct BucketTarget {
  let bucket: Int
  /// How many values it holds.
  let count: Int
  /// The positions, counted from the first value in it.
  var positions: [Int] = []
}

/// Counts values in at most 256, 4096 or 16384 parts of equal width, a power of two.
private struct Buckets {
  private let least: Int64
  private let shift: UInt64
  private var counts: [Int32] = []

  init(_ values: Span<Int64>, from least: Int64, to most: Int64) {
    self.least = least
    // The range of any sample of a run fits, since instants lie within ±2⁶².
    let bits = UInt64.bitWidth - UInt64(bitPattern: most &- least).leadingZeroBitCount
    // Twice 14 bits tell any two values apart in a quarter of a second, at two levels of buckets.
    let width = values.count <= 1024 ? 8 : values.count < 32768 ? 12 : 14
    shift = UInt64(max(0, bits - width))
    // Every other value is counted apart: equal neighbors would each wait for the count of the
    // last.
    var counts = [Int32](repeating: 0, count: 2 << width)
    var count = counts.mutableSpan
    let half = 1 << width
    // Checks of bounds would be half of the work; an index has that many bits at most.
    var place = 0
    while place &+ 1 < values.count {
      unsafe count[unchecked: index(of: values[unchecked: place])] &+= 1
      let other = unsafe index(of: values[unchecked: place &+ 1])
      unsafe count[unchecked: other &+ half] &+= 1
      place &+= 2
    }
    if place < values.count { count[index(of: values[place])] += 1 }
    for bucket in 0..<half {
      unsafe count[unchecked: bucket] &+= count[unchecked: bucket &+ half]
    }
    counts.removeLast(half)
    self.counts = counts
  }

  /// Whether values in one bucket are equal.
  var holdOneValue: Bool { shift == 0 }

  @inline(__always)
  private func index(of value: Int64) -> Int {
    Int(truncatingIfNeeded: UInt64(bitPattern: value &- least) &>> shift)
  }

  /// Returns the buckets in which positions lie, in ascending order.
  func targets(of positions: [Int]) -> [BucketTarget] {
    var targets: [BucketTarget] = []
    var start = 0
    var bucket = 0
    for position in positions {
      while position >= start + Int(counts[bucket]) {
        start += Int(counts[bucket])
        bucket += 1
      }
      if targets.last?.bucket != bucket {
        targets.append(BucketTarget(bucket: bucket, count: Int(counts[bucket])))
      }
      targets[targets.count - 1].positions.append(position - start)
    }
    return targets
  }

  /// Returns the values in some buckets, one bucket after the other.
  func members(of values: Span<Int64>, in targets: [BucketTarget]) -> [Int64] {
    var members = [Int64](repeating: 0, count: targets.reduce(0) { $0 + $1.count })
    // Where the next value of each bucket goes; −1 for one that is not asked for.
    var places = [Int32](repeating: -1, count: counts.count)
    var start = 0
    for target in targets {
      places[target.bucket] = Int32(start)
      start += target.count
    }
    var member = members.mutableSpan
    var next = places.mutableSpan
    for place in values.indices {
      let value = unsafe values[unchecked: place]
      let end = unsafe next[unchecked: index(of: value)]
      guard end >= 0 else { continue }
      member[Int(end)] = value
      unsafe next[unchecked: index(of: value)] = end &+ 1
    }
    return members
  }
}

/// Returns the smallest and the largest of some values; `nil` for none.
func extremes(_ values: Span<Int64>) -> (least: Int64, most: Int64)? {
  guard !values.isEmpty else { return nil }
  var least = values[0]
  var most = least
  for place in values.indices {
    least = min(least, values[place])
    most = max(most, values[place])
  }
  return (least, most)
}
