/// What became of a vsync at which a display link was due.
public enum TraceDueOutcome: UInt8, Hashable, Sendable, CaseIterable {
  /// A callback of its own is pending.
  case pending
  /// It was folded into a callback still pending, in a mode that holds the link.
  case blocked
  /// It was folded into a callback still pending, while the loop's mode does not hold the link.
  case starved
  /// The policy took its callback away, because the previous one overran.
  case suppressed
  /// A pause took it back.
  case cancelled
  /// A callback of its own waits behind that of an earlier vsync.
  case queued
  /// A callback that waits in the main loop answers it as well.
  case folded
  /// The way to the main loop was taken, so that no callback knows of it.
  case refused

  /// What files call it.
  public var name: String {
    switch self {
    case .pending: "pending"
    case .blocked: "blocked"
    case .starved: "starved"
    case .suppressed: "suppressed"
    case .cancelled: "cancelled"
    case .queued: "queued"
    case .folded: "folded"
    case .refused: "refused"
    }
  }
}
