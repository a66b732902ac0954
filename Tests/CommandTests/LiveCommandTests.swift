import Foundation
import LabExperiment
import TestSupport
import Testing

@testable import runlooplab

@Suite struct `A run on the host` {
  private let tool: Tool

  init() throws { tool = try Tool() }

  @Test(arguments: [
    (
      "run       1 s", "run       601 s",
      ":5: error: this cannot run live: a run takes its time here"
    ),
    ("run       1 s", "run       1 s\nwake-up delayed by 1 ms", ":5: error: this cannot run live:"),
    ("phase 0.5", "phase 0.5 catch-up burst", ":7: error: 'ball' cannot run live: a real timer"),
    (
      "link  ball", "link  ball every 2 refreshes",
      ":9: error: 'ball' cannot run live: the link here"
    ),
  ])
  func `is refused before it begins, with the place and a remedy`(
    text: String, other: String, message: String
  ) throws {
    try tool.write(Tool.script.replacing(text, with: other), to: "other.lab")
    let outcome = try tool.run("live", "other.lab")
    #expect(outcome.status == 3)
    #expect(outcome.output == "")
    #expect(outcome.errors.hasPrefix("other.lab" + message), "\(outcome.errors)")
  }

  @Test func `is refused if all runs together take too long`() throws {
    let outcome = try tool.run("live", "good.lab", "--repeat", "301")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("all runs together take 602 s of real time, and 600 s is"))
  }

  @Test func `is shown beside its simulation, with what it depends on`() throws {
    let outcome = try tool.run("live", "good.lab", "--overlay")
    // One replication is too few to decide anything.
    #expect(outcome.status == 6)
    for words in [
      "run 0, timer", "run 1, link", "live", "plan", "replay", "agree in", "timer slack", "display",
    ] {
      #expect(outcome.output.contains(words))
    }
    #expect(outcome.output.contains("? link.ball.double_fires == 0\n    undecided: "))
  }

  @Test func `never fails by disturbance`() throws {
    try tool.write(Tool.script.replacing("1 s", with: "200 ms"), to: "short.lab")
    #expect(try [0, 6].contains(tool.run("live", "short.lab", "--repeat", "5").status))
  }

  @Test func `is decided by five replications that agree`() {
    typealias Verdicts = LiveVerdicts
    func outcome(_ holding: Int, _ failing: Int) -> Verdicts.Outcome {
      Verdicts.outcome(
        of: Array(repeating: .holds, count: holding) + Array(repeating: .fails, count: failing))
    }
    #expect(outcome(5, 0) == .holds)
    #expect(outcome(0, 5) == .fails)
    #expect(outcome(4, 0) == .undecided("4 of 4 undisturbed runs hold, and 5 decide"))
    #expect(outcome(0, 0) == .undecided("0 of 0 undisturbed runs hold, and 5 decide"))
    #expect(outcome(5, 1) == .undecided("5 of 6 undisturbed runs hold"))
  }
}
