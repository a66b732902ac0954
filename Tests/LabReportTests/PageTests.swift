import Foundation
import LabExperiment
import LabKernel
import LabMetrics
import LabPictures
import LabReport
import LabResults
import LabText
import ResultSupport
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct `A page` {
  private static let shared = Result { try page(of: result()) }

  private static func result(
    _ script: String = WrittenResult.script, jobs: Int = 1
  ) throws -> ExperimentResult {
    try ExperimentResult(name: "test", performing: WrittenResult.plan(script), jobs: jobs)
  }

  private static func page(of result: ExperimentResult, jobs: Int = 1) throws -> String {
    try Page(result, why: result.explanation(jobs: jobs)).text
  }

  @Test func `says why an expectation fails, in the words of the command`() throws {
    let result = try Self.result()
    #expect(try Self.page(of: result).contains("<h2>Why?") == !result.holds)
    let failing = try Self.result(WrittenResult.script + "\nexpect timer.ball.dropped == 0\n")
    let explanation = try #require(try failing.explanation(jobs: 1))
    #expect(
      try Self.page(of: failing).contains(
        "<h2>Why?</h2>\n<p>(run 0, timer, hiccup = 0 ms) The timer "))
    #expect(explanation.text.hasPrefix("The timer ball dropped "))
    #expect(
      try Self.result("display 60 Hz\nrun 1 s\n" + "arm a\n  link ball in default\n")
        .explanation(jobs: 1) == nil)
  }

  @Test func `may load nothing and run its own script alone`() throws {
    let page = try Self.shared.get()
    let scripts = page.parts("<script>", "</script>")
    let styles = page.parts("<style>", "</style>")
    #expect(scripts.count == 1 && styles.count == 1)
    let policy =
      "default-src 'none'; script-src '\(sha256(scripts[0]))'; style-src '\(sha256(styles[0]))'"
    #expect(
      page.contains("content=\"\(policy); img-src data:; base-uri 'none'; form-action 'none'\""))
  }

  @Test func `names no address, no handler and no style of its own`() throws {
    let page = try Self.shared.get()
      .replacing("xmlns=\"http://www.w3.org/1999/xhtml\"", with: "")
      .replacing("xmlns=\"http://www.w3.org/2000/svg\"", with: "")
    for word in ["http:", "https:", " src=", " style=", "url(", "@import"] {
      #expect(!page.contains(word), "\(word)")
    }
    let body = page.parts("<body>", "<script>")[0]
    #expect(body.firstMatch(of: /<[^>]* on[a-z]+=/) == nil)
  }

  @Test func `is well formed`() throws {
    var page = try Self.shared.get()
    for (start, end) in [("<script>", "</script>"), ("<style>", "</style>")] {
      for part in page.parts(start, end) { page = page.replacing(part, with: "") }
    }
    let parser = XMLParser(data: Data(page.replacing("<!DOCTYPE html>\n", with: "").utf8))
    #expect(parser.parse(), "\(parser.lineNumber): \(String(describing: parser.parserError))")
  }

  @Test func `shows what a script calls itself as text`() throws {
    let title = "</title><script>alert(1)</script> & \u{202e}\"quoted\""
    let script = WrittenResult.script.replacing("A test", with: title)
    let page = try Self.page(of: Self.result(script))
    #expect(page.parts("<script>", "</script>").count == 1)
    #expect(page.contains("&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; U+202E&quot;"))
    #expect(!page.contains("alert(1)</script>"))
  }

  @Test func `has the same bytes for any number of jobs, and from the files of the result`() throws
  {
    let page = try Self.shared.get()
    #expect(try Self.page(of: Self.result(jobs: 2), jobs: 2) == page)
    let folder = try TemporaryFolder()
    let plan = try WrittenResult.plan()
    _ = try ResultWriter(WrittenResult.request(plan), plan, at: folder.path("test"), .keep)
      .perform(jobs: 1)
    let stored = try StoredResult(at: folder.path("test"))
    #expect(try Page(stored, why: stored.result.explanation(jobs: 1)).text == page)
  }

  @Test func `shows the runs of a result whatever became of the files that the script names`()
    throws
  {
    let folder = try TemporaryFolder()
    try folder.write("start_us,duration_us,name\n100000,30000,a\n", to: "tasks.csv")
    let script = """
      display 60 Hz
      run 300 ms
      load page recorded tasks.csv as block
      arm timer
        timer ball every 1/60 s in default
      """
    try folder.write(script, to: "test.lab")
    let path = folder.path("test.lab")
    let plan = try Experiment(path: path).plan()
    _ = try ResultWriter(WrittenResult.request(plan), plan, at: folder.path("test"), .keep)
      .perform(jobs: 1)
    func page() throws -> String {
      try Page(try StoredResult(at: folder.path("test")), why: nil).text
    }
    let before = try page()
    try folder.write("start_us,duration_us,name\n100000,31000,a\n", to: "tasks.csv")
    #expect(try page() == before)
  }

  @Test func `refuses to show runs that are not those of the result`() throws {
    let result = try Self.result()
    let runner = Runner(jobs: 1)
    try result.check(try runner.trace(of: result.plan[0]), of: result.plan[0])
    let other = try runner.trace(of: result.plan[4])
    #expect(throws: InputError.self) { try result.check(other, of: result.plan[0]) }
  }

  @Test func `counts what the files of the result count`() throws {
    let page = try Self.shared.get()
    let run = try #require(page.firstMatch(of: /Run ([0-9]+), timer/)).output.1
    let strip = try #require(page.parts("<svg", "</svg>").first)
    let numbers = strip.parts("font-size=\"11\">", "</text>").compactMap { Int($0) }
    let written = try WrittenResult.shared.get()
    let rows = written.rows("refreshes.csv").filter { row in
      guard let number = row["refresh"].flatMap({ Int($0) }), let first = numbers.first,
        let index = row["run"].flatMap({ Int($0) }), let shown = Int(run)
      else { return false }
      return index / 2 == shown / 2 && (first..<first + 18).contains(number)
    }
    #expect(rows.count == 36)
    #expect(
      strip.parts("class=\"", "\"").count { $0.hasSuffix(" dropped") }
        == rows.count { $0["cause"] != "" })
    #expect(
      strip.parts("class=\"", "\"").count { $0.hasSuffix(" overwritten") }
        == rows.count { $0["overwritten"] != "0" })
  }

  @Test func `keeps its size and says what was left out`() throws {
    let arms = (0..<12).map { number in
      "arm link\(number)\n  link ball in default\n  link other in default"
    }
    let script = """
      display 60 Hz
      run 200 ms
      sweep task = 5 ms .. 300 ms step 5 ms
      load hiccup at 50 ms takes {task} as block
      \(arms.joined(separator: "\n"))
      expect *.ball.double_fires == 0
      """
    let page = try Self.page(of: Self.result(script))
    #expect(page.utf8.count <= Page.sizeLimit)
    #expect(page.contains("16 drivers in the pictures of runs"))
    #expect(page.contains("rows more are in summary.csv."))
  }

  @Test func `leads to other pages by addresses beside it`() throws {
    let plan = try WrittenResult.plan()
    let result = try ExperimentResult(name: "a b/é", performing: plan, jobs: 1)
    let page = IndexPage([ExperimentSummary(result)]).text
    #expect(page.contains("<a href=\"./a%20b%2F%C3%A9.html\">a b/é</a>"))
  }
}

extension StringProtocol {
  /// The texts between two marks, in order.
  fileprivate func parts(_ start: String, _ end: String) -> [String] {
    String(self).components(separatedBy: start).dropFirst().map {
      $0.components(separatedBy: end)[0]
    }
  }
}
