import LoopScenarios

/// Foundation's ways to run a loop (R101 to R104).
extension PlainLoop {
  func call(_ call: FoundationCall) -> FoundationCall.Answer? {
    let answer = answer(to: call)
    return isDead ? nil : answer
  }

  private var wallClock: Int64 { now / 1_000 * 1_000 }

  private func answer(to call: FoundationCall) -> FoundationCall.Answer {
    switch call {
    case .run: while runOnce("default", nil) {}
    case .runUntil(let limit): while runOnce("default", limit), limit > wallClock {}
    case .runBefore(let mode, let limit): return .flag(runOnce(mode, limit))
    case .acceptInput(let mode, let limit): _ = runOnce(mode, limit)
    case .limitDate(let mode):
      _ = run(mode, limit: 0, returnsAfterSource: true)
      if isGone(mode) { return .date(nil) }
      return nextDate(inMode: mode).map { .date($0) } ?? .distantFuture
    }
    return .end
  }

  private func isGone(_ mode: String) -> Bool { modes[mode] == nil || isEmpty(mode) }

  private func runOnce(_ mode: String, _ limit: Int64?) -> Bool {
    guard !isDead, !isGone(mode) else { return false }
    return run(mode, limit: limit.map { $0 - wallClock }, returnsAfterSource: true) != nil
  }
}
