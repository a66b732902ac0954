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

  @Test func `keeps its handler while it is paused`() {
    var isPaused = true
    var callsInPause = 0
    ticks.isPaused = true
    ticks.start { _ in
      if isPaused { callsInPause += 1 }
      ticks.stop()
    }
    let other = TimerTicks(every: .milliseconds(5), in: .default)
    other.start { _ in
      isPaused = false
      ticks.isPaused = false
      other.stop()
    }
    run { !ticks.isRunning }
    #expect(callsInPause == 0)
    #expect(!isPaused)
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
