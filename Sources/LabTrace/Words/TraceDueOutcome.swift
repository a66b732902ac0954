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
  /// The link was paused or invalid.
  case cancelled

  /// What files call it.
  public var name: String {
    switch self {
    case .pending: "pending"
    case .blocked: "blocked"
    case .starved: "starved"
    case .suppressed: "suppressed"
    case .cancelled: "cancelled"
    }
  }
}
