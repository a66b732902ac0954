import Foundation
import TestSupport
import Testing

@testable import runlooplab

@Suite struct `The words of the command` {
  let tool: Tool

  init() throws { tool = try Tool() }

  @Test func `say what to type for a file without a subcommand`() throws {
    let script = try tool.run("good.lab")
    #expect(script.status == 2)
    #expect(script.errors.contains("Write 'runlooplab run good.lab' or 'runlooplab why good.lab'."))
    #expect(try tool.run("why", "good.lab").status == 0)
    try tool.write("{\"traceEvents\": []}", to: "a.trace.json")
    #expect(try tool.run("a.trace.json").errors.contains("Write 'runlooplab try a.trace.json'."))
  }

  @Test func `explain one statement of the language alone`() throws {
    let whole = try tool.run("help", "language").output
    for keyword in ["timer", "load", "set"] {
      let one = try tool.run("help", "language", keyword)
      #expect(one.status == 0 && whole.contains("\n\(one.output)"), "\(keyword)")
      #expect(one.output.drop { $0 == " " }.hasPrefix("\(keyword) "))
      #expect(one.output.split(separator: "\n").count < 40)
    }
  }

  @Test func `write no script that cannot be read`() throws {
    let script = Array(Tool.script.utf8)
    try Scripts.checkReadable(script, at: "better.lab")
    let error = #expect(throws: UnreadableScript.self) {
      try Scripts.checkReadable(script + Array("apply ui elsewhere\n".utf8), at: "better.lab")
    }
    #expect(
      error?.message.hasPrefix("'better.lab' is not written, since the lab could not") == true)
  }

  @Test(arguments: ["run", "why", "show", "measure", "check", "watch"])
  func `that perform a script take the same settings`(subcommand: String) throws {
    let usage = try #require(Command.subcommands.first { $0.name == subcommand }).usage
    for option in PlanOptions.options {
      #expect(usage.options.contains { $0.name == option.name }, "\(option.name)")
    }
  }

  @Test func `have short forms`() throws {
    #expect(try tool.run("run", "good.lab", "-q", "-o", "out").output == "")
    #expect(tool.names(in: "out") == ["good"])
    #expect(try tool.run("show", "good.lab", "-o", "a.svg").status == 0)
    #expect(try tool.run("show", "good.lab", "-o", "a.txt").status == 0)
    #expect(String(decoding: try tool.data(of: "a.svg"), as: UTF8.self).hasPrefix("<svg"))
    #expect(String(decoding: try tool.data(of: "a.txt"), as: UTF8.self).contains("\nvsync:"))
    #expect(try tool.run("-V").output == tool.run("--version").output)
    #expect(try tool.run("why", "-h").output == tool.run("help", "why").output)
  }

  @Test func `lead on from the wrong subcommand`() throws {
    let trace = """
      [{"ph":"X","pid":7,"tid":1,"ts":0,"dur":9000,"name":"RunTask"},
      {"ph":"M","pid":7,"tid":1,"ts":0,"name":"thread_name","args":{"name":"CrRendererMain"}}]
      """
    try tool.write(trace, to: "trace.json")
    try tool.write("start_us,duration_us,name\n0,500,a\n", to: "own.csv")
    _ = try tool.run("run", "good.lab", "-q")
    for (words, answer) in [
      (["run", "trace.json"], "this is a trace or a recording. Try it: runlooplab try trace.json"),
      (["run", "own.csv"], "this is a trace or a recording. Try it: runlooplab try own.csv"),
      (["measure", "trace.json"], "this is a trace: runlooplab try trace.json"),
      (["try", "good.lab"], "this is a script. Run it: runlooplab run good.lab"),
      (["try", "results/good"], "is a result. Write 'runlooplab show results/good' or"),
      (
        ["measure", "results"], "Name a folder that 'runlooplab run' wrote, such as 'results/good'."
      ),
      (["run", "good.lab", "--fps", "60"], "Write for example --set 'display=120 Hz'."),
      (["why", "16.7", "33.3"], "Write 'echo 16.7 33.3 | runlooplab why -'."),
      (["why", "good.lab", "--run", "link"], "whose first run is 1. Write '--run 1'."),
      (["show", "good.lab", "--run", "timer"], "whose first run is 0. Write '--run 0'."),
      (["run", "results/good"], "is a result. Write 'runlooplab show results/good' or"),
    ] {
      let outcome = try tool.run(words)
      #expect([2, 3].contains(outcome.status) && outcome.output == "", "\(words)")
      #expect(outcome.errors.contains(answer), "\(outcome.errors)")
    }
    for (words, input, answer) in [
      ("try", "", "nothing came. Write the name of a file instead of '-', or '- < FILE'."),
      ("import", "", "nothing came. Write the name of a file instead of '-', or '- < FILE'."),
      ("try", "16.7 33.3", "this is a list of numbers. Explain it: runlooplab why -"),
      ("try", "run 1 s", "this is a script. Run it: runlooplab run -"),
      ("run", "16.7 33.3", "this is a list of numbers. Explain it: runlooplab why -"),
      ("show", "16.7 33.3", "this is a list of numbers. Explain it: runlooplab why -"),
      ("measure", "16.7 33.3", "this is a list of numbers. Explain it: runlooplab why -"),
    ] {
      let outcome = try tool.shell("printf '\(input)' | \"$0\" \(words) -")
      #expect(outcome.status == 3 && outcome.errors == "<stdin>: error: \(answer)\n")
    }
    try tool.write("16.7 16.7 33.4 16.7\n", to: "frames.txt")
    #expect(try tool.run("why", "frames.txt").status == 0)
    for words in [
      "run", "try", "measure", "compare", "map", "show", "check", "prove", "import",
      "measure frames.txt", "compare frames.txt",
    ] {
      let outcome = try tool.run(words.split(separator: " ").map(String.init) + ["frames.txt"])
      let answer = "this is a list of numbers. Explain it: runlooplab why frames.txt"
      #expect(outcome.status == 3 && outcome.errors == "frames.txt: error: \(answer)\n", "\(words)")
    }
    // What begins as a script is none, whatever its name.
    try tool.write("display 60 Hz\nrun 1 s\n", to: "begun.txt")
    #expect(try tool.run("run", "begun.txt").errors.contains("'arm timer'"))
    #expect(try tool.run("measure", "good.lab", "results/good").status == 0)
    #expect(try tool.run("try", "trace.json", "--list").status == 0)
    let pictured = try tool.run("show", "good.lab", "--number", "1")
    #expect(pictured.status == 2 && pictured.errors.contains("Add for example '--as strip'"))
    let late = try tool.run("show", "good.lab", "--around", "3 h")
    #expect(late.status == 2 && late.errors.contains("the run ends at 1000 ms"), "\(late.errors)")
  }
}
