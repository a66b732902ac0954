import Foundation
import LabExperiment
import LabMetrics
import LabPictures
import LabResults
import ResultSupport
import TestSupport
import Testing

@testable import LabReport

/// What a reader sees first on the pages of the shipped experiments.
@Suite struct `The first state of a shipped page` {
  /// Experiments about drops, double fires, lateness, places and counts; all that are shipped with
  /// `LAB_EVERY_POINT`.
  private static let names =
    Count.isComplete
    ? Checkout.experimentNames
    : [
      "carousel", "bullet", "modes-are-not-priorities", "stutter-jump", "variable-refresh",
      "scroll-freeze", "timer-doubles",
    ]

  @Test(arguments: names)
  func `names what the answer is about, and a number that is in its file`(_ name: String)
    async throws
  {
    let shipped = try await ShippedPage.named(name)
    let (plan, result, page) = unsafe (shipped.plan, shipped.result, shipped.text)
    let facts = try PageFacts(page)
    let head = try #require(page.parts("<strong>", "</strong>").first)
    let header = try #require(page.parts("<header>", "</header>").first)
    guard plan.experiment.questionCount == 0 else {
      // Single runs say nothing of what is proven of all.
      #expect(header.contains(/\d+ (?:refuted|decided|not decided here)/), "\(header)")
      return
    }
    let answer = try #require(plan.answer(result.verdicts))
    #expect(header.contains(SVGWriter.escaped(result.verdicts[answer.number].text)))
    let lead = try #require(
      facts.leads.indices.contains(facts.first) ? facts.leads[facts.first] : nil)
    let index = try #require(lead.position(in: plan))
    let driver = try #require(lead.driver(in: plan, run: index))
    func counted(_ metric: String) -> MetricValue? {
      result.table.value(run: index, driver: driver, metric: metric)
    }
    // What never happens is no headline where frames drop.
    let isAbsent = counted(answer.metric)?.number == 0 && counted("dropped")?.number != 0
    let isAboutDrops = isAbsent || MetricWords.isAboutDrops(answer.metric)
    let metric = isAboutDrops ? "dropped" : answer.metric
    let value = try #require(counted(metric))
    let columns = try #require(MetricColumns.usual(and: []).names(for: plan.experiment))
    let column = try #require(MetricDictionary.metric(named: metric)).column
    #expect(columns.contains(metric) || columns.contains(column), "\(metric)")
    #expect(head.hasPrefix(lead.label), "\(head)")
    let words = head.dropFirst(lead.label.count)
      .replacing(metric.replacing("_", with: " "), with: "")
    guard let shown = words.firstMatch(of: /-?[0-9][0-9,]*(?:\.([0-9]+))?/) else {
      #expect(value.number.magnitude < 0.05, "\(head): \(value)")
      return
    }
    let number = try #require(Double(shown.0.replacing(",", with: "")))
    let half = 0.5 / (shown.1.map { pow(10, Double($0.count)) } ?? 1)
    #expect(abs(number - value.number) <= half * 1.000_001, "\(head): \(value)")
  }

  /// A countdown that stands still while a finger scrolls, as `why` says it: it drops no frame.
  @Test func `is the worst symptom of a script that expects nothing`() throws {
    let script = """
      display 60 Hz
      run 12 s
      arm app
        timer countdown every 1 s in default takes 0.2 ms target none
        gesture scroll at 2.2 s for 3.5 s
      """
    let result = try ExperimentResult(
      name: "countdown", performing: WrittenResult.plan(script), jobs: 1)
    let page = try Page(result, why: nil).text
    let head = try #require(page.parts("<strong>", "</strong>").first)
    let missed = try #require(
      result.table.value(run: 0, driver: "countdown", metric: "missed"))
    #expect(missed.number > 1)
    #expect(head.hasPrefix("The timer countdown missed \(Int(missed.number)) of "), "\(head)")
    #expect(page.contains(">Why</h2>") && !page.contains("Nothing is wrong"))
  }
}
