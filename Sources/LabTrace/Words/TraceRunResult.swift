/// Why a run of the loop returned (R24); the first four raw values are CoreFoundation's.
public enum TraceRunResult: UInt8, Hashable, Sendable, CaseIterable {
  /// The mode is empty, or does not exist.
  case finished = 1
  /// The run was asked to stop.
  case stopped = 2
  /// The limit has passed.
  case timedOut = 3
  /// A source was handled, and the run was asked to return after one.
  case handledSource = 4
  /// The world failed; see `World.failure`. The real loop would hang instead.
  case abandoned = 5

  /// What files call it.
  public var name: String {
    switch self {
    case .finished: "finished"
    case .stopped: "stopped"
    case .timedOut: "timed_out"
    case .handledSource: "handled_source"
    case .abandoned: "abandoned"
    }
  }
}
