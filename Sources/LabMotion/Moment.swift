public import LabKernel

/// What a callback knows of the time.
public struct Moment: Hashable, Sendable {
  /// The clock.
  public var now: Instant
  /// The due instant that the callback answers.
  public var due: Instant
  /// The vsync that a display link's callback answers; to a timer, the newest vsync.
  public var timestamp: Instant
  /// The vsync by which the picture should be ready.
  public var target: Instant

  /// Creates a moment.
  public init(now: Instant, due: Instant, timestamp: Instant, target: Instant) {
    self.now = now
    self.due = due
    self.timestamp = timestamp
    self.target = target
  }
}
