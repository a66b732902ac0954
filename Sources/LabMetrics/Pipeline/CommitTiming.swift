/// One hand-over to the render server, in nanoseconds, and the way of its frame to the display.
struct CommitTiming: Hashable, Sendable {
  /// When it was committed; `Int64.max` if that never happened.
  var committed = Int64.max
  /// The refresh for which it was in time; −1 if none latched after it.
  var arrival: Int32 = -1
  /// The refresh that is the first to show it, or what took its place; −1 if none did.
  var refresh: Int32 = -1
}

/// What became of a frame in the queue for the display.
struct QueueSlot: Hashable, Sendable {
  /// The refresh whose latch took it: later than the arrival if it waited; −1 if none did.
  var latched: Int32 = -1
  /// Whether the queue was full, so that it was thrown away.
  var isRefused = false
}
