/// One of the ways in which Foundation runs a loop.
package enum FoundationCall: Hashable, Sendable {
  /// `run()`
  case run
  /// `run(until:)`
  case runUntil(Int64)
  /// `run(mode:before:)`; `nil` stands for the distant future.
  case runBefore(mode: String, Int64?)
  /// `acceptInput(forMode:before:)`; `nil` stands for the distant future.
  case acceptInput(mode: String, Int64?)
  /// `limitDate(forMode:)`
  case limitDate(mode: String)

  /// What a call returns.
  package enum Answer: Hashable, Sendable {
    /// Nothing.
    case end
    /// Whether the loop ran.
    case flag(Bool)
    /// A date to the microsecond; `nil` for none.
    case date(Int64?)
    /// The distant future.
    case distantFuture
  }
}

extension FoundationCall: CustomStringConvertible {
  /// The call as the notation writes it.
  package var description: String {
    switch self {
    case .run: "always"
    case .runUntil(let limit): "until \(timeText(limit))"
    case .runBefore(let mode, let limit): "before \(text(mode, limit))"
    case .acceptInput(let mode, let limit): "accept \(text(mode, limit))"
    case .limitDate(let mode): "limit \(mode)"
    }
  }

  private func text(_ mode: String, _ limit: Int64?) -> String {
    (mode == "default" ? "" : "\(mode) ") + (limit.map(timeText) ?? "forever")
  }
}

extension FoundationCall.Answer: CustomStringConvertible {
  /// The answer as a timeline shows it.
  package var description: String {
    switch self {
    case .end: "end"
    case .flag(let flag): "\(flag)"
    case .date(let date): date.map(timeText) ?? "nil"
    case .distantFuture: "future"
    }
  }
}

extension Words {
  /// Reads the rest of a call, or returns `nil` if the verb is none.
  mutating func foundationCall(_ verb: String) throws -> FoundationCall? {
    switch verb {
    case "always": return .run
    case "until": return .runUntil(try time())
    case "before":
      let (mode, limit) = try modeAndLimit()
      return .runBefore(mode: mode, limit)
    case "accept":
      let (mode, limit) = try modeAndLimit()
      return .acceptInput(mode: mode, limit)
    case "limit": return .limitDate(mode: try word("a mode"))
    default: return nil
    }
  }
}
