import Foundation
import LabExperiment
import LabLanguage
import LabWorkload
import TestSupport
import Testing

/// What is printed of a change says what to do, and of no two changes the same.
@Suite struct `The title of a change` {
  private static let verbs = Set(ChangeTitle.Verb.allCases.map(\.rawValue))

  @Test(arguments: FuzzBatch.all("The title of a change"))
  func `begins with a verb, and is no other change's`(_ batch: FuzzBatch) throws {
    var titled = 0
    for number in batch.numbers {
      let seed = batch.seed &* 1_000_003 &+ UInt64(number)
      let script =
        switch number % 3 {
        case 0: RandomScript(seed: seed).text
        case 1: TroubledScript(seed: seed).text
        default: WaitingScript(seed: seed).text
        }
      let experiment = try? Experiment(path: "random.lab") { path in
        path == "random.lab" ? Array(script.utf8) : RandomScript.vsyncs
      }
      guard let run = try? experiment?.plan(replications: 1).first else { continue }
      titled += try Self.check(run.scenario, run.seed, "script \(number):\n\(script)")
    }
    #expect(titled > 10 * batch.numbers.count)
  }

  @Test(arguments: ["carousel", "real-page", "who-is-to-blame", "beat"])
  func `of a shipped experiment does so, too`(name: String) throws {
    let run = try Experiment(path: Checkout.experiment(name).path).plan()[0]
    #expect(try Self.check(run.scenario, run.seed, name) > 10)
  }

  /// Checks all changes that are tried of a scenario, and pairs of them; returns how many.
  private static func check(
    _ scenario: Scenario, _ seed: UInt64, _ place: String
  ) throws -> Int {
    guard let scenario = try? scenario.writtenOut(seed: seed) else { return 0 }
    var names: [String: String] = [:]
    for judged in scenario.drivers.map({ Optional($0.name) }) + [nil] {
      var changes = LabWorkload.Change.standard(for: scenario, judging: judged)
      for load in scenario.loads {
        changes += LabWorkload.Change.single(
          0..<min(3, load.writtenTasks?.count ?? 0), of: load.name)
        changes += LabWorkload.Change.factors.map {
          LabWorkload.Change([.tasks(TaskSelection(load.name), .scaled(Ratio($0, per: 10)))])
        }
      }
      changes += zip(changes, changes.dropFirst(7)).map { $0 + $1 }
      for change in changes {
        let title = change.title(in: scenario)
        let verb = title.imperative.prefix { $0 != " " }.lowercased()
        #expect(verbs.contains(verb), "\(change): '\(title.imperative)' in \(place)")
        #expect(title.gerund.prefix { $0 != " " }.hasSuffix("ing"), "\(title.gerund)")
        let name = "\(change)"
        let other = names.updateValue(name, forKey: title.imperative) ?? name
        #expect(other == name, "'\(title.imperative)' in \(place)")
      }
    }
    return names.count
  }
}
