import Foundation
import LabExperiment
import LabPictures
import LabStudy
import LabText
import ResultSupport
import TestSupport
import Testing

@testable import LabReport
@testable import LabResults

/// A result of which one expectation fails.
private func failing() throws -> ExperimentResult {
  try ExperimentResult(name: "test", performing: WrittenResult.plan(), jobs: 1)
}

private func text(_ document: some ReportDocument) throws -> String {
  var document = document
  try document.add(failing())
  return String(decoding: document.files[0].bytes, as: UTF8.self)
}

@Suite struct `A report` {
  @Test(arguments: [
    ("markdown", ReportRequest(.markdown, to: .beside)),
    ("json=a=b", ReportRequest(.json, to: .file("a=b"))),
    ("junit=-", ReportRequest(.junit, to: .standardOutput)),
    ("github", ReportRequest(.github, to: .standardOutput)),
  ])
  func `is asked for by its kind and its file`(text: String, request: ReportRequest) throws {
    #expect(try ReportRequest(text) == request)
  }

  @Test(arguments: [
    ("jsn", "Did you mean 'json'?"), ("json=", "Write 'json=FILE'"), ("hgrm=-", "Name a folder"),
  ])
  func `that is not known is a mistake`(text: String, remedy: String) {
    let mistake = #expect(throws: UsageError.self) { try ReportRequest(text) }
    #expect(mistake?.description.contains(remedy) == true, "\(mistake?.description ?? "")")
  }

  @Test func `in Markdown has a row for each driver, and the verdicts`() throws {
    let lines = try text(MarkdownDocument()).split(separator: "\n").map(String.init)
    #expect(Array(lines[..<3]) == ["<!-- RunLoopLab -->", "# A test", "Does it write?"])
    #expect(lines.count { $0.hasPrefix("| ") } == 2 + 4)
    #expect(lines[4].hasPrefix("| --- | --- | --- | ---: |"))
    #expect(lines.contains("- ✅ holds: `link.ball.double_fires == 0`"))
    #expect(
      lines.contains { $0.hasPrefix("- ❌ fails in 4 of 4: `timer.ball.fires == 1`; run 0: ") })
    #expect(MarkdownDocument.plain("a|b *c*\n<d>") == "a\\|b \\*c\\* \\<d\\>")
    // What turns the direction of writing is written out.
    #expect(MarkdownDocument.plain("a\u{202e}b") == #"a\\u\{202e\}b"#)
    #expect(MarkdownDocument.code("a\u{202e}b") == #"`a\u{202e}b`"#)
    #expect(MarkdownDocument.code("a `b` | c") == "`` a `b` \\| c ``")
  }

  @Test func `in JSON says what the CSV files say`() throws {
    let written = try WrittenResult.shared.get()
    let object = try JSONSerialization.jsonObject(with: Data(text(JSONDocument()).utf8))
    let experiment = try #require(
      ((object as? [String: Any])?["experiments"] as? [[String: Any]])?.first)
    #expect(experiment["holds"] as? Bool == false)
    for (key, file) in [
      ("runs", "runs.csv"), ("summary", "summary.csv"), ("verdicts", "verdicts.csv"),
      ("predictions", "predictions.csv"), ("findings", "findings.csv"),
    ] {
      let rows = try #require(experiment[key] as? [[String: Any]], "\(key)")
      let expected = written.rows(file)
      #expect(rows.count == expected.count && !rows.isEmpty, "\(key)")
      for (row, fields) in zip(rows, expected) {
        // The version of the columns stands once, above all rows.
        let told = fields.filter { !$0.value.isEmpty && $0.key != "schema" }
        #expect(Set(row.keys) == Set(told.keys), "\(key)")
        for (column, value) in row {
          let field = fields[column] ?? ""
          if let text = value as? String {
            #expect(text == field, "\(key) \(column)")
          } else {
            #expect((value as? NSNumber)?.doubleValue == Double(field), "\(key) \(column)")
          }
        }
      }
    }
    let run = try #require((experiment["runs"] as? [[String: Any]])?.first)
    #expect(run["run"] is NSNumber && run["seed"] is String && run["hiccup"] as? String == "0 ms")
  }

  /// Why the failing run is as it is, with the best change.
  private var reason: String {
    get throws {
      let result = try failing()
      let explanation = try #require(
        try result.explanation(of: .init(run: 0, driver: "ball"), jobs: 1))
      #expect(explanation.help?.contains("saves") == true, "\(explanation.text)")
      return explanation.text
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
    #expect(result.failureWords(of: verdict).contains("none reversed; run 0: "))
  }

  @Test func `for JUnit has a case for each expectation`() throws {
    let xml = try text(JUnitDocument())
    let reason = SVGWriter.escaped(try reason)
    #expect(
      xml.hasPrefix(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="runlooplab" tests="2" failures="1" errors="0" time="0">
        """))
    #expect(
      xml.contains("name=\"timer.ball.fires == 1\" time=\"0\">"))
    #expect(xml.contains("<failure type=\"expectation\" message=\"fails in 4 of 4; run 0: "))
    // The sentences of `why` come between the place and the command.
    #expect(xml.contains("\">test.lab:16\n\(reason)\nrunlooplab show test.lab --run 0</failure>"))
    #expect(
      xml.contains(
        "name=\"link.ball.double_fires == 0\" time=\"0\"/>"))
    #expect(XMLText.isWhole(xml))
  }

  @Test func `for GitHub annotates what fails, ten times at most`() throws {
    let lines = try text(GitHubDocument()).split(separator: "\n")
    #expect(lines.count == 1)
    #expect(
      lines[0].hasPrefix(
        "::error file=test.lab,line=16,title=Expectation fails::timer.ball.fires == 1%0Afails in 4"
      ))
    let reason = try reason.replacing("%", with: "%25")
    #expect(lines[0].hasSuffix("%0A\(reason)%0Arunlooplab show test.lab --run 0"))
    var document = GitHubDocument()
    for _ in 0..<14 { document.add(try failing()) }
    let many = String(decoding: document.files[0].bytes, as: UTF8.self).split(separator: "\n")
    #expect(many.count == 10 && many[9].hasSuffix("::and 5 more; the log of the step lists all"))
    #expect(document.stepSummary.components(separatedBy: "# A test").count == 15)
  }

  @Test func `of lateness has type-1 percentiles and counts`() throws {
    let lines = HistogramDocument.text(of: [0, 1_000_000, 2_500_500, 9_000_000])
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
      _ = try reports.add(failing())
      #expect(try reports.finish() == ["markdown: \(folder.path(name)): 1 experiment"])
    }
    try write("report.md")
    #expect(try folder.text("report.md") == text(MarkdownDocument()))
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
