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

  @Test(arguments: ["why", "try"])
  func `shows what its commands print`(_ subcommand: String) throws {
    let line = try #require(
      page.text.split(separator: "\n").first { $0.contains("runlooplab \(subcommand) ") })
    let words = line.split(separator: " ").drop { $0 != subcommand }.map(String.init)
    let shown = try #require(page.blocks(of: "text").dropFirst(subcommand == "why" ? 0 : 1).first)
    let outcome = try BuiltProgram(named: "runlooplab").run(words, in: Checkout.root)
    #expect(outcome.status == 0)
    #expect(outcome.output.contains(shown))
  }

  @Test func `shows film strips as they are drawn`() throws {
    let path = "experiments/pictures/stutter-jump.svg"
    #expect(page.text.contains("](\(path))"))
    let outcome = try BuiltProgram(named: "runlooplab").run(
      [
        "draw", "experiments/stutter-jump.lab", "--set", "block=30 ms", "--run", "0", "--arm",
        "timer", "--arm", "link", "-o", "-",
      ], in: Checkout.root)
    try Page.expect(path, toBe: outcome.output)
    #expect(outcome.output.utf8.count < 100_000)
  }

  @Test func `is two screens of text, not a book`() {
    #expect(page.text.split(separator: "\n", omittingEmptySubsequences: false).count < 150)
  }

  @Test func `has an example whose expectations hold`() throws {
    let script = try #require(page.blocks(of: "lab").first)
    let experiment = try Experiment(path: "mine.lab") { _ in Array(script.utf8) }
    #expect(experiment.expectationTexts.count == 3)
    #expect(try report(of: experiment).contains("✗") == false)
  }

  @Test func `shows the mistake as it is shown`() throws {
    let script = try #require(page.blocks(of: "lab").first)
    let shown = try #require(page.blocks(of: "text").last)
    let broken = script.replacingOccurrences(of: "at 504 ms", with: "at 504")
    let error = #expect(throws: ScriptError.self) {
      try Experiment(path: "mine.lab") { _ in Array(broken.utf8) }
    }
    #expect(error?.description == shown)
  }

  private func report(of experiment: Experiment) throws -> String {
    let plan = try experiment.plan()
    var runs: [RunResult] = []
    try Runner(jobs: 2).perform(plan, keeping: RunResult.init) { runs.append($0) }
    let result = try ExperimentResult(name: "readme", plan: plan, runs: runs)
    return try TerminalReport(result, on: Screen()).text()
  }
}
