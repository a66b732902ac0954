#if os(Linux)
  import Foundation
  import LoopScenarios

  extension RealLoop {
    func call(_ call: FoundationCall) -> FoundationCall.Answer? {
      let loop = RunLoop.current
      switch call {
      case .run: loop.run()
      case .runUntil(let limit): loop.run(until: instant(limit))
      case .runBefore(let mode, let limit):
        return .flag(loop.run(mode: runLoopMode(mode), before: instant(limit)))
      case .acceptInput(let mode, let limit):
        loop.acceptInput(forMode: runLoopMode(mode).rawValue, before: instant(limit))
      case .limitDate(let mode):
        let date = loop.limitDate(forMode: runLoopMode(mode))
        guard date != .distantFuture else { return .distantFuture }
        return .date(date.map { self.date(of: $0.timeIntervalSinceReferenceDate) })
      }
      return .end
    }

    /// The date nearest to a time.
    ///
    /// One that is a hair later makes `run(until:)` repeat until its wall clock shows the next
    /// microsecond. A time between two microseconds, which no clock shows, lies half a nanosecond
    /// later, so that no rounding takes the last one away.
    private func instant(_ limit: Int64?) -> Date {
      guard let limit else { return .distantFuture }
      let nanoseconds = limit % 1_000 == 0 ? Double(limit) : Double(limit) + 0.5
      return Date(timeIntervalSinceReferenceDate: nanoseconds / 1_000_000_000)
    }

    private func runLoopMode(_ mode: String) -> RunLoop.Mode {
      switch mode {
      case "default": .default
      case "common": .common
      default: RunLoop.Mode(rawValue: mode)
      }
    }
  }
#endif
