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
  /// How long a refresh of the display lasts, whatever the pace of a link.
  public var refresh: Duration

  /// Creates a moment.
  ///
  /// - Parameters:
  ///   - now: The clock.
  ///   - due: The due instant that the callback answers.
  ///   - timestamp: The vsync that it answers.
  ///   - target: The vsync by which the picture should be ready.
  ///   - refresh: How long a refresh lasts; `nil` if the target is a refresh after the vsync.
  public init(
    now: Instant, due: Instant, timestamp: Instant, target: Instant, refresh: Duration? = nil
  ) {
    self.now = now
    self.due = due
    self.timestamp = timestamp
    self.target = target
    self.refresh = refresh ?? timestamp.duration(to: target)
  }
}
