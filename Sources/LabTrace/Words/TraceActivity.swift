/// The moments of a run that observers can watch; the raw values are CoreFoundation's (R82).
public enum TraceActivity: UInt8, Hashable, Sendable, CaseIterable {
  /// A run begins.
  case entry = 1
  /// A pass begins; timers may fire later in it.
  case beforeTimers = 2
  /// Sources are about to be served.
  case beforeSources = 4
  /// The loop is about to sleep.
  case beforeWaiting = 32
  /// The loop has woken.
  case afterWaiting = 64
  /// A run ends.
  case exit = 128

  /// What files call it.
  public var name: String {
    switch self {
    case .entry: "entry"
    case .beforeTimers: "before_timers"
    case .beforeSources: "before_sources"
    case .beforeWaiting: "before_waiting"
    case .afterWaiting: "after_waiting"
    case .exit: "exit"
    }
  }
}
