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
