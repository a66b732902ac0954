import LabExperiment
import LabLanguage
import LabTrace
import LabWorkload
import TestSupport
import Testing

/// What `why` tries can be said by the language, and comes to the same there.
@Suite struct `A change of a random script` {
  @Test(arguments: FuzzBatch.all("A change of a random script"))
  func `can be applied by a script, and gives what was tried`(_ batch: FuzzBatch) throws {
    var applied = 0
    for number in batch.numbers {
      let seed = batch.seed &* 1_000_003 &+ UInt64(number)
      let script = Self.script(seed: seed, isOwn: number.isMultiple(of: 2))
      guard let experiment = try? Self.read([("random.lab", script)]) else { continue }
      guard let run = try experiment.plan(replications: 1).first,
        let base = try? WhatIf([run], driver: run.scenario.drivers.first?.name)
      else { continue }
      let changes = LabWorkload.Change.standard(for: run.scenario, judging: base.driver)
      for row in try base.rows(for: Array(changes.prefix(60))).rows {
        let better = RemedyScript(
          applying: "\(row.change)", to: experiment, including: "random.lab"
        ).text
        let words = "script \(number), \(row.change):\n\(script)"
        do {
          let other = try Self.read([("better.lab", better), ("random.lab", script)])
          applied += 1
          let again = try #require(try other.plan(replications: 1).first)
          guard let fingerprint = row.fingerprint, applied.isMultiple(of: 4) else { continue }
          let trace = try Runner(jobs: 1, detail: .everything).trace(of: again)
          #expect(trace.fingerprint == fingerprint, "\(words)")
        } catch let error as ScriptError {
          Issue.record("\(words)\n\(error)")
          return
        }
      }
    }
    #expect(applied > batch.numbers.count)
  }

  /// A random script; the loads of each second one belong to its arm.
  private static func script(seed: UInt64, isOwn: Bool) -> String {
    let lines = RandomScript(seed: seed).text.split(separator: "\n").map(String.init)
    guard isOwn else { return lines.joined(separator: "\n") + "\n" }
    let loads = lines.filter { $0.hasPrefix("load ") }
    return lines.filter { !$0.hasPrefix("load ") }
      .flatMap { $0 == "arm a" ? [$0] + loads.map { "  " + $0 } : [$0] }
      .joined(separator: "\n") + "\n"
  }

  private static func read(_ files: [(name: String, text: String)]) throws -> Experiment {
    try Experiment(path: files[0].name) { path in
      files.first { $0.name == path }.map { Array($0.text.utf8) } ?? RandomScript.vsyncs
    }
  }
}
