import Foundation
import TestSupport
import Testing

@Suite struct `The reports of a run` {
  private let tool: Tool

  init() throws { tool = try Tool() }

  @Test func `stand beside the results, and are named`() throws {
    let kinds = ["markdown", "chrome", "perfetto", "hgrm"].flatMap { ["--report", $0] }
    let outcome = try tool.run(["run", "good.lab"] + kinds)
    #expect(outcome.status == 0 && outcome.errors == "")
    let names = ["good", "good.hgrm", "good.md", "good.pftrace", "good.trace.json"]
    #expect(tool.names(in: "results") == names)
    #expect(
      tool.names(in: "results/good.hgrm") == [
        "good.run0.timer.ball.lateness.hgrm", "good.run1.link.ball.lateness.hgrm",
      ])
    // What is finished is reported again, and the folder of the result is as it was.
    #expect(try tool.run(["run", "good.lab", "--resume"] + kinds).output == outcome.output)
    #expect(tool.names(in: "results") == names)
    #expect(outcome.output.contains("\nmarkdown: results/good.md: 1 answer\n"))
    #expect(outcome.output.contains("\nchrome: results/good.trace.json: 2 runs, "))
  }

  @Test func `leave standard output to the one that goes there`() throws {
    let outcome = try tool.run(
      "run", "failing.lab", "--report", "json=-", "--report", "junit=j.xml")
    #expect(outcome.status == 1)
    let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    #expect((object as? [String: Any])?["schema"] as? String == "runlooplab/answer/3")
    #expect(outcome.errors.contains("✗ link.ball.double_fires == 1"))
    #expect(tool.names().contains("j.xml"))
  }

  @Test func `annotate and sum up on GitHub`() throws {
    let outcome = try tool.shell(
      "echo before > s.md; GITHUB_STEP_SUMMARY=s.md \"$0\" run failing.lab --quiet --report github")
    #expect(outcome.status == 1)
    #expect(
      outcome.output.contains("::error file=failing.lab,line=10,title=Expectation fails::link.ball")
    )
    let summary = try tool.text(of: "s.md")
    #expect(
      summary.hasPrefix("before\n<!-- RunLoopLab -->\n# run: failing.lab\n")
        && summary.contains("- ❌ `link.ball.double_fires == 1`: "))
  }

  @Test func `that cannot be written end the command with 4`() throws {
    let outcome = try tool.run("run", "good.lab", "--report", "json=none/a.json")
    #expect(outcome.status == 4 && outcome.errors.contains("there is no folder 'none'"))
  }
}
