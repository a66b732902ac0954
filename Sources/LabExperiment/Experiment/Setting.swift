/// A value that may differ from sweep point to sweep point, read for all of them beforehand.
struct Setting<Value: Sendable>: Sendable {
  /// The sweeps on which it depends; of several the last varies fastest.
  let axes: [Axis]
  /// One value for every combination of those sweeps' values.
  let values: [Value]

  /// Returns the value at a point: the index of the chosen value of every sweep.
  func value(at point: [Int]) -> Value {
    values[axes.reduce(0) { $0 * $1.count + point[$1.index] }]
  }
}

/// One sweep, by its index, and how many values it has.
struct Axis: Sendable {
  let index: Int
  let count: Int
}

/// Walks the combinations of some sweeps' values; the last varies fastest.
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
