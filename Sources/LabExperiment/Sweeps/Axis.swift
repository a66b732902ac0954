/// One direction in which runs differ, by its index, and how many values it has.
struct Axis: Hashable, Sendable {
  let index: Int
  let count: Int
}

extension [Axis] {
  /// How many combinations of values these axes have.
  var combinationCount: Int { reduce(1) { $0 * $1.count } }

  /// Returns the position of a point among the combinations; the last axis varies fastest.
  func position(of point: [Int]) -> Int { reduce(0) { $0 * $1.count + point[$1.index] } }
}

/// Walks the combinations of some axes' values; the last varies fastest.
struct Combinations: Sequence, IteratorProtocol {
  private let counts: [Int]
  private var upcoming: [Int]?

  init(counts: [Int]) {
    self.counts = counts
    upcoming = counts.contains(0) ? nil : counts.map { _ in 0 }
  }

  mutating func next() -> [Int]? {
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
