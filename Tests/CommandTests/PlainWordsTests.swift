import Foundation
import LabReport
import TestSupport
import Testing

@testable import runlooplab

/// Phrases that gave way to plainer ones stand on no screen and in no article.
@Suite struct `A phrase that gave way` {
  /// What stands where it does for a reason: the name of an entry, titles of commits and tests.
  private static let kept = [
    "anew": ["anew"], "dates": ["dates"],
    "Sources/LabKernel/LabKernel.docc/Contributing.md": ["owes", "whoever"],
    "Sources/LabMetrics/LabMetrics.docc/MetricReference.md": ["dates"],
  ]

  private func check(_ text: String, _ place: String, except own: String = "") {
    let kept = Self.kept[place] ?? []
    let flaws = PlainWords.flaws(in: text).filter { !kept.contains($0) && !own.contains($0) }
    #expect(flaws == [], "\(place):\n\(text.prefix(2_000))")
  }

  @Test func `is in no help`() {
    check(Command.help + Command.wholeHelp, "--help")
    #expect(Command.help.split(separator: "\n", omittingEmptySubsequences: false).count <= 24)
    for subcommand in Command.subcommands {
      check(subcommand.usage.help + "\n" + subcommand.usage.wholeHelp, subcommand.name)
    }
  }

  @Test func `is in no entry of the dictionary`() {
    for name in ColumnDictionary.names {
      check(ColumnDictionary.explanation(of: name) ?? "", name)
    }
  }

  @Test func `is in no article`() throws {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: Checkout.root.path)
    let articles = paths.filter { path in
      path == "README.md" || path.hasPrefix("experiments/") && path.hasSuffix(".md")
        || path.hasPrefix("Sources/") && path.hasSuffix(".md")
    }
    #expect(articles.count > 20)
    for path in articles {
      check(try String(contentsOf: Checkout.root.appending(path: path), encoding: .utf8), path)
    }
  }

  /// What is asked of every second experiment: by its place in the alphabet one of the first three,
  /// and of every tenth the last two; all of all with `LAB_EVERY_POINT`.
  private static let questions = [
    ["why"], ["show"], ["run"], ["run", "--html", "--trace"], ["why", "--all"],
  ]

  @Test(arguments: Count.sample(of: Checkout.experimentNames, every: 2))
  func `is on no screen of a shipped experiment`(name: String) throws {
    let script = Checkout.experiment(name)
    // What a script says of itself is its own.
    let own = try String(contentsOf: script, encoding: .utf8).lowercased()
    let number = Checkout.experimentNames.firstIndex(of: name) ?? 0
    let tool = try Tool(files: [:])
    for (place, question) in Self.questions.enumerated()
    where place == number % 3 || place > 2 && number % 10 == 5 || Count.isComplete {
      let outcome = try tool.run(
        [question[0], script.path] + question.dropFirst() + [
          "--set", "run=600 ms", "--repeat", "1",
        ])
      let title = (question + [name]).joined(separator: " ")
      #expect(!(outcome.output + outcome.errors).isEmpty, "\(title)")
      check(outcome.output + outcome.errors, title, except: own)
      guard question.contains("--html") else { continue }
      let page = String(decoding: try tool.data(of: "results/\(name).html"), as: UTF8.self)
      let text = page.replacing(/<(script|style)[^>]*>[^\u{0}]*?<\/(script|style)>/, with: "")
      check(text, "page of \(name)", except: own)
    }
  }

  /// A line for the shell of each subcommand that answers, in a folder with a passing and a failing
  /// script.
  @Test(arguments: [
    "run good.lab failing.lab --report markdown; run good.lab --shard 1/2 --out parts -q;"
      + "run good.lab --shard 2/2 --out parts -q; merge parts --force; verify results/good",
    "run good.lab -q; run good.lab --set 'display=90 Hz' --out other -q;"
      + "compare results/good other/good --html a.html; compare results/good other/good --json",
    "check good.lab failing.lab --plan; list; list field; explain; explain saving; why failing.lab;"
      + "why failing.lab --by dropped; why good.lab --smallest",
    "map where-to-put-the-phase --budget 99; prove where-to-put-the-phase --budget 99;"
      + "why where-to-put-the-phase; measure good.lab",
    "tour 1; tour 2; tour 3; init mine; init --tests; completion bash; help language; help json",
    "try E/reality/recordings/stop.json.gz --from 1s --to 2s;"
      + "why E/reality/recordings/stop.json.gz --from 1s --to 2s;"
      + "measure E/reality/recordings/stop.json.gz; import E/reality/recordings/stop.json.gz",
    "compare E/reality/recordings/stop.json.gz E/reality/recordings/pause.json.gz;"
      + "try editor.csv",
    "run nothing; why carousal; run broken.lab; run good.lab --out good.lab; show good.lab --as x",
  ])
  func `is in no answer of a subcommand`(line: String) throws {
    let tool = try Tool()
    try tool.write("arm a\n  timer b every 1 in comon\nexpect a.b.drops = 0\n", to: "broken.lab")
    try tool.write(ShortRecording.editor(), to: "editor.csv")
    for command in line.split(separator: ";") {
      let words = command.trimmingCharacters(in: .whitespaces)
        .replacing("E/", with: Checkout.root.appending(path: "experiments").path + "/")
      let outcome = try tool.shell("\"$0\" \(words)")
      #expect(!(outcome.output + outcome.errors).isEmpty || words.contains("-q"), "\(words)")
      check(outcome.output + outcome.errors, words)
    }
  }
}
