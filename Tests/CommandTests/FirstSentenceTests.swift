import Foundation
import LabAnswer
import LabExperiment
import LabKernel
import LabMetrics
import LabPictures
import LabReport
import LabResults
import LabScriptTesting
import LabStudy
import LabTesting
import TestSupport
import Testing

/// What `run`, `why`, JSON, JUnit, a page, `compare` and a failing test begin with.
@Suite struct `The first sentence about a shipped experiment` {
  /// How long runs may be altogether that are performed for a sample, and one run for a test.
  private static let longest = (all: Duration.seconds(60), one: Duration.seconds(10))

  /// Some of the experiments, those whose names have the smallest hashes; all if as many are asked
  /// for.
  private static let names = Array(
    Checkout.experimentNames.sorted {
      let hashes = [$0, $1].map { ContentHash.of(Array($0.utf8)) }
      return hashes[0] < hashes[1]
    }.prefix(Count("in all reports").value))

  @Test(arguments: names)
  func `is the same in all reports`(name: String) throws {
    let path = Checkout.experiment(name).path
    let plan = try Experiment(path: path).plan(replications: 1)
    let isSample = Self.names.count < Checkout.experimentNames.count
    let whole = (0..<plan.count).reduce(Duration.zero) { $0 + plan[$1].duration }
    guard !isSample || whole <= Self.longest.all else { return }
    let folder = try TemporaryFolder()
    let request = RunRequest(name, plan, lists: [], presentMon: nil, shard: .whole)
    let result = try #require(
      try ResultWriter(request, plan, at: folder.path(name), .keep).perform(jobs: 1))
    let first = try #require(try result.headline())
    let answer = try RunFindings(result, showsMoment: false).answer()
    let why = try WhyFindings(
      of: plan, result.trouble, WhyOptions(budget: 0), advises: false, Watch(isEnded: { true })
    ).answer(about: name)
    let texts: [(String, String, String)] = [
      ("run", AnswerText(on: Screen(width: 4_000)).text(of: answer), first.text),
      ("JSON", AnswerJSON.text(of: answer), JSONText.quoted(first.text)),
      ("JUnit", AnswerJUnit([answer]).text, SVGWriter.escaped(first.text)),
      ("Markdown", AnswerMarkdown.text(of: answer), AnswerMarkdown.plain(first.text)),
      ("why", AnswerText(on: Screen(width: 4_000)).text(of: why), first.headline.what),
      ("page", try Page(result, why: nil).text, SVGWriter.escaped(first.text)),
      (
        "compare",
        AnswerText(on: Screen(width: 4_000)).text(
          of: try ResultStudy(folder.path(name), folder.path(name)).answer(Watch())),
        "Both: " + first.text
      ),
    ]
    for (report, text, sentence) in texts {
      #expect(text.contains(sentence), "\(report) does not begin with ‘\(sentence)’:\n\(text)")
    }
    #expect(answer.namedSentences.first?.text == first.text)
    try test(path, plan)
  }

  /// A test that fails says of the driver what is said of it elsewhere.
  private func test(_ path: String, _ plan: Plan) throws {
    let run = plan[0]
    guard run.duration <= Self.longest.one, let driver = run.scenario.drivers.first?.name,
      run.scenario.drivers.allSatisfy({ $0.motion == nil && $0.cap == nil })
    else { return }
    let trouble = Plan.Trouble(run: 0, driver: driver, metric: .missed, failing: "")
    let measurement = RunMeasurement(try Runner(jobs: 1).trace(of: run))
    let headline = try #require(Headline(measurement, of: run.scenario, about: trouble))
    let reports = Locked<[IssueReporter.Report]>([])
    IssueReporter.$sink.withValue(
      { report in reports.withLock { $0.append(report) } },
      operation: {
        Laboratory.test(script: path, arm: run.arm) { lab in
          lab.advanceToEnd()
          lab.expect(driver, \.missed >= 1_000_000)
        }
      })
    let texts = reports.withLock(\.self).map(\.text)
    #expect(
      texts.contains { $0.contains(headline.what) },
      "a test does not say ‘\(headline.what)’:\n\(texts.joined(separator: "\n"))")
  }
}
