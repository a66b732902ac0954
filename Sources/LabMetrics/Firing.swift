/// One callout of a driver, in nanoseconds.
struct Firing: Hashable, Sendable {
  /// The earliest due instant that it answers.
  let due: Int64
  /// The newest due instant that had come when it began.
  let newest: Int64
  let began: Int64
  /// `Int64.max` while it has not ended.
  var ended = Int64.max
  /// The due instants between that of the previous firing and this one's; −1 when the grid itself
  /// was moved in between, so that there is no telling.
  let missed: Int64
  /// Firings of different epochs have a pause between them, hence no interval.
  let epoch: Int32
  /// Whether the intervals that were due changed between the previous firing and this one.
  let isOnNewGrid: Bool
  /// Whether the thread still slept at the due instant, so that only its wake-up made it late.
  let wasAsleep: Bool

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
