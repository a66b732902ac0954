import LabKernel

/// Numbers that are too many to be kept: how many lie in each bucket of a ``ValueHistogram``, and
/// all of those that lie around what will be asked for.
///
/// Whenever the numbers that are kept are too many, those farthest away are forgotten. A percentile
/// is exact if its bucket at the end is one whose numbers were always kept. Where the run does not
/// go on as it began, the percentile may have moved away from them: it is the middle of its bucket
/// then, until the same numbers are given once more to the tally of ``refined(at:)``.
struct SampleTally: Sendable {
  private var histogram = ValueHistogram(keepsFurther: true)
  private var kept = ValueCounts()
  private let marks: SampleMarks
  /// How many different numbers may be kept.
  private let room: Int
  /// How far the numbers that are kept may lie from what will be asked for: so many standard
  /// deviations of its place among the numbers up to now.
  private var reach = 1 << 24
  /// Whether all is counted, and the numbers of some buckets are to be found.
  private var isSecond = false

  /// Begins with numbers that were kept until now.
  init(_ small: [Int32], _ large: [Int64], room: Int, for marks: SampleMarks) {
    (self.marks, self.room) = (marks, room)
    for value in small { _ = histogram.add(Int64(value)) }
    for value in large { _ = histogram.add(value) }
    for value in small where histogram.keeps(Int64(value)) { keep(Int64(value)) }
    for value in large where histogram.keeps(value) { keep(value) }
  }

  @inline(__always)
  mutating func add(_ value: Int64) {
    if isSecond ? histogram.keeps(value) : histogram.add(value) { keep(value) }
  }

  /// Returns a tally that finds the numbers at some positions, given the same numbers.
  func refined(at positions: [Int]) -> SampleTally {
    var tally = self
    (tally.kept, tally.isSecond) = (ValueCounts(), true)
    let ranks = ranks
    tally.histogram.keep(positions.map { bucket(of: $0, ranks) } + [filled].compactMap { $0 })
    return tally
  }

  /// Whether the numbers at some positions are known, and what is asked of the tail if that is.
  func knows(_ positions: [Int]) -> Bool {
    let ranks = ranks
    return (positions.map { bucket(of: $0, ranks) } + [filled].compactMap { $0 })
      .allSatisfy { histogram.buckets[$0].isKept }
  }

  /// Returns the numbers at some positions, or the middles of their buckets.
  func numbers(at positions: [Int]) -> [Int64] {
    let ranks = ranks
    return positions.map { position in
      let index = bucket(of: position, ranks)
      guard histogram.buckets[index].isKept else { return histogram.middle(at: index) }
      var left = position - ranks[index]
      return values(at: index).first { _, times in
        left -= times
        return left < 0
      }?.value ?? histogram.middle(at: index)
    }
  }

  private mutating func keep(_ value: Int64) {
    kept.add(value)
    if kept.count > room, !isSecond { narrow() }
  }

  /// Forgets the numbers farthest from what will be asked for, until half the room is free.
  private mutating func narrow() {
    let ranks = ranks
    let different = differentRanks
    let positions =
      marks.positions(of: ranks[histogram.buckets.count])
      + [filled].compactMap { $0.map { ranks[$0] } }
    var near: [Range<Int>] = []
    var left = 0
    repeat {
      reach /= 2
      near = neighborhoods(of: positions, ranks)
      left = near.reduce(0) { $0 + different[$1.upperBound] - different[$1.lowerBound] }
    } while left > room / 2 && reach > 0
    if left > room / 2 { near = [] }
    histogram.keep(only: near)
    kept.keep { [histogram] in histogram.keeps($0) }
  }

  /// How many different numbers are kept below each bucket, and how many there are.
  private var differentRanks: [Int] {
    var ranks = [Int](repeating: 0, count: histogram.buckets.count + 1)
    for (value, _) in kept.values { ranks[histogram.index(of: value) + 1] += 1 }
    for index in ranks.indices.dropFirst() { ranks[index] += ranks[index - 1] }
    return ranks
  }

  /// The buckets that are not farther from a position than the reach, without any twice.
  private func neighborhoods(of positions: [Int], _ ranks: [Int]) -> [Range<Int>] {
    let all = positions.map { neighborhood(of: $0, ranks) }.sorted {
      $0.lowerBound < $1.lowerBound
    }
    var end = 0
    return all.map { buckets in
      let begin = max(end, buckets.lowerBound)
      end = max(begin, buckets.upperBound + 1)
      return begin..<end
    }
  }

  /// The buckets that are not farther from a position than the reach.
  private func neighborhood(of position: Int, _ ranks: [Int]) -> ClosedRange<Int> {
    let count = ranks[ranks.count - 1]
    // The variance of how many of so many numbers lie below a percentile is n q (1 − q).
    let variance = Double(position + 1) * Double(count - position) / Double(count)
    let distance = Int(Double(reach) * variance.squareRoot())
    return bucket(
      of: max(0, position - distance), ranks)...bucket(
        of: min(count - 1, position + distance), ranks)
  }

  /// How many numbers lie below each bucket, and how many there are.
  private var ranks: [Int] {
    var (ranks, rank) = ([0], 0)
    ranks.reserveCapacity(histogram.buckets.count + 1)
    for bucket in histogram.buckets {
      rank += bucket.count
      ranks.append(rank)
    }
    return ranks
  }

  /// The bucket that holds a position.
  private func bucket(of position: Int, _ ranks: [Int]) -> Int {
    ranks.partitionIndex { $0 > position } - 1
  }

  /// The numbers of a bucket that are kept, ascending, each with how often it came.
  private func values(at index: Int) -> [(value: Int64, times: Int)] {
    kept.values.filter { histogram.index(of: $0.value) == index }.sorted { $0.value < $1.value }
  }
}

extension SampleTally {
  /// The bucket in which the greatest numbers fill a hundredth of the sum of all; `nil` if that is
  /// not asked for, or if there are negative ones.
  private var filled: Int? {
    guard marks == .tail else { return nil }
    let all = histogram.buckets.reduce(Int128(0)) { $0 + Int128($1.sum) }
    var filled: Int128 = 0
    return histogram.buckets.lastIndex { bucket in
      filled += Int128(bucket.sum)
      return bucket.count > 0 && 100 * filled >= all
    }
  }

  /// The number at which the greatest have filled a hundredth of the sum of all.
  var filling: Int64? {
    guard let index = filled else { return nil }
    let bucket = histogram.buckets[index]
    guard bucket.isKept else { return histogram.middle(at: index) }
    let above = histogram.buckets[(index + 1)...].reduce(Int128(0)) { $0 + Int128($1.sum) }
    let all = histogram.buckets.reduce(Int128(0)) { $0 + Int128($1.sum) }
    var filled = above
    return values(at: index).last { value, times in
      filled += Int128(value) * Int128(times)
      return 100 * filled >= all
    }?.value
  }

  /// How many numbers are at or above one of them, and their sum; `nil` if ties with it cannot be
  /// told.
  func total(from bound: Int64) -> (count: Int, sum: Int128)? {
    let index = histogram.index(of: bound)
    guard histogram.buckets[index].isKept else { return nil }
    var (count, sum) = (0, Int128(0))
    for (value, times) in values(at: index) where value >= bound {
      count += times
      sum += Int128(value) * Int128(times)
    }
    for bucket in histogram.buckets[(index + 1)...] {
      count += bucket.count
      sum += Int128(bucket.sum)
    }
    return (count, sum)
  }
}
