import Foundation
import LabExperiment
import LabResults
import ResultSupport
import TestSupport
import Testing

@testable import runlooplab

@Suite struct `A command that an output prints` {
  /// Experiments of each kind of sweep, load and display; more of them with `LAB_EVERY_POINT`.
  private static let experiments =
    [
      "carousel", "fling", "follow-up", "policies", "real-page", "refresh-rates", "scroll-freeze",
      "tolerance",
    ]
    + (Count.isComplete
      ? [
        "beat", "doors", "dropped-owner", "many-views", "rate-change", "replay",
        "shared-wake-ups", "stuffed-queue", "unbounded-queue", "waiting-panel", "while-loop",
        "who-is-to-blame",
      ] : [])

  /// Settings that change every run, so that a command without one of them performs other runs.
  private static let settings = [
    "--set", "run=700 ms", "--seed", "7", "--repeat", "2", "--only", "replication == 1",
  ]

  @Test(arguments: experiments)
  func `performs the same runs`(name: String) throws {
    let tool = try Tool()
    let script = Checkout.experiment(name).path
    let reports = ["junit", "github", "markdown"].flatMap { ["--report", "\($0)=\($0).txt"] }
    let outcome = try tool.run(["run", script, "--html=page.html"] + Self.settings + reports)
    #expect(outcome.status < 2, "\(outcome.errors)")
    let known = try fingerprints(tool, "results/\(name)/runs.csv")
    var commands = Self.commands(in: outcome.output)
    #expect(outcome.status == 0 || commands.contains { $0.contains(" show ") })
    for file in ["junit.txt", "github.txt", "markdown.txt", "page.html"] {
      let printed = Self.commands(in: try tool.text(of: file))
      #expect(!printed.isEmpty || outcome.status == 0, "\(file)")
      commands.formUnion(printed)
    }
    #expect(commands.contains { $0.hasPrefix("runlooplab run ") })
    for command in commands { try check(command, tool, known) }
  }

  /// Every command in a text, in which markup and the ends of lines may be escaped.
  private static func commands(in text: String) -> Set<String> {
    var text = text.replacing("%0A", with: "\n")
    for (escape, character) in [
      "&#39;": "'", "&apos;": "'", "&gt;": ">", "&lt;": "<", "&amp;": "&",
    ] {
      text = text.replacing(escape, with: character)
    }
    // Messages that tell how a command is used stand between quotation marks.
    return Set(
      text.matches(of: /(?:^|[ `>\n])(runlooplab (?:run|show|why) [^`<\n]+)/)
        .map { String($0.output.1) })
  }

  /// The fingerprints of a result by the positions of their runs.
  private func fingerprints(_ tool: Tool, _ file: String) throws -> [Int: String] {
    let rows = try tool.text(of: file).split(separator: "\n")
      .map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
    let column = try #require(rows[0].firstIndex(of: "fingerprint"))
    // What stands before the fingerprint has no commas but in the names of sweep values.
    let run = try #require(rows[0].firstIndex(of: "run"))
    return Dictionary(
      rows.dropFirst().map { row in
        (Int(row[run]) ?? -1, row[(column)...].first { $0.count == 16 } ?? "")
      }
    ) { first, _ in first }
  }

  private func check(_ command: String, _ tool: Tool, _ known: [Int: String]) throws {
    let words = try tool.shell("set -- \(command); printf '%s\\n' \"$@\"").output
      .split(separator: "\n").map(String.init)
    guard words[1] != "run" else {
      #expect(try tool.run(Array(words.dropFirst()) + ["--out", "again", "--quiet"]).status < 2)
      let name = Scripts.name(of: words[2])
      #expect(try fingerprints(tool, "again/\(name)/runs.csv") == known, "\(command)")
      return
    }
    let outcome = try tool.run(Array(words.dropFirst()))
    #expect(outcome.status == 0, "\(command): \(outcome.errors)")
    let options = PlanOptions.options + CaseOptions.options
    let arguments = try Arguments(Array(words.dropFirst(2)), options: options)
    let plan = try #require(try PlanOptions(arguments).plans(arguments.operands)?.first)
    guard let run = try Scripts.run(of: plan, arguments) else { return }
    let fingerprint = try Runner(jobs: 1).result(of: plan[run]).fingerprint
    #expect(hexadecimal(fingerprint) == known[run], "\(command)")
  }

  @Test func `takes what the shell would change in quotation marks`() throws {
    let tool = try Tool()
    try tool.write(Tool.script.replacing("== 0", with: "== 1"), to: "it's $HOME.lab")
    let outcome = try tool.run("run", "it's $HOME.lab", "--set", "display=120 Hz")
    let command = try #require(Self.commands(in: outcome.output).first { $0.contains("show") })
    #expect(
      command.hasPrefix("runlooplab show 'it'\\''s $HOME.lab' --set 'display=120 Hz' --run 1"))
    #expect(try tool.shell("\"$0\" \(command.dropFirst("runlooplab ".count))").status == 0)
  }

  @Test func `names a script of standard input as it was named`() throws {
    let tool = try Tool()
    let outcome = try tool.shell("\"$0\" run - < failing.lab")
    #expect(outcome.output.contains("runlooplab show - --run 1"))
  }
}

@Suite struct `A result with settings of its own` {
  private static let settings = ["--set", "display=120 Hz", "--seed", "9", "--repeat", "2"]

  @Test func `is shown, drawn and explained with them`() throws {
    let tool = try Tool()
    try tool.write(
      Tool.script.replacing("== 0", with: "== 1").replacing(
        "arm timer", with: "load noise poisson 40 per s takes 12 ms as source\narm timer"),
      to: "a.lab")
    #expect(try tool.run(["run", "a.lab", "--quiet"] + Self.settings).status == 1)
    for command in [
      ["show"], ["show", "--as", "lanes"], ["why"], ["show", "--as", "plot"], ["measure"],
    ] {
      let script = try tool.run(command + ["a.lab"] + Self.settings)
      let result = try tool.run(command + ["results/a"])
      #expect(result.output == script.output && result.status == script.status, "\(command)")
      #expect(command.contains("plot") || !result.output.isEmpty)
    }
    let refused = try tool.run("show", "results/a", "--seed", "3")
    #expect(refused.status == 2 && refused.errors.contains("'--seed' is about a script"))
  }

  @Test func `is known without its script`() throws {
    let tool = try Tool()
    #expect(try tool.run("run", "good.lab", "--quiet", "--set", "display=120 Hz").status == 0)
    let before = try tool.run("show", "results/good", "--run", "1")
    #expect(before.status == 0)
    #expect(try tool.shell("rm good.lab").status == 0)
    #expect(try tool.run("show", "results/good", "--run", "1").output == before.output)
    #expect(try tool.run("show", "results/good", "--as", "page").status == 0)
  }

  @Test func `is refused by a version of the lab that performs other runs`() throws {
    let tool = try Tool()
    #expect(try tool.run("run", "good.lab", "--quiet").status == 0)
    // The result is as some lab wrote it, with other fingerprints.
    let runs = try tool.text(of: "results/good/runs.csv")
    let pattern = /,([0-9a-f]{16}),/
    let changed = runs.replacing(pattern) { _ in ",0123456789abcdef," }
    let manifest = try tool.text(of: "results/good/manifest.json")
    let hash = hexadecimal(ContentHash.of(Array(runs.utf8)))
    try tool.write(changed, to: "results/good/runs.csv")
    try tool.write(
      Data(
        sealedManifest(
          manifest.replacing(hash, with: hexadecimal(ContentHash.of(Array(changed.utf8)))))),
      to: "results/good/manifest.json")
    for command in ["show", "why", "measure"] {
      let outcome = try tool.run(command, "results/good")
      #expect(outcome.status == 3, "\(command): \(outcome.errors)")
      #expect(outcome.errors.contains("made again is not the run of the result"))
    }
  }
}

@Suite struct `A search` {
  @Test func `searches in the experiment as it was set`() throws {
    let script = """
      display 60 Hz
      run 1 s
      sweep hiccup = 0 ms, 300 ms
      load hiccup at 300 ms takes {hiccup} as source
      arm link
        link ball in default takes 0.5 ms
      find largest hiccup within 1 ms where link.ball.dropped < 2
      """
    let tool = try Tool()
    try tool.write(script, to: "set.lab")
    try tool.write(script.replacing("60 Hz", with: "30 Hz"), to: "written.lab")
    #expect(try tool.run("run", "set.lab", "--set", "display=30 Hz", "--quiet").status == 0)
    #expect(try tool.run("run", "written.lab", "--quiet").status == 0)
    let files = try ["set", "written"].map { name in
      try tool.text(of: "results/\(name)/findings.csv")
        .replacing("\(name),", with: ",")
    }
    #expect(files[0] == files[1])
  }
}
