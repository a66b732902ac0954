import Foundation
import LabTicks
import Testing

@Suite struct `A real timer as a tick source` {
  private let ticks = TimerTicks(every: .milliseconds(1), in: .default)

  /// Runs the real loop of this thread until a condition holds, for a thousand passes at most.
  private func run(until condition: () -> Bool) {
    for _ in 0..<1000 where !condition() {
      _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.1))
    }
  }

  @Test func `calls back until it is stopped`() {
    var seen: [Tick] = []
    #expect(!ticks.isRunning)
    ticks.start { tick in
      seen.append(tick)
      if seen.count == 3 { ticks.stop() }
    }
    #expect(ticks.isRunning)
    run { !ticks.isRunning }
    #expect(seen.count == 3)
    #expect(seen.map(\.timestamp) == seen.map(\.timestamp).sorted())
    #expect(seen.allSatisfy { $0.target - $0.timestamp == .milliseconds(1) })
  }

  @Test func `calls its newest handler alone`() {
    var calls: [String] = []
    ticks.start { _ in calls.append("first") }
    ticks.start { _ in calls.append("second") }
    run { !calls.isEmpty }
    ticks.stop()
    #expect(Set(calls) == ["second"])
  }
}
