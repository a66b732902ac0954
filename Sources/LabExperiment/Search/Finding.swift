/// What a search found at one combination of the other sweeps' values.
package struct Finding: Hashable, Sendable {
  /// A value that was tried, and what the runs with it showed.
  package struct Trial: Hashable, Sendable {
    /// The value as a script would write it.
    package let value: String
    /// Whether the claim holds for it.
    package let holds: Bool
    /// What was measured, as `link.ball.dropped = 0`.
    package let values: String
    /// The value in base units, such as nanoseconds.
    let number: Double
  }

  /// The search as it is written.
  package let text: String
  /// The name by which expectations refer to it; `nil` if it has none.
  package let name: String?
  /// The values of the other sweeps.
  package let place: [RunSpec.Choice]
  /// What was found: the most extreme value for which the claim holds; `nil` if it holds for none.
  package let found: Trial?
  /// The neighbour for which it does not; `nil` if nothing beyond ``found`` was tried.
  package let failing: Trial?
  /// How many values were tried.
  package let tried: Int
  /// How often, going through the values that were tried, the claim begins or ceases to hold.
  ///
  /// With more than one change there are several answers, and ``found`` is the most extreme among
  /// the values tried. With one, a search between them assumes that there is no other.
  package let changes: Int

  /// The axis that was searched.
  let axis: Int
  /// The point of the grid to which the finding belongs, with 0 on that axis.
  let context: [Int]

  /// Whether it belongs to a point of the grid.
  func isAbout(_ point: [Int]) -> Bool {
    var point = point
    point[axis] = 0
    return point == context
  }
}
