/// One callout of a driver, in nanoseconds.
struct Firing: Hashable, Sendable {
  /// The earliest due instant that it answers.
  let due: Int64
  let began: Int64
  /// `Int64.max` while it has not ended.
  var ended = Int64.max

  /// What is to be said of a firing that is out of the ordinary.
  ///
  /// Most are not; kept apart, it costs them no memory, which is what measuring waits for.
  struct Detail: Hashable, Sendable {
    /// Its index.
    var firing: Int32 = -1
    /// The newest due instant that had come when it began.
    var newest: Int64
    /// The due instants between that of the previous firing and this one's; −1 when the grid itself
    /// was moved in between, so that it is not known.
    var missed: Int64 = 0
    /// Whether the intervals that were due changed between the previous firing and this one.
    var isOnNewGrid = false
    /// By how much its date is later than the one of the grid that was asked for.
    var shift: Int64 = 0
    /// How it was set late, if it was.
    var setLate: SetLate?
  }

  /// A firing was due before it could be answered at all, or its date was set in a callback of the
  /// driver: of such a date other modes hear no sooner than of the next one that is set.
  struct SetLate: Hashable, Sendable {
    /// When its date was set, or the driver first joined a mode.
    let at: Int64
    /// Whether its date was set in a callback.
    let isUnheard: Bool
  }

  var lateness: Int64 { began - due }
}

/// One change of what is to be shown, in nanoseconds.
struct Update: Hashable, Sendable {
  /// The clock value from which the content was computed.
  let animationTime: Int64
  /// The end of the callback.
  let ended: Int64
  /// The number of the commit after it, which updates share.
  ///
  /// The number of all commits stands for one that never came.
  let commit: Int32
  /// The index of the firing that made it.
  let firing: Int32
}

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

extension DueSeries {
  /// The one due instant at a date.
  init(at date: Int64, _ outcome: DueOutcome) {
    self.init(first: date, step: 0, count: 1, outcome: outcome)
  }
}

/// Returns how many of `first`, `first + step` … lie before a date; a step of 0 makes one.
func gridDates(from first: Int64, before date: Int64, step: Int64) -> Int64 {
  guard date > first else { return 0 }
  return step > 0 ? (date - 1 - first) / step + 1 : 1
}
