import LabKernel
import LabMetrics
import LabTrace
import LabWorkload
import Testing

@testable import LabExperiment

/// A timer fires twice in a refresh and drops frames; what helps against the drops may leave the
/// double fires.
@Suite struct `What is said against double fires` {
  /// A timer that is faster than the display, or as fast and now and then late, beside tasks.
  private static func script(_ seed: UInt64) -> String {
    var chance = RandomStream(seed: seed, words: "double", name: "fires")
    func number(_ least: Int, _ most: Int) -> Int {
      Int(chance.next(in: Int64(least)...Int64(most)))
    }
    let interval = number(0, 1) == 0 ? "\(number(10, 16)).\(number(0, 9)) ms" : "1/60 s"
    let delay = number(0, 2) == 0 ? ["wake-up delayed by uniform 0..\(number(2, 9)) ms"] : []
    return
      (["display 60 Hz", "run 1 s"] + delay + [
        "load page every \(number(90, 700)) ms takes \(number(10, 60)) ms as main-queue",
        "arm app",
        "  timer ball every \(interval) phase 0.\(number(1, 9)) in common takes \(number(0, 4)) ms",
      ]).joined(separator: "\n") + "\n"
  }

  /// How often the timer fires twice in a refresh, and how many frames it drops.
  private func counts(
    _ run: RunSpec, _ change: Change? = nil
  ) throws -> (doubles: Int64, drops: Int64) {
    let scenario = try change.map {
      try $0.applied(to: run.scenario.writtenOut(seed: run.seed), seed: run.seed)
    }
    let trace = try Runner(jobs: 1).trace(of: RunSpec(run.label, scenario ?? run.scenario))
    let trouble = try #require(RunTrouble(of: "ball", in: trace))
    return (
      SavingMetric.doubleFires.value(trouble) ?? 0, SavingMetric.dropped.value(trouble) ?? 0
    )
  }

  /// It is said only where each change that is listed leaves more double fires than drops, and what
  /// is named takes away as many as it says, which is more than any of these does.
  @Test func `comes true, and is said only where they are what is left`() throws {
    var (said, silent) = (0, 0)
    for seed in UInt64(1)...60 {
      let script = Self.script(seed)
      let run = try Fixture.experiment(script).plan()[0]
      let told = try Explanation(of: run, for: Plan.Trouble(run: 0), jobs: 2, budget: 100)
      let line = told.helps.first { $0.hasPrefix("Against the double fires: ") }
      guard let line else {
        silent += 1
        continue
      }
      said += 1
      let before = try counts(run)
      let listed = try told.remedies.map { try counts(run, $0) }
      let words = try #require(line.firstMatch(of: #/, (\d+) fewer \[(.+)\]$/#), "\(line)")
      let named = try #require(told.tried.first { "\($0)" == words.2 })
      let fewer = before.doubles - (try counts(run, named).doubles)
      #expect(Int64(words.1) == fewer, "\(line)\n\(script)")
      #expect(listed.allSatisfy { $0.doubles > $0.drops }, "\(told.text)\n\(script)")
      #expect(
        listed.allSatisfy { before.doubles - $0.doubles < fewer }, "\(told.text)\n\(script)")
    }
    #expect(said > 0 && silent > said, "\(said) and \(silent)")
  }
}
