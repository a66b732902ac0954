import Foundation
import LabExperiment
import LabLanguage
import LabReport
import LabResults
import TestSupport
import Testing

@Suite struct `The README` {
  let page: Page

  init() throws {
    page = try Page("README.md")
  }

  /// What is not run here: it builds, tests or installs the package, or is the name of the command.
  private static let others = [
    "swift test", "swift run runlooplab", "swift package experimental-install --product runlooplab",
  ]

  /// All commands in their order, as they are printed.
  private var commands: [String] {
    let blocks = page.blocks(of: "sh").map { ($0, $0.split(separator: "\n").map(String.init)) }
    let prose = blocks.reduce(page.text) { $0.replacing($1.0, with: "") }
    return blocks.flatMap(\.1)
      + prose.matches(of: #/`((?:swift|runlooplab) [^`]+)`/#).map { String($0.output.1) }
  }

  @Test func `has commands that work, and print what it shows`() throws {
    let reader = try NewReader()
    try reader.write(try #require(page.blocks(of: "lab").first), to: "mine.lab")
    let commands = self.commands
    #expect(commands.count > 14)
    #expect(Set(Self.others).isSubset(of: commands))
    var outputs: [String: String] = [:]
    for command in commands where !Self.others.contains(command) {
      let outcome = try reader.run(command)
      #expect(outcome.status == 0, "\(command): \(outcome.errors)")
      outputs[command] = outcome.output
    }
    let shown = page.blocks(of: "text")
    #expect(shown.count == 2)
    for (subcommand, text) in zip(["why carousel", "try experiments"], shown) {
      let output = try #require(outputs.first { $0.key.contains("runlooplab " + subcommand) })
      #expect(output.value.contains(text), "\(output.key)")
    }
    // The table is that of the command before it.
    let python = try #require(page.blocks(of: "python").first)
    #expect(python.split(separator: "\n").count == 3)
    if let interpreter = try Interpreter("python3", with: ["pandas"]) {
      let outcome = try interpreter.run(["-c", python], in: reader.folder)
      #expect(outcome.status == 0 && outcome.output.contains("common"), "\(outcome.errors)")
    }
  }

  @Test func `has a picture of a page, and links that lead to files`() throws {
    let paths = page.text.matches(of: #/\]\(([^)]+)\)/#).map { String($0.output.1) }
    #expect(paths.contains { $0.hasSuffix(".png") })
    for path in paths {
      let data = try Data(contentsOf: Checkout.root.appending(path: path))
      #expect(!data.isEmpty && data.count <= 150_000, "\(path)")
    }
  }

  @Test func `counts metrics, experiments and programs as there are`() throws {
    let reader = try NewReader()
    let outcome = try reader.run("runlooplab run experiments/modes/carousel.lab -q")
    #expect(outcome.status == 0)
    let columns = try String(
      contentsOf: reader.folder.appending(path: "results/carousel/runs.csv"), encoding: .utf8
    ).prefix { $0 != "\n" }.split(separator: ",")
    let names = [
      "experiment", "run", "replication", "seed", "arm", "driver", "fingerprint", "schema",
    ]
    let metrics = columns.filter { !names.contains(String($0)) }
    #expect(metrics.count == columns.count - names.count)
    #expect(page.text.contains(" \(metrics.count) metrics "))
    let scripts = FileManager.default.enumerator(
      atPath: Checkout.root.appending(path: "experiments").path)
    let count = scripts?.count { ($0 as? String)?.hasSuffix(".lab") == true } ?? 0
    #expect(page.text.contains(" names \(count) ready experiments"))
    let programs =
      Count("random scenario").usual == 1000
      ? "1,000 random" : "\(Count("random scenario").usual) random"
    #expect(page.text.contains(programs))
  }

  @Test func `has an example whose expectations hold`() throws {
    let script = try #require(page.blocks(of: "lab").first)
    let experiment = try Experiment(path: "mine.lab") { _ in Array(script.utf8) }
    #expect(experiment.expectationTexts.count == 3)
    #expect(try report(of: experiment).contains("✗") == false)
  }

  private func report(of experiment: Experiment) throws -> String {
    let plan = try experiment.plan()
    var runs: [RunResult] = []
    try Runner(jobs: 2).perform(plan, keeping: RunResult.init) { runs.append(try $0.get()) }
    let result = try ExperimentResult(name: "readme", plan: plan, runs: runs)
    return try RunReport.text(of: result)
  }
}
