import Foundation
import LabExperiment
import LabMetrics
import LabReport
import LabResults
import TestSupport
import Testing

/// The pages of the shipped experiments, without a browser.
@Suite struct `The page of a shipped experiment` {
  /// The experiments of little virtual time, so that all of them are performed in some seconds.
  private static let names = [
    "article-names", "blame-is-not-saving", "bullet", "carousel", "dropped-owner", "follow-up",
    "lost-ticks", "phone-call", "policies", "replay", "scroll-freeze", "stutter-jump",
    "variable-refresh", "while-loop", "who-is-to-blame",
  ]

  @Test(arguments: names)
  func `is small, needs nothing, and counts what the runs have`(_ name: String) throws {
    let path = Checkout.experiments.appending(path: name + ".lab").path
    let result = try ExperimentResult(
      name: name, performing: Experiment(path: path).plan(), jobs: 1)
    let page = try Page(result, why: nil).text
    #expect(page.utf8.count <= Page.sizeLimit)
    let markup = (page.parts("<body>", "<script").first ?? "")
      .replacing("xmlns=\"http://www.w3.org/2000/svg\"", with: "")
    for word in ["http:", "https:", " src=", " style=", "url("] {
      #expect(!markup.contains(word), "\(word)")
    }
    let facts = try PageFacts(page)
    #expect(!facts.runs.isEmpty)
    let measured = Set(
      result.plan.indices.flatMap { run in
        result.table.drivers(of: run).map { driver in
          [
            result.table.value(run: run, driver: driver, metric: "dropped"),
            result.table.value(run: run, driver: driver, metric: "hitches"),
          ].map { Int($0?.number ?? -1) }
        }
      })
    for run in facts.runs where run.hitches >= 0 && !measured.contains([-1, -1]) {
      #expect(measured.contains([run.dropped, run.hitches]), "\(run.dropped), \(run.hitches)")
    }
  }
}
