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

  @Test(arguments: [
    (["rum"], "there is no subcommand 'rum'. Did you mean 'run'?"),
    (["run", "good.lab", "--fource"], "there is no option '--fource'. Did you mean '--force'?"),
    (["run", "good.lab", "-j", "2"], "there is no option '-j'."),
    (["run", "good.lab", "--trace=yes"], "'--trace' has no 'yes'. Write 'refreshes', 'firings',"),
    (["run", "good.lab", "--quiet=yes"], "'--quiet' takes no value."),
    (
      ["run", "good.lab", "--presentmon", "3"],
      "'--presentmon 3' is not possible. Write 'v1' or 'v2'."
    ),
    (
      ["run", "good.lab", "--color", "no"],
      "'--color no' is not possible. Write 'auto', 'always' or 'never'."
    ),
    (
      ["compare", "./a", "./b", "--metric", "droped"],
      "no metric 'droped'. Did you mean 'dropped'?"
    ),
    (
      ["compare", "./a", "./b", "--metric", "zzz"],
      "no metric 'zzz'. 'runlooplab explain' lists all."
    ),
    (["run", "good.lab", "--out"], "'--out' needs a value."),
    (["run", "good.lab", "--out="], "'--out' needs a value."),
    (["run", "--out", "--force", "good.lab"], "'--out' needs a value."),
    (["run", "good.lab", "--jobs", "0"], "'--jobs 0' is not a whole number from 1 to 1024."),
    (["run", "good.lab", "--seed", "-1"], "'--seed -1' is not a whole number from 0 to"),
    (["run", "good.lab", "--repeat", "many"], "'--repeat many' is not a whole number from 1"),
    (["run", "good.lab", "--set", "hiccup"], "'--set hiccup' is not of the form NAME=VALUE."),
    (["run", "good.lab", "./good.lab"], "'good.lab' and './good.lab' have the same name"),
    (["run"], "no script is named. Name a file or a folder."),
    (
      ["explain", "hitch_ration"],
      "no metric, column or word 'hitch_ration'. Did you mean 'hitch_ratio'?"
    ),
  ])
  func `ends with 2 when it is used wrongly`(words: [String], message: String) throws {
    let outcome = try tool.run(words)
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.errors.hasPrefix("runlooplab: error: "))
    #expect(outcome.errors.contains(message))
    #expect(tool.names() == ["failing.lab", "good.lab"])
  }

  @Test func `without words says what there is, and ends with 2`() throws {
    let outcome = try tool.run()
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.errors.contains("Usage: runlooplab SUBCOMMAND"))
  }

  @Test func `ends with 3 for a mistake in any script`() throws {
    try tool.write(Tool.script.replacing("1 s\n", with: "1\n"), to: "broken.lab")
    let outcome = try tool.run("check", "good.lab", "broken.lab")
    #expect(outcome.status == 3)
    #expect(outcome.output == "")
    #expect(outcome.errors.hasPrefix("broken.lab:5:11: error: '1' has no unit."))
    #expect(tool.names() == ["broken.lab", "failing.lab", "good.lab"])
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

  @Test func `takes what follows two dashes as operands`() throws {
    let outcome = try tool.run("check", "--", "--help")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("'--help' cannot be read"))
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

  @Test func `ends with 1 for an expectation that is not judged only if it is asked to`() throws {
    let script = Tool.script.replacing("== 0", with: "== 0 for {hiccup} >= 50 ms").replacing(
      "arm timer",
      with: "sweep hiccup = 0 ms, 50 ms\nload h at 300 ms takes {hiccup} as source\narm timer")
    try tool.write(script, to: "a.lab")
    let words = ["run", "a.lab", "--set", "hiccup=0 ms"]
    let outcome = try tool.run(words)
    #expect(outcome.status == 0 && outcome.output.contains("not judged"), "\(outcome.output)")
    #expect(try tool.run(words + ["--strict"]).status == 1)
    #expect(try tool.run("run", "a.lab", "--strict").status == 0)
  }

  @Test func `writes out the end of a line in the name of a file`() throws {
    let outcome = try tool.run("verify", "a\nrunlooplab: all is well")
    #expect(outcome.status == 3)
    #expect(outcome.errors.contains("'a\\u{a}runlooplab: all is well' holds no result"))
  }
}
