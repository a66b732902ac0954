import LabKernel
import LabLoop
import LoopScenarios

extension SimulatedLoop {
  func call(_ call: FoundationCall) -> FoundationCall.Answer? {
    let answer = answer(to: call)
    return isDead ? nil : answer
  }

  private func answer(to call: FoundationCall) -> FoundationCall.Answer {
    let foundation = FoundationRunLoop(loop)
    switch call {
    case .run: foundation.run()
    case .runUntil(let limit): foundation.run(until: Instant(nanoseconds: limit))
    case .runBefore(let mode, let limit):
      return .flag(foundation.run(mode: name(mode), before: instant(limit)))
    case .acceptInput(let mode, let limit):
      foundation.acceptInput(forMode: name(mode), before: instant(limit))
    case .limitDate(let mode):
      let date = foundation.limitDate(forMode: name(mode))
      return date == .distantFuture ? .distantFuture : .date(date.map(wholeMicroseconds))
    }
    return .end
  }

  private func instant(_ limit: Int64?) -> Instant {
    limit.map { Instant(nanoseconds: $0) } ?? .distantFuture
  }
}
