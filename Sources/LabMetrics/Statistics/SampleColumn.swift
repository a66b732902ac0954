/// Numbers of which percentiles are asked, in memory that does not grow beyond a bound.
///
/// As long as they fit, all numbers are kept. Beyond, they are counted in the buckets of a
/// ``ValueHistogram``. A percentile then is the middle of its bucket, unless the same numbers are
/// given a second time to a column that knows from the first in which buckets to look for them.
struct SampleColumn: Sendable, BlockAdding {
  /// How many numbers are kept.
  private var room: Int
  private(set) var count = 0
  private(set) var least = Int64.max
  private(set) var most = Int64.min
  private var total = ExactSum()
  /// The numbers of a word's half, and the others.
  private var small: [Int32] = []
  private var large: [Int64] = []
  private var histogram: ValueHistogram?
  /// What the first time has told, and how often each number was in the buckets that matter.
  private var first: [(position: Int, bucket: ValueHistogram.Bucket)] = []
  private var wanted: [Int] = []
  private var exact: [Int64: Int] = [:]

  /// Creates an empty column with room for so many numbers.
  init(room: Int) { self.room = room }

  /// Forgets all, and keeps the memory of the numbers.
  mutating func removeAll(room: Int) {
    self.room = room
    guard count > 0 else { return }
    (count, least, most, total) = (0, .max, .min, ExactSum())
    small.removeAll(keepingCapacity: true)
    if !large.isEmpty { large.removeAll(keepingCapacity: true) }
    if histogram != nil { (histogram, first, wanted, exact) = (nil, [], [], [:]) }
  }

  var isEmpty: Bool { count == 0 }
  var sum: Int128 { total.value }
  /// The smallest and the largest; `nil` without any.
  var extremes: (least: Int64, most: Int64)? { isEmpty ? nil : (least, most) }
  /// Whether it finds what another one could not.
  var isRefined: Bool { !wanted.isEmpty }
  /// Whether percentiles are the middles of buckets.
  var isApproximate: Bool { histogram != nil && !isRefined }

  @inline(__always)
  mutating func add(_ value: Int64) {
    count += 1
    least = min(least, value)
    most = max(most, value)
    total.add(value)
    guard histogram == nil, count <= room else { return count(value) }
    if small.count == small.capacity { makeRoom(for: 1) }
    if let half = Int32(exactly: value) { small.append(half) } else { large.append(value) }
  }

  /// Adds a number for each row in a range of a block, without a branch for any of them.
  ///
  /// - Complexity: O(n) for n numbers, a third of what they take one by one.
  @inline(__always)
  mutating func add<Row>(
    _ rows: Span<Row>, in range: Range<Int>, _ number: (Span<Row>, Int) -> Int64
  ) {
    if histogram == nil, count + range.count <= room {
      let start = small.count
      if start + range.count > small.capacity { makeRoom(for: range.count) }
      var (least, most, sum, bits) = (least, most, Int64(0), Int64(0))
      small.append(contentsOf: repeatElement(0, count: range.count))
      var halves = small.mutableSpan
      for place in range {
        let value = number(rows, place)
        least = min(least, value)
        most = max(most, value)
        sum &+= value
        bits |= value ^ (value >> 63)
        unsafe halves[unchecked: start &+ place &- range.lowerBound] =
          Int32(truncatingIfNeeded: value)
      }
      if bits >> 31 == 0 {
        (self.least, self.most) = (least, most)
        count += range.count
        return total.add(sum)
      }
      small.removeLast(range.count)
    }
    for place in range { add(number(rows, place)) }
  }

  /// The numbers in the order in which they were added, as long as that is kept.
  var inOrder: [Int32] { large.isEmpty ? small : [] }

  /// Whether the order is kept if so many numbers up to one are added, none of them negative.
  func keepsOrder(adding count: Int, upTo most: Int64) -> Bool {
    histogram == nil && large.isEmpty && self.count + count <= room && most <= Int32.max
  }

  /// Makes room for further numbers.
  ///
  /// Those of a short run would make it in four steps otherwise; those of a long one would be moved
  /// ten times, each time to memory that was never touched. Memory that is not touched costs
  /// nothing.
  private mutating func makeRoom(for count: Int) {
    let wanted = small.count < 1 << 14 ? max(24, 2 * small.count) : min(room, 16 * small.count)
    small.reserveCapacity(max(wanted, small.count + count))
  }

  private mutating func count(_ value: Int64) {
    guard wanted.isEmpty else {
      if wanted.contains(ValueHistogram.bucket(of: value)) { exact[value, default: 0] += 1 }
      return
    }
    if histogram == nil {
      var counts = ValueHistogram()
      for value in small { counts.add(Int64(value)) }
      for value in large { counts.add(value) }
      histogram = counts
      (small, large) = ([], [])
    }
    histogram?.add(value)
  }

  /// Returns an empty column that finds what this one could not, given the same numbers.
  ///
  /// - Parameters:
  ///   - thousandths: The percentiles that will be asked for, 500 for the median.
  ///   - withTail: Whether ``tail`` will be asked for.
  /// - Returns: The column, which is an ordinary one if all numbers did fit.
  func refined(_ thousandths: [Int], withTail: Bool = false) -> SampleColumn {
    refined(at: thousandths.map { Percentile.position($0, of: count) }, withTail: withTail)
  }

  /// Returns the same for the numbers at some positions in their order, counted from 0.
  func refined(at positions: [Int], withTail: Bool = false) -> SampleColumn {
    var column = SampleColumn(room: room)
    guard let histogram else { return column }
    column.histogram = histogram
    column.first = histogram.buckets
    column.wanted = positions.map { column.place(of: $0).position }
    if withTail, let reached = column.bucketFilling(sum) { column.wanted.append(reached) }
    return column
  }

  /// Finds the numbers at some positions in their order exactly.
  ///
  /// - Parameters:
  ///   - positions: The positions, counted from 0.
  ///   - withTail: Whether ``tail`` will be asked for.
  ///   - add: Adds the same numbers once more; asked only if they did not fit.
  /// - Returns: A column that knows them.
  func exact(
    at positions: [Int], withTail: Bool = false, adding add: (inout SampleColumn) throws -> Void
  ) rethrows -> SampleColumn {
    guard isApproximate else { return self }
    var column = refined(at: positions, withTail: withTail)
    try add(&column)
    return column
  }

  /// Returns percentiles, given in thousandths; the column must not be empty.
  func percentiles(_ thousandths: [Int]) -> [Int64] {
    numbers(at: thousandths.map { Percentile.position($0, of: count) })
  }

  /// Returns the numbers at some positions in their order, ascending and counted from 0.
  func numbers(at positions: [Int]) -> [Int64] {
    guard histogram == nil else { return positions.map(value) }
    return large.isEmpty
      ? select(small.span, at: positions, within: extremes)
      : select(values.span, at: positions, within: extremes)
  }

  /// All numbers in order, if there are so few that sorting them is the shortest way to
  /// percentiles.
  var sortedFew: [Int64]? {
    guard histogram == nil, count <= 1024 else { return nil }
    var values: [Int64] = []
    values.reserveCapacity(count)
    for value in small { values.append(Int64(value)) }
    for value in large { values.append(value) }
    values.sort()
    return values
  }

  /// All numbers, as long as they are kept.
  private var values: [Int64] { small.map { Int64($0) } + large }

  private var buckets: [(position: Int, bucket: ValueHistogram.Bucket)] {
    wanted.isEmpty ? histogram?.buckets ?? [] : first
  }

  /// The bucket of a position, and how many numbers are in those before.
  private func place(of position: Int) -> (position: Int, before: Int) {
    var before = 0
    for (place, bucket) in buckets {
      if position < before + bucket.count { return (place, before) }
      before += bucket.count
    }
    return (buckets.last?.position ?? 0, before)
  }

  private func value(at position: Int) -> Int64 {
    var (place, left) = place(of: position)
    guard wanted.contains(place) else {
      return max(least, min(most, ValueHistogram.middle(of: place)))
    }
    left = position - left
    for (value, count) in values(in: place) {
      if left < count { return value }
      left -= count
    }
    return most
  }

  /// The numbers of a bucket, ascending, each with how often it came.
  private func values(in bucket: Int) -> [(value: Int64, count: Int)] {
    exact.filter { ValueHistogram.bucket(of: $0.key) == bucket }
      .map { ($0.key, $0.value) }.sorted { $0.0 < $1.0 }
  }
}

extension SampleColumn {
  /// The greatest of the numbers, those at or above the 99th percentile.
  struct Tail: Sendable {
    let bound: Int64
    /// How many there are, and their sum; `nil` if they are known in buckets alone, in which ties
    /// cannot be told.
    let total: (count: Int, sum: Int128)?
    /// The number at which the greatest have filled a hundredth of the sum of all.
    let filling: Int64?
    /// The sum of all.
    let sum: Int128
  }

  /// Returns the tail of a column that is not empty and holds nothing negative.
  var tail: Tail {
    if let sorted = sortedFew { return Self.tail(of: sorted, sum) }
    let bound = percentiles([990])[0]
    guard histogram != nil else {
      let tail = values.filter { $0 >= bound }.sorted(by: >)
      var filled: Int128 = 0
      let filling = tail.first { value in
        filled += Int128(value)
        return 100 * filled >= sum
      }
      return Tail(
        bound: bound, total: (tail.count, tail.reduce(0) { $0 + Int128($1) }), filling: filling,
        sum: sum)
    }
    return Tail(
      bound: bound, total: isApproximate ? nil : total(from: bound), filling: filling, sum: sum)
  }

  private static func tail(of sorted: [Int64], _ sum: Int128) -> Tail {
    let bound = sorted[Percentile.position(990, of: sorted.count)]
    var (count, total, filling) = (0, Int128(0), Int64?.none)
    for value in sorted.reversed() {
      guard value >= bound else { break }
      count += 1
      total += Int128(value)
      if filling == nil, 100 * total >= sum { filling = value }
    }
    return Tail(bound: bound, total: (count, total), filling: filling, sum: sum)
  }

  private func total(from bound: Int64) -> (count: Int, sum: Int128) {
    let place = ValueHistogram.bucket(of: bound)
    var (count, sum) = (0, Int128(0))
    for (value, times) in values(in: place) where value >= bound {
      count += times
      sum += Int128(value) * Int128(times)
    }
    for (position, bucket) in buckets where position > place {
      count += bucket.count
      sum += Int128(bucket.sum)
    }
    return (count, sum)
  }

  /// The bucket in which the greatest numbers fill a hundredth of a sum.
  private func bucketFilling(_ sum: Int128) -> Int? {
    var filled: Int128 = 0
    return buckets.last { _, bucket in
      filled += Int128(bucket.sum)
      return 100 * filled >= sum
    }?.position
  }

  private var filling: Int64? {
    guard let reached = bucketFilling(sum) else { return nil }
    guard !isApproximate else { return max(least, min(most, ValueHistogram.middle(of: reached))) }
    var filled = buckets.reduce(into: Int128(0)) {
      if $1.position > reached { $0 += Int128($1.bucket.sum) }
    }
    return values(in: reached).last { value, count in
      filled += Int128(value) * Int128(count)
      return 100 * filled >= sum
    }?.value
  }
}
