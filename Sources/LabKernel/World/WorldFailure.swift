/// Why a world came to an end before its run did.
public enum WorldFailure: Error, Hashable, Sendable {
  /// Too many events happened at one instant: time does not advance.
  case timeStandsStill(at: Instant, events: Int, busiest: [String])

  /// Too many events happened in the run as a whole.
  case tooManyEvents(at: Instant, events: Int, busiest: [String])

  /// The thread sleeps without a limit and the agenda holds nothing that could wake it.
  case asleepForever(at: Instant)

  /// Runs are nested more deeply than the loop was allowed to.
  case nestedTooDeeply(at: Instant, depth: Int, mode: String)

  /// A loop was to have more modes than it can.
  case tooManyModes(at: Instant, limit: Int, mode: String)
}

extension WorldFailure: CustomStringConvertible {
  /// The failure in a sentence that names the instant and the culprits.
  public var description: String {
    switch self {
    case .timeStandsStill(let instant, let events, let busiest):
      "time stands still at \(instant): \(events) events at one instant, "
        + "most of them from \(busiest.joined(separator: ", "))"
    case .tooManyEvents(let instant, let events, let busiest):
      "\(events) events happened by \(instant), which is the limit for one run; most of the last "
        + "ones come from \(busiest.joined(separator: ", ")). Make them rarer, or the run shorter"
    case .asleepForever(let instant):
      "the loop fell asleep at \(instant) without a limit, and nothing is left to wake it"
    case .nestedTooDeeply(let instant, let depth, let mode):
      "at \(instant) \(depth) runs are nested in one another, the innermost in mode \(mode)"
    case .tooManyModes(let instant, let limit, let mode):
      "at \(instant) a loop was to have the mode ‘\(mode)’ beside the \(limit) that it can have"
    }
  }
}

extension Instant {
  /// What to write for a run that ends shortly before, as the end of a sentence.
  package var shorterRun: String {
    let end = max(1, nanoseconds - nanoseconds / 64)
    let (unit, name): (Int64, String) =
      end >= 10_000_000 ? (1_000_000, "ms") : end >= 10_000 ? (1_000, "us") : (1, "ns")
    return "add --set 'run=\(end / unit) \(name)'"
  }
}
