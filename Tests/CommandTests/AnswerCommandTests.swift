import Foundation
import TestSupport
import Testing

@Suite struct `An answer of the command` {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    try tool.write(Self.script, to: "a.lab")
  }

  private static let script = """
    title   Proofs
    display 60 Hz
    run     100 ms
    arm timer
      timer ball every 16.666666 ms in common takes 0.5 ms
    arm link
      link  ball in common takes 0.5 ms
    prove never timer.ball.double_fires over phase 0.4 .. 0.6, up to 2 tasks of 20 ms every 1 ms \
    within 50 ms

    """

  private static func recording(_ name: String) -> String {
    Checkout.root.appending(path: "experiments/reality/recordings/\(name).json.gz").path
  }

  /// What is asked of fixtures, as JSON.
  private static let questions = [
    ["map", "a.lab"], ["prove", "a.lab"], ["measure", "a.lab"], ["measure", "f.csv"],
    ["measure", "f.csv", "--metric", "low1_integral"],
    [
      "measure",
      Checkout.root.appending(path: "experiments/work/recordings/own-app.trace.json.gz").path,
    ],
    ["try", "t.json"], ["try", "c.csv"], ["import", "t.json"], ["compare", "f.csv", "f.csv"],
    ["compare", "r/a", "q/a"], ["live", "a.lab", "--overlay"],
    ["live", "--for", "20 ms"], ["why", "w.lab"], ["why", "w.lab", "--all", "--budget", "40"],
    ["why", "w.lab", "--smallest", "--save", "small.lab"], ["why", "n.txt"],
    ["compare"] + ["pause", "stop"].map(recording), ["check", "a.lab", "--trace"],
    ["verify", "r/a"], ["show", "a.lab", "--run", "0"], ["run", "a.lab"], ["run", "swept.lab"],
    ["run", "failing.lab", "wrong.lab"], ["merge", "parts"], ["list", "good.lab", "failing.lab"],
    ["list", "wrong.lab"],
    ["explain", "dropped", "run loop"], ["explain"],
  ]

  /// The answers to all of them, an object on a line.
  private func lines() throws -> [String] {
    try tool.write(
      "start_us,duration_us,name\n0,20000,a\n100000,30000,b\n300000,1000,c\n", to: "c.csv")
    try tool.write(trace, to: "t.json")
    try tool.write("16.7\n16.6\n33.4\n16.7\n16.6\n16.7\n33.3\n", to: "n.txt")
    let load = "load page at 20 ms takes 40 ms as main-queue\narm timer"
    try tool.write(Self.script.replacing("arm timer", with: load), to: "w.lab")
    for (folder, cost) in [("r", "0.5 ms"), ("q", "9 ms")] {
      let words = ["--set", "timer.ball.takes=\(cost)", "--presentmon", "v1", "--trace"]
      _ = try tool.run(["run", "a.lab", "-q", "--out", folder] + words)
    }
    try tool.write(tool.data(of: "r/a/presentmon.csv"), to: "f.csv")
    try tool.write(
      """
      display 60 Hz
      run     500 ms
      sweep hiccup = 0 ms, 50 ms
      load h at 100 ms takes {hiccup} as main-queue
      arm link
        link ball in common
      predict link.ball.dropped == lost({hiccup}, 1/60 s) ± 2
      find largest hiccup where link.ball.dropped < 2
      expect link.ball.dropped < 9 for {hiccup} > 10 ms
      """, to: "swept.lab")
    try tool.write("run 1\n", to: "wrong.lab")
    for part in ["1/2", "2/2"] {
      _ = try tool.run("run", "good.lab", "-q", "--shard", part, "--out", "parts")
    }
    return try Self.questions.flatMap { words in
      let outcome = try tool.run(words + ["--json"])
      let lines = outcome.output.split(separator: "\n").map(String.init)
      #expect(
        !lines.isEmpty && [0, 1, 3, 6].contains(outcome.status), "\(words): \(outcome.errors)")
      return lines
    }
  }

  /// PyPI's jsonschema judges the lines where it is there.
  @Test func `is JSON of known keys that fulfills the schema, an object on a line`() throws {
    let lines = try lines()
    try AnswerKeys.expect(lines, in: "answer-keys.txt")
    let text = try tool.run("help", "json").output
    let schema = try JSONSchema(text)
    for line in lines { #expect(try schema.faults(of: line) == [], "\(line.prefix(200))") }
    let wrong = lines[0].replacing("\"study\":\"map\"", with: "\"study\":1")
    #expect(try schema.faults(of: wrong) == [".study is no [\"string\"]"])
    for (key, text) in [("metric", "lateness_p99 ms"), ("problem", "droppedSlot")] {
      let line = try #require(lines.first { $0.contains("\"\(key)\":\"") })
      let member = try Regex("\"\(key)\":\"[^\"]*\"")
      let spoilt = line.replacing(member, with: "\"\(key)\":\"\(text)\"")
      #expect(try !schema.faults(of: spoilt).isEmpty, "\(key)")
    }
    try tool.write(Data(text.utf8), to: "schema.json")
    try tool.write(lines.joined(separator: "\n"), to: "lines.json")
    let checked = try tool.shell(
      """
      python3 -c 'import jsonschema' 2> /dev/null || exit 77
      python3 -c '
      import json, jsonschema
      validator = jsonschema.Draft202012Validator(json.load(open("schema.json")))
      lines = open("lines.json").read().splitlines()
      assert len(lines) == \(lines.count)
      for line in lines: validator.validate(json.loads(line))
      bad = json.loads(lines[0]); bad["tables"]["x"] = [{"a": [1]}]
      assert not validator.is_valid(bad)
      '
      """)
    if checked.status == 77 { print("skipped: PyPI's jsonschema is not there") }
    #expect([0, 77].contains(checked.status), "\(checked.errors)")
  }

  @Test(arguments: ["", "display 60 Hz\n", "nothing\n"], ["check", "map", "why", "show"])
  func `is there for a script with mistakes, too`(script: String, subcommand: String) throws {
    try tool.write(script, to: "wrong.lab")
    let outcome = try tool.run(subcommand, "wrong.lab", "--json")
    #expect(outcome.status == 3)
    let schema = try JSONSchema(try tool.run("help", "json").output)
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(lines.count == 1 && lines[0].contains("\"outcome\":\"mistaken\""))
    for line in lines { #expect(try schema.faults(of: line) == []) }
  }

  @Test func `has the numbers of the table in every form`() throws {
    #expect(try tool.run("map", "a.lab", "-o", "a.csv").status == 0)
    let csv = try tool.text(of: "a.csv")
    let widths = csv.split(separator: "\n").dropFirst().map { $0.split(separator: ",")[3] }
    let json = try tool.run("map", "a.lab", "--json").output
    for width in widths { #expect(json.contains("\"width_ns\":\(width),")) }
    #expect(try tool.run("map", "a.lab", "-o", "-").output == csv)
  }

  @Test func `goes to files of several kinds, and takes its own places again`() throws {
    for _ in 0..<2 {
      let words = [
        "--report", "json=a.json", "--report", "markdown=a.md", "--report", "html=a.html",
      ]
      let outcome = try tool.run(["map", "a.lab", "-o", "a.svg"] + words)
      #expect(
        outcome.status == 0 && outcome.output.contains("of these phases"), "\(outcome.errors)")
    }
    #expect(
      try tool.text(of: "a.md").hasPrefix(
        "<!-- RunLoopLab -->\n# map"))
    #expect(try tool.text(of: "a.html").contains("<figure>"))
    let piped = try tool.run("map", "a.lab", "--report", "markdown")
    #expect(try piped.output == tool.text(of: "a.md"))
  }
}
