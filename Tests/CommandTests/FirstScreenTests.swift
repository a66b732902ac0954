import Foundation
import LabExperiment
import LabReport
import LabResults
import TestSupport
import Testing

/// What a person sees first of a run: the question, the answer, and the number that proves it.
@Suite struct `The first screen` {
  /// How many lines a person reads before anything else.
  private static let lines = 12

  /// Whether words stand in lines, wherever those break.
  private func stand(_ words: String?, in lines: some Sequence<Substring>) -> Bool {
    func folded(_ text: String) -> String {
      text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    return folded(lines.joined(separator: "\n")).contains(folded(words ?? "?"))
  }

  /// Every twelfth experiment, or with `LAB_EVERY_POINT` all of them.
  private static let names =
    Count.isComplete
    ? Checkout.experimentNames
    : stride(from: 0, to: Checkout.experimentNames.count, by: 12).map {
      Checkout.experimentNames[$0]
    }

  @Test(arguments: names)
  func `of a shipped experiment has room for the number below question and answer`(
    name: String
  ) throws {
    // A second of each run is enough for the window of what fails.
    let experiment = try Experiment(
      path: Checkout.experiment(name).path, overriding: [("run", "1 s")])
    let result = try ExperimentResult(name: name, plan: experiment.plan(), runs: [])
    let text = try RunReport.text(of: result, on: Screen(width: 80))
    let head = text.split(separator: "\n", omittingEmptySubsequences: false).prefix(Self.lines)
    #expect(head.allSatisfy { $0.count <= 80 })
    #expect(stand(experiment.question, in: head) && stand(experiment.because, in: head))
    // Nothing was performed, so that nothing holds, which takes more lines to say than a number
    // does.
    let count = result.verdicts.count
    #expect(
      stand(
        count == 1 ? "The one expectation fails:" : "\(count) of \(count) expectations fail:",
        in: head), "\(head.joined(separator: "\n"))")
  }

  @Test(arguments: ["carousel", "stutter-jump", "lost-ticks", "scroll-freeze", "policies"])
  func `holds in a pipe, in the locale C and on a dumb terminal`(name: String) throws {
    let tool = try Tool()
    let script = Checkout.experiment(name).path
    let experiment = try Experiment(path: script)
    for environment in ["LC_ALL=C.UTF-8", "LC_ALL=C", "TERM=dumb"] {
      let outcome = try tool.shell("\(environment) \"$0\" run '\(script)' | head -20")
      let head = outcome.output.split(separator: "\n", omittingEmptySubsequences: false).prefix(
        Self.lines)
      #expect(stand(experiment.question, in: head), "\(outcome.output)")
      let first = try #require(
        head.lastIndex { $0.contains("All ") && $0.contains(" expectations hold") })
      let last = head[first...].prefix(2).joined(separator: " ")
      #expect(last.contains { $0.isNumber } && last.contains(" = "), "\(last)")
      #expect(outcome.errors == "")
      guard environment != "LC_ALL=C.UTF-8" else { continue }
      #expect(!outcome.output.contains("─") && !outcome.output.contains("✓"))
    }
  }

  @Test func `says where a result does not fit its answer`() throws {
    let outcome = try Tool().run("run", "failing.lab")
    let head = outcome.output.split(separator: "\n", omittingEmptySubsequences: false).prefix(
      Self.lines)
    #expect(
      stand(
        "This answer of the script does not fit the result. The one expectation fails:"
          + " link.ball.double_fires == 1: 0.",
        in: head))
  }

  @Test func `has the notes on a script of one's own below it, and none if it is quiet`() throws {
    let tool = try Tool()
    try tool.write(
      Tool.script.replacing("display   60 Hz", with: "display   120 Hz")
        .replacing("link.ball.double_fires == 0", with: "timer.ball.dropped >= 0"), to: "mine.lab")
    let both = try tool.shell("\"$0\" run mine.lab 2>&1").output
    let note = try #require(both.range(of: ": note: "))
    let table = try #require(both.range(of: "✓ timer.ball.dropped >= 0"))
    #expect(table.lowerBound < note.lowerBound)
    let quiet = try tool.run("run", "mine.lab", "-q")
    #expect(quiet.output == "" && quiet.errors == "")
    #expect(try tool.run("run", "mine.lab", "good.lab").errors == "")
    let shipped = try tool.run("run", Checkout.experiment("beat").path, "--set", "run=1 s")
    #expect(!shipped.errors.contains("note:"))
    #expect(try tool.run("check", "mine.lab").errors.contains("note:"))
  }

  @Test func `says which lists of an earlier run are gone`() throws {
    let tool = try Tool()
    _ = try tool.run("run", "good.lab", "--trace", "firings")
    let outcome = try tool.run("run", "good.lab")
    #expect(outcome.output.contains("results/good had lists of an earlier run with --trace"))
    #expect(!tool.names(in: "results/good").contains("firings.csv"))
    #expect(try !tool.run("run", "good.lab").output.contains("had lists"))
    _ = try tool.run("run", "good.lab", "--trace", "firings")
    #expect(try tool.run("run", "good.lab", "-q").output == "")
  }

  @Test func `of a merge names the folder`() throws {
    let tool = try Tool()
    for part in ["1/2", "2/2"] {
      _ = try tool.run("run", "good.lab", "--shard", part, "-o", "parts")
    }
    let outcome = try tool.run("merge", "parts")
    #expect(outcome.output.hasSuffix("The files are in results/.\n"))
    #expect(tool.names(in: "results") == ["good"])
  }

  @Test func `lists what is shipped from any folder`() throws {
    let outcome = try Tool().run("list")
    #expect(outcome.status == 0)
    for name in Checkout.experimentNames { #expect(outcome.output.contains("\n\(name) ")) }
  }
}
