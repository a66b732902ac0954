/// The value of a metric in one run.
public enum MetricValue: Hashable, Sendable {
  /// How many.
  case count(Int)
  /// How long.
  case time(Duration)
  /// A number in the unit of its metric.
  case number(Double)
}
