/// One direction in which runs differ, by its index, and how many values it has.
package struct Axis: Hashable, Sendable {
  package let index: Int
  package let count: Int

  package init(index: Int, count: Int) {
    (self.index, self.count) = (index, count)
  }
}

extension [Axis] {
  /// How many combinations of values these axes have.
  package var combinationCount: Int { reduce(1) { $0 * $1.count } }

  /// Returns the position of a point among the combinations; the last axis varies fastest.
  package func position(of point: [Int]) -> Int { reduce(0) { $0 * $1.count + point[$1.index] } }
}

/// Walks the combinations of some axes' values; the last varies fastest.
package struct Combinations: Sequence, IteratorProtocol {
  private let counts: [Int]
  private var upcoming: [Int]?

  package init(counts: [Int]) {
    self.counts = counts
    upcoming = counts.contains(0) ? nil : counts.map { _ in 0 }
  }

  package mutating func next() -> [Int]? {
    guard let current = upcoming else { return nil }
    var following = current
    for axis in counts.indices.reversed() {
      following[axis] += 1
      guard following[axis] == counts[axis] else {
        upcoming = following
        return current
      }
      following[axis] = 0
    }
    upcoming = nil
    return current
  }
}
