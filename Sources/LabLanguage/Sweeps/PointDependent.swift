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
