/// What the values of a column are, as programs for tables ask.
package enum ColumnKind: String, Encodable {
  /// Words, and numbers of more digits than most programs keep.
  case string
  /// A whole number.
  case integer
  case number
  /// 1 or 0.
  case boolean
  /// Whatever another tool writes there.
  case any
}

extension ResultColumns.Entry {
  /// The columns without a unit that hold whole numbers: places and versions.
  private static let integers: Set = [
    "run", "replication", "first_failing_run", "refresh", "shown_update", "firing", "number",
    "serial", "event", "schema",
  ]
  /// The columns of numbers whose unit another column tells, or that have none.
  private static let numbers: Set = [
    "value", "predicted", "measured", "difference", "mean", "sd", "ci95_low", "ci95_high", "min",
    "median", "p90", "p99", "max", "difference_sd", "difference_ci95_low", "difference_ci95_high",
    "variance_reduction", "angle_rad", "first", "second",
  ]

  /// What its values are.
  package var kind: ColumnKind {
    if file == "presentmon.csv" { return .any }
    if unit != nil { return .number }
    if column == "measured", file != "predictions.csv" { return .boolean }
    if Self.integers.contains(column) { return .integer }
    return Self.numbers.contains(column) ? .number : .string
  }
}
