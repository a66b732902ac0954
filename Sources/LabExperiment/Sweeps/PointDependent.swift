/// A value that may differ from sweep point to sweep point, read for all of them beforehand.
struct PointDependent<Value: Sendable>: Sendable {
  /// The axes on which it depends; of several the last varies fastest.
  let axes: [Axis]
  /// One value for every combination of those axes' values that a point has.
  let values: [Value]
  /// Where in ``values`` the value of a combination stands; `nil` if every combination has one.
  var positions: [Int]?

  /// Returns the value at a point: the index of the chosen value on every axis.
  func value(at point: [Int]) -> Value {
    let position = axes.position(of: point)
    return values[positions?[position] ?? position]
  }

  /// Returns what every value becomes.
  func map<Other>(_ transform: (Value) -> Other) -> PointDependent<Other> {
    PointDependent<Other>(axes: axes, values: values.map(transform), positions: positions)
  }
}
