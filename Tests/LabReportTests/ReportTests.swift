import Foundation
import LabAnswer
import LabExperiment
import LabPictures
import LabStudy
import LabText
import ResultSupport
import TestSupport
import Testing

@testable import LabReport
@testable import LabResults

/// The answer about a result of which one expectation fails, with everything for every report, and
/// why the failing run is as it is, with the best change.
private let told = Result {
  let result = try ExperimentResult(name: "test", performing: WrittenResult.plan(), jobs: 1)
  var answer = try RunFindings(result).answer()
  FailureReasons(jobs: 1) { _ in Watch() }.explain(&answer, of: result)
  answer.data += try result.tables()
  let trouble = Plan.Trouble(run: 0, driver: "ball", failing: "timer.ball.fires == 1")
  let explanation = try result.explanation(of: trouble, jobs: 1)
  return (answer: answer, help: explanation?.help, reason: explanation?.text ?? "")
}

private func answer() throws -> Answer { try told.get().answer }

private func request(
  _ text: String, of subcommand: String = "run", among kinds: [ReportKind] = ReportKind.allCases
) throws -> ReportRequest {
  try ReportRequest(
    text, of: subcommand, among: kinds, besideResults: kinds == ReportKind.allCases)
}

@Suite struct `A report` {
  @Test(arguments: [
    ("markdown", ReportRequest(.markdown, to: .beside)),
    ("json=a=b", ReportRequest(.json, to: .file("a=b"))),
    ("junit=-", ReportRequest(.junit, to: .standardOutput)),
    ("github", ReportRequest(.github, to: .standardOutput)),
  ])
  func `is asked for by its kind and its file`(text: String, asked: ReportRequest) throws {
    #expect(try request(text) == asked)
  }

  @Test func `lies beside results where there are some, else is on standard output`() throws {
    for kind in ReportKind.ofAnswers {
      let asked = try request(kind.rawValue, of: "map", among: ReportKind.ofAnswers)
      #expect(asked == ReportRequest(kind, to: .standardOutput))
    }
    let refusal = #expect(throws: UsageError.self) {
      try request("hgrm", of: "map", among: ReportKind.ofAnswers)
    }
    #expect(
      refusal?.description
        == "'hgrm' is about single runs: 'run' and 'merge' write it, 'map' does not. Write 'json',"
        + " 'markdown', 'html', 'junit' or 'github'.")
  }

  @Test(arguments: [
    ("jsn", "Did you mean 'json'?"), ("json=", "Write 'json=FILE'"), ("hgrm=-", "Name a folder"),
  ])
  func `that is not known is a mistake`(text: String, remedy: String) {
    let mistake = #expect(throws: UsageError.self) { try request(text) }
    #expect(mistake?.description.contains(remedy) == true, "\(mistake?.description ?? "")")
  }

  @Test func `in Markdown has the table, the checks and what to type`() throws {
    let lines = AnswerMarkdown.text(of: try answer()).split(separator: "\n").map(String.init)
    #expect(
      Array(lines[..<4]) == [
        "<!-- RunLoopLab -->", "# run: test.lab", "## A test", "Does it write?",
      ])
    #expect(lines.contains("- ✅ `link.ball.double_fires == 0`: 0"))
    #expect(lines.contains { $0.hasPrefix("- ❌ `timer.ball.fires == 1`: ") })
    #expect(lines.last == "Repeat with `runlooplab run test.lab`.")
    #expect(AnswerMarkdown.plain("a|b *c*\n<d>") == "a\\|b \\*c\\* \\<d\\>")
    // What turns the direction of writing is written out.
    #expect(AnswerMarkdown.plain("a\u{202e}b") == #"a\\u\{202e\}b"#)
    #expect(AnswerMarkdown.code("a\u{202e}b") == #"`a\u{202e}b`"#)
    #expect(AnswerMarkdown.code("a `b` | c") == "`` a `b` \\| c ``")
  }

  @Test func `in JSON says what the CSV files say`() throws {
    let written = try WrittenResult.shared.get()
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(AnswerJSON.text(of: answer()).utf8))
        as? [String: Any])
    #expect(object["outcome"] as? String == "fails" && object["name"] as? String == "test")
    let tables = try #require(object["tables"] as? [String: [[String: Any]]])
    for (key, file) in [
      ("runs", "runs.csv"), ("summary", "summary.csv"), ("verdicts", "verdicts.csv"),
      ("predictions", "predictions.csv"), ("findings", "findings.csv"),
    ] {
      let rows = try #require(tables[key], "\(key)")
      let expected = written.rows(file)
      #expect(rows.count == expected.count && !rows.isEmpty, "\(key)")
      for (row, fields) in zip(rows, expected) {
        // The version of the columns stands once, beside the name.
        let told = fields.filter { !$0.value.isEmpty && $0.key != "schema" }
        #expect(Set(row.keys) == Set(told.keys), "\(key)")
        for (column, value) in row {
          let field = fields[column] ?? ""
          if let text = value as? String {
            #expect(text == field, "\(key) \(column)")
            let isNumber = Double(field) != nil && !["seed", "fingerprint"].contains(column)
            #expect(!isNumber, "\(key) \(column) is a text: \(text)")
          } else {
            #expect((value as? NSNumber)?.doubleValue == Double(field), "\(key) \(column)")
          }
        }
      }
    }
    let run = try #require(tables["runs"]?.first)
    #expect(run["run"] is NSNumber && run["seed"] is String && run["hiccup"] as? String == "0 ms")
    let checks = try #require(object["checks"] as? [[String: Any]])
    #expect(checks.map { $0["outcome"] as? String } == ["holds", "fails"])
    #expect(checks[1]["path"] as? String == "test.lab" && checks[1]["line"] as? Int == 16)
    #expect(checks[1]["reason"] as? String == (try reason))
  }

  private var reason: String {
    get throws {
      let (_, help, reason) = try told.get()
      #expect(help?.contains("display link: no drops") == true, "\(reason)")
      return reason
    }
  }

  /// A comparison that fails, as a run with how far it is beyond the limit.
  @Test(
    arguments: [
      ([0, 0, 0], ": 3 ties, none reversed"), ([0, -1], ": 1 tie, 1 reversed"), ([-1, -2], ""),
      ([0, -.infinity], ": 1 tie, none reversed, 1 undefined"), ([], ""),
    ] as [([Double], String)])
  func `tells ties from values in reverse`(slacks: [Double], words: String) {
    #expect(Verdict.ties(among: slacks.map { (0, $0) }) == words)
  }

  @Test func `says in how many runs both sides of a claim are equal`() throws {
    let script = WrittenResult.script.replacing(
      "expect timer.ball.fires == 1", with: "expect timer.ball.fires > timer.ball.fires")
    let result = try ExperimentResult(name: "test", performing: WrittenResult.plan(script), jobs: 1)
    let verdict = try #require(result.verdicts.first { $0.outcome == .fails })
    #expect(result.failureCount(of: verdict) == "fails in 4 of 4: 4 ties, none reversed")
  }

  @Test func `for JUnit has a case for each expectation`() throws {
    let xml = AnswerJUnit([try answer()]).text
    let reason = SVGWriter.escaped(try reason)
    #expect(
      xml.hasPrefix(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="runlooplab" tests="2" failures="1" errors="0" time="0">
        """))
    #expect(
      xml.contains("name=\"timer.ball.fires == 1\" time=\"0\">"))
    #expect(xml.contains("<failure type=\"expectation\" message=\"fails in 4 of 4, worst in run 0"))
    // The sentences of `why` come between the place and the command.
    #expect(xml.contains("\">test.lab:16\n\(reason)\nrunlooplab show test.lab --run 0"))
    #expect(
      xml.contains(
        "name=\"link.ball.double_fires == 0\" time=\"0\"/>"))
    #expect(XMLText.isWhole(xml))
  }

  @Test func `for GitHub annotates what fails, ten times at most`() throws {
    let lines = AnswerGitHub.text(of: [try answer()]).split(separator: "\n")
    #expect(lines.count == 1)
    #expect(
      lines[0].hasPrefix(
        "::error file=test.lab,line=16,title=Expectation fails::timer.ball.fires == 1%0Afails in 4"
      ))
    let reason = try reason.replacing("%", with: "%25")
    #expect(lines[0].contains("%0A\(reason)%0Arunlooplab show test.lab --run 0"))
    let answers = Array(repeating: try answer(), count: 14)
    let many = AnswerGitHub.text(of: answers).split(separator: "\n")
    #expect(many.count == 10 && many[9].hasSuffix("::and 5 more; the log of the step lists all"))
    #expect(AnswerGitHub.summary(of: answers).components(separatedBy: "## A test").count == 15)
  }

  @Test func `of lateness has type-1 percentiles and counts`() throws {
    let lines = LatenessReport.text(of: [0, 1_000_000, 2_500_500, 9_000_000])
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    #expect(lines[0] == "       Value     Percentile TotalCount 1/(1-Percentile)" && lines[1] == "")
    #expect(lines[2] == "       0.000 0.000000000000          1           1.00")
    #expect(lines[5] == "       1.000 0.300000000000          2           1.43")
    #expect(lines[7] == "       1.000 0.500000000000          2           2.00")
    #expect(lines[8] == "       2.501 0.550000000000          3           2.22")
    #expect(lines[17] == "       9.000 1.000000000000          4")
    #expect(lines[18] == "#[Mean    =        3.125, StdDeviation   =        3.507]")
    #expect(lines[19] == "#[Max     =        9.000, Total count    =            4]")
  }

  @Test func `takes the place of an old one, and of nothing else`() throws {
    let folder = try TemporaryFolder()
    try folder.write("<!-- RunLoopLab -->\nold", to: "report.md")
    try folder.write("of a person", to: "foreign.md")
    try FileManager.default.createDirectory(
      atPath: folder.path("folder"), withIntermediateDirectories: true)
    func write(_ name: String) throws {
      var reports = try Reports(
        [ReportRequest(.markdown, to: .file(folder.path(name)))], folder: folder.path("")
      ) { _ in }
      _ = try reports.add(answer())
      #expect(try reports.finish() == ["markdown: \(folder.path(name)): 1 answer"])
    }
    try write("report.md")
    #expect(try folder.text("report.md") == AnswerMarkdown.text(of: answer()))
    for name in ["folder", "none/report.md", "foreign.md"] {
      #expect(throws: WriteError.self) { try write(name) }
    }
    #expect(try folder.names() == ["folder", "foreign.md", "report.md"])
    #expect(try folder.text("foreign.md") == "of a person")
  }
}

@Suite struct `Files that appear together` {
  @Test func `are taken back if one of them cannot be put in its place`() throws {
    let folder = try TemporaryFolder()
    try folder.write("old", to: "a.csv")
    // A file cannot be renamed to what must be a folder.
    let files = ["a.csv", "b.csv", "c.csv/"].map { (path: folder.url.path + "/" + $0, text: "new") }
    let failure = #expect(throws: WriteError.self) {
      try WholeFiles(files).write(replacing: true)
    }
    #expect(failure?.description.hasSuffix("What was there is unchanged.") == true)
    #expect(try folder.names() == ["a.csv"])
    #expect(try folder.text("a.csv") == "old")
  }
}

/// A text of elements and attributes, as far as a report needs it.
private enum XMLText {
  /// Whether every element that begins ends, in its place.
  static func isWhole(_ text: String) -> Bool {
    var open: [Substring] = []
    for part in text.split(separator: "<").dropFirst() {
      guard let end = part.firstIndex(of: ">") else { return false }
      let name = part[..<end].prefix { !" />".contains($0) }
      if part.first == "/" {
        guard open.popLast() == part[..<end].dropFirst() else { return false }
      } else if part[..<end].last != "/" {
        open.append(name)
      }
    }
    return open.isEmpty
  }
}
