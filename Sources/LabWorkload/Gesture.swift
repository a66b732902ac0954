public import LabKernel

/// A finger that scrolls: while it is down, the loop runs nested in the tracking mode.
public struct Gesture: Hashable, Sendable {
  /// The name under which it appears in the trace.
  public var name: String
  /// When the finger touches down.
  public var begins: Instant
  /// How long it stays down; it lifts at `begins + lasts` however late the loop noticed it.
  public var lasts: Duration
  /// How often it reports that it moved while it is down; `nil` for never.
  public var moves: Duration?

  /// Creates a gesture.
  public init(name: String, begins: Instant, lasts: Duration, moves: Duration? = nil) {
    self.name = name
    self.begins = begins
    self.lasts = lasts
    self.moves = moves
  }
}
