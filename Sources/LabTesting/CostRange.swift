/// How long the callbacks of a driver took so far.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
struct CostRange {
  /// The shortest and the longest; `nil` before the first.
  private(set) var range: ClosedRange<Duration>?

  /// The longest; no time before the first.
  var most: Duration { range?.upperBound ?? .zero }

  mutating func note(_ cost: Duration) {
    range = min(cost, range?.lowerBound ?? cost)...max(cost, range?.upperBound ?? cost)
  }
}
