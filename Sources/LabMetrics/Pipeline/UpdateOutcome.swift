/// What became of one change of what is to be shown.
public enum UpdateOutcome: String, Hashable, Sendable, CaseIterable {
  /// A refresh showed it.
  case shown = "shown"
  /// A later update of the same driver in the same commit took its place.
  case merged = "merged"
  /// A later commit took its place before the display latched.
  case replaced = "replaced"
  /// The queue for the display was full.
  case refused = "refused"
  /// The run ended before its refresh.
  case open = "open"
}
