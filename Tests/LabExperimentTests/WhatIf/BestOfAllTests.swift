import LabKernel
import LabLanguage
import LabText
import LabWorkload
import TestSupport
import Testing

@testable import LabExperiment

/// What plain `why` names as best of all is at least as good as whatever else was tried and an app
/// can make, two changes at once as well.
@Suite struct `The best change of all` {
  @Test(arguments: FuzzBatch.all("The best change of all"))
  func `is at least as good as any other, and as the two best at once`(_ batch: FuzzBatch) throws {
    for number in batch.numbers {
      let script = Self.script(seed: batch.seed &* 1_000_003 &+ UInt64(number))
      let input = Experiment.Input(path: "a.lab", bytes: Array(script.utf8))
      let run = try Experiment(inputs: [input], overriding: []).plan()[0]
      let base = try WhatIf([run])
      guard base.goal == .wrongPicture else { continue }
      let study = try WhatIfStudy(base, budget: 60)
      let told = study.recommended.filter { !$0.asksLess }
      let most = told.compactMap { $0.saving }.max() ?? 0
      for row in study.helping where !row.change.isProbe {
        #expect(most * 20 >= (row.saving ?? 0) * 19, "\(row.change) saves more:\n\(script)")
      }
      let singles = told.filter { row in
        row.change.steps.count == 1 && !row.change.isProbe
          && !told.contains { row.change.isAlternative(to: $0.change) }
      }
      guard singles.count > 1 else { continue }
      let together = try base.row(for: singles[0].change + singles[1].change)
      let value = try #require(together.goal)
      let alone = singles.compactMap { $0.saving }.max() ?? 0
      let more = value.saving - alone
      if more * 20 > value.before || more > 1e6 && value.after < study.goal.least {
        #expect(
          most >= value.saving && told.contains { $0.change.steps.count == 2 },
          "'\(together.change)' saves \(value.saving), and \(most) is told:\n\(script)")
      }
      // A change is advised or helps little, not both.
      let help = ExplanationWords(study).help.joined(separator: "\n")
      for row in singles {
        #expect(!help.contains("helps little: '\(row.change)'"), "\(help)\n\(script)")
      }
    }
  }

  /// What needs the UI cannot leave the main thread: the same work in chunks is told behind each
  /// change that moves work away, wherever it saves more than half as much.
  @Test(arguments: FuzzBatch.all("The best change of all"))
  func `is told with another one for work that needs the UI`(_ batch: FuzzBatch) throws {
    var told = 0
    for number in batch.numbers {
      let script = Self.script(seed: batch.seed &* 1_000_003 &+ UInt64(number))
      let input = Experiment.Input(path: "a.lab", bytes: Array(script.utf8))
      let run = try Experiment(inputs: [input], overriding: []).plan()[0]
      let study = try WhatIfStudy(WhatIf([run]), budget: 60)
      let explanation = Explanation(study)
      let changes = explanation.remedies.map { "\($0)" }
      for (place, change) in explanation.remedies.enumerated() {
        guard change.steps.count == 1, changes[place].hasSuffix(" elsewhere") else { continue }
        let name = changes[place].with(" in chunks of 4 ms", for: " elsewhere")
        let row = study.rows.first { "\($0.change)" == name }
        let moved = study.rows.first { $0.change == change }
        guard let row, row.flaw == nil, 2 * (row.saving ?? 0) > moved?.saving ?? 0 else { continue }
        told += 1
        try #require(changes.dropFirst(place + 1).first == name, "\(explanation.text)\n\(script)")
        let words = explanation.helps[place + 1]
        #expect(words.contains(" into chunks of 4 ms, if it needs the UI: "), "\(words)")
        let pair = explanation.helps.first { $0.hasPrefix("Changes ") }
        #expect(pair?.contains("Changes \(place + 1) and \(place + 2)") != true, "\(pair ?? "")")
      }
    }
    // One script alone, as a build without optimization plays, may have none.
    #expect(batch.numbers.count < 6 || told * 20 > batch.numbers.count, "\(told)")
  }

  /// A timer that starves while the user scrolls, beside tasks that are too long.
  private static func script(seed: UInt64) -> String {
    var chance = RandomStream(seed: seed, name: "best")
    func number(_ least: Int64, _ most: Int64) -> Int64 { chance.next(in: least...most) }
    var lines = ["display 60 Hz", "run 3 s"]
    for load in ["json", "image"].prefix(Int(number(1, 2))) {
      lines.append(
        "load \(load) every \(number(90, 700)) ms takes \(number(4, 60)) ms as main-queue")
    }
    lines.append("gesture scroll at \(number(300, 900)) ms for \(number(200, 1500)) ms")
    lines += ["arm a", "  timer ball every 1/60 s in default takes \(number(1, 6)) ms"]
    return lines.joined(separator: "\n") + "\n"
  }
}
