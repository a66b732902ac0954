/// The nanoseconds from `begin` up to, but not including, `end`.
struct TimeSpan: Hashable, Sendable {
  var begin: Int64
  var end: Int64

  var isEmpty: Bool { begin >= end }

  var length: Int64 { max(0, end - begin) }

  /// Takes the part before an instant off; it is empty if the instant is not later than the span.
  mutating func cut(at instant: Int64) -> TimeSpan {
    let before = TimeSpan(begin: begin, end: max(begin, min(instant, end)))
    begin = before.end
    return before
  }

  /// How long the part of this span that lies in another one is; 0 when they do not meet.
  func overlap(with other: TimeSpan) -> Int64 {
    max(0, min(end, other.end) - max(begin, other.begin))
  }
}

extension RandomAccessCollection {
  /// Returns the first index whose element fulfils a predicate that, once true, stays true.
  ///
  /// - Complexity: O(log n).
  package func partitionIndex(where isInSecondPart: (Element) -> Bool) -> Index {
    var low = startIndex
    var count = self.count
    while count > 0 {
      let half = count / 2
      let middle = index(low, offsetBy: half)
      if isInSecondPart(self[middle]) {
        count = half
      } else {
        low = index(after: middle)
        count -= half + 1
      }
    }
    return low
  }
}

extension Array {
  /// Returns the same as `partitionIndex(where:)`, faster the nearer it is to a guess.
  ///
  /// - Complexity: O(log d) for a distance d from the guess.
  func partitionIndex(near guess: Int, where isInSecondPart: (Element) -> Bool) -> Int {
    var low = Swift.max(startIndex, Swift.min(guess, endIndex))
    var high = low
    var step = 1
    while high < endIndex, !isInSecondPart(self[high]) {
      low = high + 1
      high = Swift.min(low + step, endIndex)
      step *= 2
    }
    while low > startIndex, isInSecondPart(self[low - 1]) {
      high = low - 1
      low = Swift.max(high - step, startIndex)
      step *= 2
    }
    return low == high ? low : self[low..<high].partitionIndex(where: isInSecondPart)
  }
}

extension Int64 {
  /// The sum, or the largest number if it is larger than that.
  func addingSaturating(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }
}
