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

  @Test func `shows film strips as they are drawn`() throws {
    let path = "experiments/pictures/stutter-jump.svg"
    #expect(page.text.contains("](\(path))"))
    let outcome = try BuiltProgram(named: "runlooplab").run(
      [
        "show", "experiments/timers/stutter-jump.lab", "--as", "strip", "--set", "block=30 ms",
        "--run", "0",
        "--arm",
        "timer", "--arm", "link", "-o", "-",
      ], in: Checkout.root)
    try Page.expect(path, toBe: outcome.output)
    #expect(outcome.output.utf8.count < 100_000)
  }

  /// All commands in their order, in the folder of a newcomer.
  @Test func `has commands that work, and print what it shows`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "readme-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createSymbolicLink(
      at: folder.appending(path: "experiments"),
      withDestinationURL: Checkout.root.appending(path: "experiments"))
    try Data(try #require(page.blocks(of: "lab").first).utf8)
      .write(to: folder.appending(path: "mine.lab"))
    let commands = page.text.matches(
      of: /(?:^|\n) {4}swift run runlooplab ([^\n]+)|`runlooplab ([^`]+)`/
    )
    .map { String($0.output.1 ?? $0.output.2 ?? "") }
    #expect(commands.count > 12)
    var outputs: [String] = []
    for command in commands {
      // Other tests perform them all; a live run takes its time and rights.
      let words =
        command == "run experiments"
        ? "check experiments" : command.hasPrefix("live ") ? "live --help" : command
      let outcome = try BuiltProgram(named: "runlooplab").run(
        words.split(separator: " ").map(String.init), in: folder)
      #expect(outcome.status == 0, "\(command): \(outcome.errors)")
      outputs.append(outcome.output)
    }
    for (subcommand, shown) in zip(["why", "try"], page.blocks(of: "text").prefix(2)) {
      let first = try #require(commands.firstIndex { $0.hasPrefix("\(subcommand) ") })
      #expect(outputs[first].contains(shown), "\(subcommand)")
    }
    #expect(page.blocks(of: "text").count >= 2)
  }

  @Test func `answers, shows and proves on two screens`() throws {
    let lines = page.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count < 150)
    let proof = try #require(lines.firstIndex(of: "## Why trust it"))
    let carousel = try #require(lines.firstIndex { $0.contains("carousel.lab") })
    #expect(carousel < 30 && proof < 60)
    #expect(page.text.contains("'in common' saves 68 of the 96"))
    for platform in ["iOS 18", "macOS 15", "Linux"] { #expect(page.text.contains(platform)) }
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
    try Runner(jobs: 2).perform(plan, keeping: RunResult.init) { runs.append($0) }
    let result = try ExperimentResult(name: "readme", plan: plan, runs: runs)
    return try RunReport.text(of: result)
  }
}
