/// One call of a tick source.
public struct Tick: Hashable, Sendable {
  /// For which time the call was made, on the clock of its source.
  ///
  /// The vsync that a display link answers; for a timer, when it really calls. Only differences
  /// have a meaning that all sources share.
  public var timestamp: Duration

  /// When the frame drawn now is expected to be seen, on the same clock.
  public var target: Duration

  /// Creates a tick.
  public init(timestamp: Duration, target: Duration) {
    self.timestamp = timestamp
    self.target = target
  }
}
