/// What became of due instants that got no callout of their own.
enum DueOutcome: UInt8, Hashable, Sendable {
  case blocked
  case starved
  case suppressed
  case folded
  case refused
  case cancelled
  case open
}

/// Equally spaced due instants, as many as there are, without one of them being stored.
///
/// A 1 ns timer behind a block of one second misses 10⁹ dates: they are counted, never visited.
struct DueSeries: Hashable, Sendable {
  let first: Int64
  let step: Int64
  let count: Int64
  let outcome: DueOutcome

  /// The one due instant at a date.
  init(at date: Int64, _ outcome: DueOutcome) {
    self.init(first: date, step: 0, count: 1, outcome)
  }

  init(first: Int64, step: Int64, count: Int64, _ outcome: DueOutcome) {
    self.first = first
    self.step = step
    self.count = count
    self.outcome = outcome
  }

  var last: Int64 { first + step * (count - 1) }

  /// The due instants in a span.
  func count(in span: TimeSpan) -> Int64 {
    count(before: span.end) - count(before: span.begin)
  }

  private func count(before date: Int64) -> Int64 {
    guard date > first else { return 0 }
    return min(count, gridDates(from: first, before: date, step: step))
  }
}

/// Returns how many of `first`, `first + step` … lie before a date; a step of 0 makes one.
func gridDates(from first: Int64, before date: Int64, step: Int64) -> Int64 {
  guard date > first else { return 0 }
  return step > 0 ? (date - 1 - first) / step + 1 : 1
}
