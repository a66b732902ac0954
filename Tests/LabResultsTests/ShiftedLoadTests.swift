import Foundation
import LabExperiment
import LabKernel
import LabResults
import LabWorkload
import TestSupport
import Testing

/// Loads at round instants meet vsyncs and due instants.
///
/// A verdict that rests on who goes first there would change with one nanosecond.
@Suite struct `Every load of a shipped experiment` {
  typealias Shipped = `Every experiment`

  /// Some experiments with loads by default; with `LAB_EVERY_POINT=1` all, at all points.
  static func names() throws -> [String] {
    let isFull = Count.isComplete
    return isFull
      ? try Shipped.names()
      : ["jank-budget", "lost-ticks", "scroll-freeze", "stutter-jump", "who-is-to-blame"]
  }

  @Test(arguments: try names(), [-1, 1])
  func `may come a nanosecond earlier or later`(name: String, nanoseconds: Int64) throws {
    let plan = try Shipped.plan(name)
    let runs = try plan.map { run in
      var scenario = run.scenario
      for index in scenario.loads.indices {
        scenario.loads[index].shift(byNanoseconds: nanoseconds)
      }
      return try RunResult(run, Stage(scenario, seed: run.seed).run())
    }
    for verdict in try ExperimentResult(name: name, plan: plan, runs: runs).verdicts {
      #expect(
        verdict.outcome == .holds || verdict.outcome == .notJudged,
        "\(verdict.text): \(verdict.failure?.values ?? "")")
    }
  }
}

extension Load {
  /// Moves every task of the load; those that would come before the start of the run come at it.
  fileprivate mutating func shift(byNanoseconds distance: Int64) {
    func shifted(_ instant: Instant) -> Instant {
      instant.advanced(byNanoseconds: max(distance, -instant.nanoseconds))
    }
    switch tasks {
    case .drawn(.at(let instants), let takes):
      tasks = .drawn(.at(instants.map(shifted)), takes: takes)
    case .drawn(.every(let interval, let first), let takes):
      tasks = .drawn(.every(interval, first: shifted(first)), takes: takes)
    case .drawn(.bursts(let count, let interval, let first, let apart), let takes):
      tasks = .drawn(
        .bursts(of: count, every: interval, first: shifted(first), apart: apart), takes: takes)
    case .drawn, .recorded, .following:
      break
    }
    begins = shifted(begins)
    ends = ends.map(shifted)
  }
}
