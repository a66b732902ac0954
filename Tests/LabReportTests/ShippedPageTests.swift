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
    let path = Checkout.experiment(name).path
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

/// What the data of a page say.
struct PageFacts {
  struct Run {
    let outcomes: String
    let dropped, hitches, blamed: Int
  }

  let runs: [Run]
  let first: Int
  private let window: [[Substring]]

  init(_ page: String) throws {
    let text = try #require(
      page.parts("<script type=\"application/json\" id=\"data\">", "</script>").first)
    let data = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let points = try #require(data["points"] as? [[String: Any]])
    first = try #require(data["first"] as? Int)
    func outcomes(_ run: [String: Any]) -> String {
      (run["o"] as? String ?? "").matches(of: /([nrd])([0-9]+)/).map {
        String(repeating: String($0.output.1), count: Int($0.output.2) ?? 0)
      }.joined()
    }
    runs = points.flatMap { point in
      (point["runs"] as? [[String: Any]] ?? []).map { run in
        Run(
          outcomes: outcomes(run), dropped: run["d"] as? Int ?? -1,
          hitches: run["hn"] as? Int ?? -1,
          blamed: (run["by"] as? [[Int]] ?? []).reduce(0) { $0 + $1[1] })
      }
    }
    let shown = points[first]
    let ends = shown["w"] as? [Double] ?? []
    window = (shown["runs"] as? [[String: Any]] ?? []).map { run in
      let (anchors, step) = (run["a"] as? [Double] ?? [], Double(run["s"] as? Int ?? 1))
      let text = outcomes(run)
      let period = (anchors[1] - anchors[0]) / step
      return [
        Substring(
          text.enumerated().filter { index, _ in
            anchors[0] + period * Double(index + 1) > ends[0] + 1
              && anchors[0] + period * Double(index) < ends[1] - 1
          }.map(\.element))
      ]
    }
  }

  /// How many refreshes of the first window count as something.
  func count(of kind: String) -> Int {
    window.joined().reduce(0) { $0 + $1.count { $0 == kind.first } }
  }
}

extension StringProtocol {
  /// The texts between two marks, in order.
  func parts(_ start: String, _ end: String) -> [String] {
    String(self).components(separatedBy: start).dropFirst().map {
      $0.components(separatedBy: end)[0]
    }
  }
}
