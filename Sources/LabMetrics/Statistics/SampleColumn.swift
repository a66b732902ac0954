/// Numbers of which percentiles are asked, in memory that does not grow beyond a bound.
///
/// As long as they fit, all numbers are kept. Beyond, a ``SampleTally`` counts them and keeps those
/// around each percentile. A percentile that was not kept is the middle of a bucket, unless the
/// same numbers are given a second time to a column that knows from the first where to look.
struct SampleColumn: Sendable, BlockAdding {
  /// How many numbers are kept.
  private var room: Int
  let marks: SampleMarks
  private(set) var count = 0
  private(set) var least = Int64.max
  private(set) var most = Int64.min
  private var total = ExactSum()
  /// The numbers of a word's half, and the others.
  private var small: [Int32] = []
  private var large: [Int64] = []
  /// What stands for the numbers if they are too many.
  private var tally: SampleTally?
  /// Whether it finds what another one could not.
  private(set) var isRefined = false

  /// Creates an empty column with room for so many numbers.
  init(room: Int, for marks: SampleMarks = .distribution) {
    (self.room, self.marks) = (room, marks)
  }

  /// Forgets all, and keeps the memory of the numbers.
  mutating func removeAll(room: Int) {
    self.room = room
    guard count > 0 else { return }
    (count, least, most, total) = (0, .max, .min, ExactSum())
    small.removeAll(keepingCapacity: true)
    if !large.isEmpty { large.removeAll(keepingCapacity: true) }
    if tally != nil { (tally, isRefined) = (nil, false) }
  }

  var isEmpty: Bool { count == 0 }
  var sum: Int128 { total.value }
  /// The smallest and the largest; `nil` without any.
  var extremes: (least: Int64, most: Int64)? { isEmpty ? nil : (least, most) }
  /// Whether percentiles are the middles of buckets.
  var isApproximate: Bool {
    @inline(__always) get { count > room && isTallyApproximate }
  }
  private var isTallyApproximate: Bool {
    tally.map { !$0.knows(marks.positions(of: count)) } ?? false
  }

  @inline(__always)
  mutating func add(_ value: Int64) {
    count += 1
    least = min(least, value)
    most = max(most, value)
    total.add(value)
    guard tally == nil, count <= room else { return addToTally(value) }
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
    if tally == nil, count + range.count <= room {
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
    tally == nil && large.isEmpty && self.count + count <= room && most <= Int32.max
  }

  /// Makes room for further numbers.
  ///
  /// Those of a short run would make it in four steps otherwise; those of a long one would be moved
  /// ten times, each time to memory that was never touched. Memory that is not touched costs
  /// nothing.
  private mutating func makeRoom(for count: Int) {
    let wanted = small.count < 1 << 14 ? max(24, 4 * small.count) : min(room, 16 * small.count)
    small.reserveCapacity(max(wanted, small.count + count))
  }

  private mutating func addToTally(_ value: Int64) {
    if tally == nil {
      tally = SampleTally(small, large, room: room / 8, for: marks)
      (small, large) = ([], [])
    }
    tally?.add(value)
  }

  /// Returns an empty column that finds what this one could not, given the same numbers; an
  /// ordinary one if all of them did fit.
  func refined() -> SampleColumn { refined(at: marks.positions(of: count)) }

  private func refined(at positions: [Int]) -> SampleColumn {
    var column = SampleColumn(room: room, for: marks)
    guard let tally else { return column }
    (column.tally, column.isRefined) = (tally.refined(at: positions), true)
    return column
  }

  /// Finds the numbers at some positions in their order exactly, and what is asked of the tail.
  ///
  /// - Parameters:
  ///   - positions: The positions, counted from 0.
  ///   - add: Adds the same numbers once more; asked only if they are not known.
  /// - Throws: What reading throws.
  /// - Returns: A column that knows them.
  func exact<Failure>(
    at positions: [Int], adding add: (inout SampleColumn) throws(Failure) -> Void
  ) throws(Failure) -> SampleColumn {
    if tally?.knows(positions) != false { return self }
    var column = refined(at: positions)
    try add(&column)
    return column
  }

  /// Returns percentiles, given in thousandths; the column must not be empty.
  func percentiles(_ thousandths: [Int]) -> [Int64] {
    numbers(at: thousandths.map { Percentile.position($0, of: count) })
  }

  /// Returns the numbers at some positions in their order, ascending and counted from 0.
  func numbers(at positions: [Int]) -> [Int64] {
    if let tally { return tally.numbers(at: positions).map { max(least, min(most, $0)) } }
    return large.isEmpty
      ? select(small.span, at: positions, within: extremes)
      : select(values.span, at: positions, within: extremes)
  }

  /// Puts all numbers into an array, in order, and returns whether there are so few that sorting
  /// them is the shortest way to percentiles; else it puts none there.
  func sortFew(into values: inout [Int64]) -> Bool {
    guard tally == nil, count <= 1024 else { return false }
    values.removeAll(keepingCapacity: true)
    values.reserveCapacity(count)
    for value in small { values.append(Int64(value)) }
    for value in large { values.append(value) }
    values.sort()
    return true
  }

  /// All numbers, as long as they are kept.
  private var values: [Int64] { small.map { Int64($0) } + large }
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
    var sorted: [Int64] = []
    if sortFew(into: &sorted) { return Self.tail(of: sorted, sum) }
    let bound = percentiles([990])[0]
    guard let tally else {
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
      bound: bound, total: tally.total(from: bound),
      filling: tally.filling.map { max(least, min(most, $0)) }, sum: sum)
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
}
