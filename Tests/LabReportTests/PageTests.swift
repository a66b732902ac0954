import Foundation
import LabAnswer
import LabExperiment
import LabKernel
import LabMetrics
import LabPictures
import LabReport
import LabResults
import LabStudy
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
    #expect(try Self.shared.get().contains("<p>(run ") == !result.holds)
    let failing = try Self.result(WrittenResult.script + "\nexpect timer.ball.dropped == 0\n")
    let explanation = try #require(try failing.explanation(jobs: 1))
    #expect(
      try Page(failing, why: explanation).text.contains(
        "<p>(run 0, timer, hiccup = 0 ms) The timer "))
    #expect(explanation.text.hasPrefix("The timer ball dropped "))
    #expect(
      try Self.result("display 60 Hz\nrun 1 s\n" + "arm a\n  link ball in default\n")
        .explanation(jobs: 1) == nil)
  }

  @Test func `may load nothing and run its own script alone`() throws {
    let page = try Self.shared.get()
    let scripts = page.parts("<script type=\"module\">", "</script>")
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
    for (start, end) in [("<script type=\"module\">", "</script>"), ("<style>", "</style>")] {
      for part in page.parts(start, end) { page = page.replacing(part, with: "") }
    }
    let parser = XMLParser(data: Data(page.replacing("<!DOCTYPE html>\n", with: "").utf8))
    #expect(parser.parse(), "\(parser.lineNumber): \(String(describing: parser.parserError))")
  }

  @Test func `shows what a script calls itself as text`() throws {
    let title = "</title><script>alert(1)</script> & \u{202e}\"quoted\""
    let script = WrittenResult.script.replacing("A test", with: title)
    let page = try Self.page(of: Self.result(script))
    #expect(page.parts("<script type=\"module\">", "</script>").count == 1)
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
    let stored = try StoredResult(at: folder.path("test")).result
    #expect(try Self.page(of: stored) == page)
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
      try Page(try StoredResult(at: folder.path("test")).result, why: nil).text
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
    let page = try PageFacts(Self.shared.get())
    let written = try WrittenResult.shared.get()
    let rows = written.rows("runs.csv").filter { $0["replication"] == "0" }
    let runs = page.runs
    #expect(runs.count == 4 && rows.count == 4)
    for (run, row) in zip(runs, rows) {
      #expect(String(run.dropped) == row["dropped"])
      #expect(String(run.outcomes.filter { $0 == "d" }.count) == row["dropped"])
      #expect(String(run.hitches) == row["hitches"])
      #expect(run.blamed == run.dropped)
    }
  }

  @Test func `says what the script judges and how often a callback fires twice`() throws {
    let script = """
      display 60 Hz
      run 600 ms
      load page at 100 ms takes 50 ms as main-queue
      arm timer
        timer ball every 1/90 s in default
      expect timer.ball.lateness_max < 1 s
      """
    let result = try Self.result(script)
    let card = try #require(try Self.page(of: result).parts("id=\"cards\"", "</section>").first)
    func value(_ metric: String) -> Double? {
      result.table.value(run: 0, driver: "ball", metric: metric)?.number
    }
    let fires = try #require(value("double_fires"))
    #expect(fires > 1 && card.contains(" It fires twice in \(Int(fires)) refreshes."))
    let late = try #require(value("lateness_max"))
    #expect(card.contains("late by \(Int(late.rounded())) ms at most"))
  }

  @Test func `answers of every change that mends most, and in which mode the loop runs`() throws {
    let script = """
      display 60 Hz
      run 600 ms
      load page at 100 ms takes 50 ms as main-queue
      arm link
        link ball in default
      """
    let text = try Self.page(of: Self.result(script))
    let helps = try #require(text.parts("id=\"s-helps\"", "</section>").first)
    let best = try #require(helps.parts("row\">", " <small>").first)
    let others = try #require(helps.parts("As good as the first: ", ".</p>").first)
    #expect(!others.isEmpty && !others.split(separator: "; ").map(String.init).contains(best))
    #expect(text.contains("The run loop never runs in another mode."))
  }

  @Test func `shows at the end of a window which bodies left a scene, and none beyond it`() throws {
    let experiment = try Experiment(
      path: Checkout.experiment("phone-call").path,
      overriding: [("start", "501 ms"), ("stall", "280 ms")])
    let result = try ExperimentResult(
      name: "phone-call", performing: experiment.plan(), jobs: 1)
    let stage = try #require(try Self.page(of: result).parts("id=\"stage\"", "</svg>").first)
    #expect(stage.contains(">1 outside</text>"))
    #expect(stage.components(separatedBy: " outside</text>").count == 2)
  }

  @Test func `draws the same marks without its script as the data of the window have`() throws {
    let text = try Self.shared.get()
    let page = try PageFacts(text)
    let stage = try #require(text.parts("id=\"stage\"", "</svg>").first)
    for kind in ["new", "dropped", "rest"] {
      let paths = stage.parts("f \(kind)\" d=\"", "\"") + stage.parts("s \(kind)\" d=\"", "\"")
      let marks = paths.reduce(0) { $0 + $1.count { $0 == "M" } }
      #expect(marks == page.count(of: kind), "\(kind)")
    }
    #expect(page.count(of: "dropped") > 0)
  }

  @Test func `names every button, picture and list`() throws {
    let text = try Self.shared.get()
    for svg in text.parts("<svg", ">") {
      #expect(svg.contains("aria-l") || svg.contains("aria-hidden"), "\(svg)")
    }
    for select in text.parts("<select", ">") {
      #expect(select.contains("aria-label") || text.contains("for=\"armsel\""), "\(select)")
    }
    let buttons = text.parts("<button", "</button>")
    #expect(buttons.allSatisfy { $0.contains("aria-label") || $0.split(separator: ">").count > 1 })
    #expect(buttons.count > 8)
    #expect(text.parts("<details", ">").allSatisfy { $0.contains("aria-label") })
    let arms = text.parts("data-i=", "</button>")
    #expect(!arms.isEmpty && arms.allSatisfy { $0.contains("<svg class=\"sw\"") })
  }

  @Test func `shows the case that fails by most, and says how many are ties`() throws {
    let script = """
      display 60 Hz
      run 300 ms
      sweep task = 0 ms, 1 ms, 80 ms
      load page at 100 ms takes {task} as block
      arm timer
        timer ball every 1/60 s in default
      arm link
        link ball in default
      expect timer.ball.dropped < link.ball.dropped
      """
    let result = try Self.result(script)
    let text = try Self.page(of: result)
    #expect(text.contains("tie"), "two points tie")
    #expect(text.contains("<details id=\"expectations\" open=\"open\" aria-label="))
    let values = result.plan.indices.compactMap {
      result.table.value(run: $0, driver: "ball", metric: "dropped")?.number
    }
    let differences = stride(from: 0, to: values.count, by: 2).map { values[$0] - values[$0 + 1] }
    let worst = try #require(differences.max())
    #expect(try PageFacts(text).first == differences.firstIndex(of: worst))
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
    #expect(page.contains("8 drivers in the pictures"))
    #expect(page.contains("id=\"more\" aria-pressed=\"false\">8 more</button>"))
    let stage = try #require(page.parts("id=\"stage\"", "</svg>").first)
    #expect(stage.components(separatedBy: " dropped<tspan").count == 9)
    #expect(page.contains("rows, the most telling; all are in summary.csv."))
  }

  @Test func `tells in tables of a run what the run itself tells`() throws {
    let script =
      WrittenResult.script + "\nexpect timer.ball.dropped == 0\n"
      + "find largest hiccup where link.ball.dropped <= 2\n"
    let result = try Self.result(script)
    let page = try Page(result, why: nil).text
    let answer = try RunFindings(
      result, rowLimit: 200, showsMoment: false, showsBlame: false
    ).answer()
    for sentence in answer.namedSentences {
      #expect(page.contains(">\(SVGWriter.escaped(sentence.text))"), "\(sentence)")
    }
    let rows = page.parts("<tr class=\"", "</tr>")
    #expect(answer.checks.contains { $0.outcome == .fails })
    for check in answer.checks {
      let head = SVGWriter.escaped("\(check.outcome.sign) \(check.words)") + "<"
      let row = rows.first { $0.contains(head) }
      #expect(row?.contains(SVGWriter.escaped(check.measured)) == true, "\(check)")
      let details = check.details.isEmpty ? "</td>" : SVGWriter.escaped(check.details)
      #expect(row?.contains(details) == true, "\(check)")
    }
    let folder = try TemporaryFolder()
    let plan = try WrittenResult.plan(script)
    _ = try ResultWriter(WrittenResult.request(plan), plan, at: folder.path("test"), .keep)
      .perform(jobs: 1)
    let stored = try StoredResult(at: folder.path("test")).result
    #expect(stored.findings.map { $0.text } == result.findings.map { $0.text })
    #expect(try Page(stored, why: nil).text == page)
  }

  @Test func `leads to other pages by addresses beside it`() throws {
    let plan = try WrittenResult.plan()
    let result = try ExperimentResult(name: "a b/é", performing: plan, jobs: 1)
    let page = IndexPage([ExperimentSummary(result)]).text
    #expect(page.contains("<a href=\"./a%20b%2F%C3%A9.html\">a b/é</a>"))
    let strips = IndexPage(
      [ExperimentSummary(result)], strips: [try Page(result, why: nil).strip]
    ).text
    #expect(strips.parts("<svg", "</svg>").count == 1 && page.parts("<svg", "</svg>").isEmpty)
  }
}
