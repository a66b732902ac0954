/// The nanoseconds from `begin` up to, but not including, `end`.
struct Span: Hashable, Sendable {
  var begin: Int64
  var end: Int64

  /// How long the part of this span that lies in another one is; 0 when they do not meet.
  func overlap(with other: Span) -> Int64 {
    max(0, min(end, other.end) - max(begin, other.begin))
  }
}

extension RandomAccessCollection {
  /// Returns the first index whose element fulfils a predicate that, once true, stays true.
  ///
  /// - Complexity: O(log n).
  func partitionIndex(where isInSecondPart: (Element) -> Bool) -> Index {
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
