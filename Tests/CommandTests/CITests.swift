import Foundation
import TestSupport
import Testing

/// What a build server is told.
@Suite struct `A run in CI` {
  private let tool: Tool

  /// Runs the command for its files.
  private func perform(_ words: String...) throws { _ = try tool.run(words) }

  init() throws {
    tool = try Tool()
    let named = Tool.script.replacing("expect link", with: "expect smooth: link")
    try tool.write(named, to: "named.lab")
    try tool.write(named.replacing("== 0", with: "== 2"), to: "moved.lab")
    try tool.write(Tool.script.replacing("1 s\n", with: "1\n"), to: "broken.lab")
    try tool.write(
      Tool.script.replacing("expect link.ball.double_fires == 0", with: ""), to: "silent.lab")
    try tool.write(
      Tool.script.replacing("== 0", with: "== 0 for {stall} >= 50 ms").replacing(
        "arm timer",
        with: "sweep stall = 0 ms, 50 ms\nload h at 300 ms takes {stall} as source\narm timer"),
      to: "swept.lab")
  }

  /// The table of the article: what there is, and how the command ends without and with `--strict`.
  static let statuses: [(what: String, words: [String], usual: Int32, strict: Int32)] = [
    ("every expectation holds", ["good.lab"], 0, 0),
    ("an expectation fails", ["good.lab", "failing.lab"], 1, 1),
    (
      "an expectation is not judged, since `--set` removed all its runs",
      ["swept.lab", "--set", "stall=0 ms"], 0, 1
    ),
    ("a script expects nothing", ["good.lab", "silent.lab"], 0, 1),
    ("a script has a mistake; the others run", ["good.lab", "broken.lab"], 3, 3),
    ("a mistake, and an expectation that fails", ["failing.lab", "broken.lab"], 3, 3),
    ("an option is wrong", ["good.lab", "--fource"], 2, 2),
    ("a report cannot be written", ["good.lab", "--report", "junit=none/j.xml"], 4, 4),
  ]

  @Test(arguments: statuses.indices)
  func `ends with the status of the table`(index: Int) throws {
    let row = Self.statuses[index]
    #expect(try tool.run(["run"] + row.words + ["-q"]).status == row.usual)
    #expect(try tool.run(["run"] + row.words + ["-q", "--strict"]).status == row.strict)
  }

  @Test func `has its table in the article`() throws {
    let page = try String(
      contentsOf: Checkout.root.appending(path: "Sources/LabReport/LabReport.docc/InCI.md"),
      encoding: .utf8)
    for row in Self.statuses {
      #expect(page.contains("| \(row.what) | \(row.usual) | \(row.strict) |"))
    }
    #expect(page.components(separatedBy: "\n| ").count == Self.statuses.count + 3)
  }

  @Test func `tells strictly, though quiet, what is not judged and what expects nothing`() throws {
    let words = ["run", "swept.lab", "-q", "--set", "stall=0 ms"]
    #expect(try tool.run(words).output == "")
    let report = ["--report", "github", "--report", "junit=j.xml"]
    let strict = try tool.run(words + report + ["--strict"])
    #expect(
      strict.output == """
        swept: not judged: link.ball.double_fires == 0 for {stall} >= 50 ms
            no run was selected
        ::error file=swept.lab,line=12,title=Expectation is not judged::link.ball.double_fires == 0 \
        for {stall} >= 50 ms%0Anot judged: no run was selected

        """)
    let xml = try tool.text(of: "j.xml")
    #expect(
      xml.contains("<failure type=\"not judged\" message=\"no run was selected\">swept.lab:12"))
    #expect(
      try tool.run("run", "silent.lab", "-q", "--strict").output
        == "silent: no expectations were checked: add 'expect' statements\n")
  }

  @Test func `performs the scripts without a mistake, and reports the mistake`() throws {
    let outcome = try tool.run(
      "run", "good.lab", "broken.lab", "failing.lab", "--report", "junit=j.xml", "--report",
      "github")
    #expect(outcome.status == 3)
    #expect(outcome.errors.hasPrefix("broken.lab:5:11: error: '1' has no unit."))
    #expect(tool.names(in: "results") == ["failing", "good"])
    #expect(
      outcome.output.contains("::error file=broken.lab,line=5,col=11,title=Mistake::'1' has no"))
    let xml = try tool.text(of: "j.xml")
    #expect(xml.contains("<testsuites name=\"runlooplab\" tests=\"3\" failures=\"1\" errors=\"1\""))
    #expect(xml.contains("<error type=\"mistake\" message=\"broken.lab:5:11: error: "))
  }

  @Test func `reports a mistake though it is the only script`() throws {
    let outcome = try tool.run("run", "broken.lab", "--report", "junit")
    #expect(outcome.status == 3 && tool.names(in: "results") == ["broken.junit.xml"])
  }

  @Test func `knows an expectation by its name, whatever the limit`() throws {
    let xml = try ["named.lab", "moved.lab"].map { script in
      try perform("run", script, "-q", "--report", "junit=j.xml")
      return try tool.text(of: "j.xml")
    }
    #expect(xml.allSatisfy { $0.contains(" name=\"smooth\" time=") })
    #expect(xml[1].contains("message=\"smooth: link.ball.double_fires == 2: fails in 1 of 1"))
    let github = try tool.run("run", "moved.lab", "-q", "--report", "github")
    #expect(github.output.contains("line=10,title='smooth' fails::smooth: link.ball.double"))
    try tool.write(
      Tool.script.replacing("expect link", with: "expect a: link")
        + "expect a: link.ball.fires > 0\n",
      to: "twice.lab")
    let twice = try tool.run("check", "twice.lab")
    #expect(twice.status == 3 && twice.errors.contains("another expectation is called 'a'."))
  }

  @Test func `tells times that add up`() throws {
    try perform("run", ".", "-q", "--strict", "--report", "junit=j.xml")
    let xml = try tool.text(of: "j.xml")
    func times(_ element: String) -> [Double] {
      xml.split(separator: "<").filter { $0.hasPrefix("\(element) ") }.compactMap { text in
        text.firstMatch(of: #/time="([0-9.]+)"/#).flatMap { Double($0.1) }
      }
    }
    let (suites, cases) = (times("testsuite"), times("testcase"))
    let total = suites.reduce(0, +)
    #expect(suites.count == 7 && total > 0)
    #expect(abs(cases.reduce(0, +) - total) < 0.01)
    #expect(abs(times("testsuites")[0] - total) < 0.01)
  }

  /// Both are Python's: the schema of a plug-in of Jenkins, and a reader.
  @Test func `is valid JUnit by its schema, and read by a reader`() throws {
    try perform("run", ".", "-q", "--strict", "--report", "junit=j.xml")
    let schema = Checkout.fixtures().appending(path: "junit-10.xsd").path
    if let python = try Interpreter("python3", with: ["xmlschema"]) {
      let outcome = try python.run(
        ["-c", "import xmlschema; xmlschema.XMLSchema('\(schema)').validate('j.xml')"],
        in: tool.folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
    if let python = try Interpreter("python3", with: ["junitparser"]) {
      let program = """
        from junitparser import JUnitXml
        for suite in sorted(JUnitXml.fromfile('j.xml'), key=lambda suite: suite.name):
            print(suite.name, suite.tests, suite.failures, suite.errors, suite.skipped)
        """
      let outcome = try python.run(["-c", program], in: tool.folder)
      #expect(
        outcome.output == """
          broken 1 0 1 0
          failing 1 1 0 0
          good 1 0 0 0
          moved 1 1 0 0
          named 1 0 0 0
          silent 1 1 0 0
          swept 1 0 0 0

          """, "\(outcome.errors)")
    }
  }

  @Test func `verifies the results of a folder`() throws {
    try perform("run", "good.lab", "named.lab", "-q")
    let outcome = try tool.run("verify", "results")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("results/good: 2 runs repeated; all 4 files have the same"))
    #expect(outcome.output.contains("results/named: "))
    try FileManager.default.createSymbolicLink(
      at: tool.folder.appending(path: "newest"),
      withDestinationURL: tool.folder.appending(path: "results/good"))
    let linked = try tool.run("verify", "newest")
    #expect(linked.status == 0 && linked.output.contains("newest: 2 runs repeated"))
  }
}
