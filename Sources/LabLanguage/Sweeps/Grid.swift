/// The points that the sweeps of an experiment span: all combinations, less those excluded.
package struct Grid: Sendable {
  /// The directions in which points differ; the last varies fastest.
  package let axes: [Axis]
  /// The positions of the points that are not excluded; `nil` if none is.
  private let kept: [Int]?

  /// Spans all combinations of so many values each.
  package init(counts: [Int] = []) {
    axes = counts.enumerated().map { Axis(index: $0, count: $1) }
    kept = nil
  }

  private init(axes: [Axis], kept: [Int]) {
    self.axes = axes
    self.kept = kept
  }

  /// How many points there are.
  package var count: Int { kept?.count ?? axes.combinationCount }

  /// The factors of ``count``.
  package var counts: [Int] { kept.map { [$0.count] } ?? axes.map { $0.count } }

  /// Returns a point: the index of the chosen value on every axis.
  package subscript(index: Int) -> [Int] {
    var rest = kept?[index] ?? index
    var point = axes.map { _ in 0 }
    for axis in axes.reversed() {
      (rest, point[axis.index]) = rest.quotientAndRemainder(dividingBy: axis.count)
    }
    return point
  }

  /// Returns the grid of the points that satisfy a condition.
  package func filtered(_ condition: (_ point: [Int]) -> Bool) -> Grid {
    let positions = (0..<count).filter { condition(self[$0]) }
    return Grid(axes: axes, kept: positions.map { kept?[$0] ?? $0 })
  }

  /// Returns, for every combination of some axes' values, whether a point has it; `nil` if all do.
  ///
  /// - Complexity: O(*n*) in the points.
  package func projection(on axes: [Axis]) -> [Bool]? {
    guard kept != nil else { return nil }
    var isCast = Array(repeating: false, count: axes.combinationCount)
    for index in 0..<count { isCast[axes.position(of: self[index])] = true }
    return isCast
  }
}

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

/// A value that may differ from sweep point to sweep point, read for all of them beforehand.
package struct PointDependent<Value: Sendable>: Sendable {
  /// The axes on which it depends; of several the last varies fastest.
  package let axes: [Axis]
  /// One value for every combination of those axes' values that a point has.
  package let values: [Value]
  /// Where in ``values`` the value of a combination stands; `nil` if every combination has one.
  package var positions: [Int]?

  package init(axes: [Axis], values: [Value], positions: [Int]? = nil) {
    (self.axes, self.values, self.positions) = (axes, values, positions)
  }

  /// Returns the value at a point: the index of the chosen value on every axis.
  package func value(at point: [Int]) -> Value {
    let position = axes.position(of: point)
    return values[positions?[position] ?? position]
  }

  /// Returns what every value becomes.
  package func map<Other>(_ transform: (Value) -> Other) -> PointDependent<Other> {
    PointDependent<Other>(axes: axes, values: values.map(transform), positions: positions)
  }
}
