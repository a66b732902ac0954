import Foundation
import TestSupport
import Testing

@testable import runlooplab

@Suite struct `The command` {
  private let tool: Tool

  init() throws { tool = try Tool() }

  @Test func `ends with 0 when every expectation holds`() throws {
    let outcome = try tool.run("run", "good.lab")
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(outcome.output.contains("✓ link.ball.double_fires == 0"))
    #expect(outcome.output.hasSuffix("The files are in results/.\n"))
    #expect(
      tool.names(in: "results/good") == [
        "datapackage.json", "manifest.json", "runs.csv", "summary.csv", "verdicts.csv",
      ])
  }

  @Test func `ends with 1 when an expectation fails, and writes the files all the same`() throws {
    let outcome = try tool.run("run", "good.lab", "failing.lab")
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("✗ failing  1 of 1 fail; link.ball.double_fires == 1: 0\n"))
    #expect(tool.names(in: "results") == ["failing", "good"])
  }

  @Test func `ends with 3 for a mistake in any script`() throws {
    try tool.write(Tool.script.replacing("1 s\n", with: "1\n"), to: "broken.lab")
    let outcome = try tool.run("check", "good.lab", "broken.lab")
    #expect(outcome.status == 3)
    #expect(outcome.output == "good.lab: 2 runs, 1 expectation, no mistakes\n")
    #expect(outcome.errors.hasPrefix("broken.lab:5:11: error: '1' has no unit."))
    #expect(tool.names() == ["broken.lab", "failing.lab", "good.lab"])
  }

  @Test func `ends with 2 for an option that there is no more, and says why`() throws {
    let outcome = try tool.run("run", "good.lab", "--approximate")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("'--approximate'. Percentiles are always exact: leave it out."))
  }

  @Test func `ends with 4 where nothing can be written`() throws {
    let outcome = try tool.run("run", "good.lab", "--out", "failing.lab/results")
    #expect(outcome.status == 4)
    #expect(outcome.errors.contains("cannot be written: Not a directory. Nothing was changed."))
  }

  @Test func `runs the scripts of a folder`() throws {
    let outcome = try tool.run("run", ".")
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("2 experiments, 4 runs: 1 of 2 expectations fail."))
  }

  @Test(arguments: [
    (["check", "good.lab", "--only", "arm == lnk"], "--only:1:8: error: there is no arm 'lnk'."),
    (["run", "good.lab", "--set", "hiccup=1 ms"], "--set:1:1: error: 'good.lab' has no sweep"),
  ])
  func `shows mistakes in options as they were typed, and ends with 2`(
    words: [String], message: String
  ) throws {
    let outcome = try tool.run(words)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(outcome.errors.contains("\n\(words[3])\n"))
  }

  @Test func `shows its version on every subcommand`() throws {
    for words in [["--version"], ["run", "--version"], ["check", "good.lab", "-V"]] {
      let outcome = try tool.run(words)
      #expect(outcome.status == 0)
      #expect(outcome.output.hasPrefix("runlooplab ") && outcome.output.count < 30)
    }
  }

  @Test(arguments: ["show", "why", "measure", "verify"])
  func `ends with 3 for a result that was changed`(subcommand: String) throws {
    #expect(try tool.run("run", "good.lab", "--quiet").status == 0)
    #expect(try tool.shell("echo >> results/good/runs.csv").status == 0)
    let outcome = try tool.run(subcommand, "results/good")
    #expect(outcome.status == 3)
    #expect(outcome.errors.contains("'results/good/runs.csv' is missing or was changed."))
  }

  @Test func `ends with 4 and the reason of the system where a page cannot be written`() throws {
    #expect(try tool.run("run", "good.lab", "--quiet").status == 0)
    let outcome = try tool.run("show", "results/good", "--as", "page", "-o", "results")
    #expect(outcome.status == 4)
    #expect(outcome.errors.contains("'results' is a folder, a link or a device."))
    try tool.write("", to: "tour")
    let tour = try tool.run("tour")
    #expect(tour.status == 4 && !tour.errors.contains("NSCocoa"), "\(tour.errors)")
  }

  @Test func `writes out the end of a line in the name of a file`() throws {
    let outcome = try tool.run("verify", "a\nrunlooplab: all is well")
    #expect(outcome.status == 3)
    #expect(outcome.errors.contains("'a\\u{a}runlooplab: all is well' holds no result"))
  }
}
