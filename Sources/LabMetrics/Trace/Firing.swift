/// One callout of a driver, in nanoseconds.
struct Firing: Hashable, Sendable {
  /// The earliest due instant that it answers.
  let due: Int64
  let began: Int64
  /// `Int64.max` while it has not ended.
  var ended = Int64.max
  /// Firings of different epochs have a pause between them, hence no interval.
  let epoch: Int32
  /// Where its ``Detail`` stands in the log; −1 if it is an ordinary firing.
  let detail: Int32

  /// What is to be said of a firing that is out of the ordinary.
  ///
  /// Most are not; kept apart, it costs them no memory, which is what measuring waits for.
  struct Detail: Hashable, Sendable {
    /// The newest due instant that had come when it began.
    var newest: Int64
    /// The due instants between that of the previous firing and this one's; −1 when the grid itself
    /// was moved in between, so that it is not known.
    var missed: Int64 = 0
    /// Whether the intervals that were due changed between the previous firing and this one.
    var isOnNewGrid = false
    /// Whether the thread still slept at the due instant, so that only its wake-up made it late.
    var wasAsleep = false
    /// By how much its date is later than the one of the grid that was asked for.
    var shift: Int64 = 0
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
