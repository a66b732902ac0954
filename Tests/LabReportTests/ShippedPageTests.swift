import Foundation
import LabExperiment
import LabLanguage
import LabMetrics
import LabReport
import LabResults
import ResultSupport
import TestSupport
import Testing

/// The pages of the shipped experiments, without a browser.
@Suite struct `The page of a shipped experiment` {
  /// The experiments of little virtual time, so that all of them are performed in some seconds;
  /// `LAB_EVERY_POINT` asks for all that are shipped.
  private static let names =
    Count.isComplete
    ? Checkout.experimentNames
    : [
      "blame-is-not-saving", "bullet", "carousel", "lost-ticks", "scroll-freeze", "stutter-jump",
      "variable-refresh",
    ]

  @Test(arguments: names)
  func `is small, needs nothing, and counts what the runs have`(_ name: String) async throws {
    let shipped = try await ShippedPage.named(name)
    let (plan, result, page) = unsafe (shipped.plan, shipped.result, shipped.text)
    #expect(page.utf8.count <= Page.sizeLimit)
    let markup = (page.parts("<body>", "<script").first ?? "")
      .replacing("xmlns=\"http://www.w3.org/2000/svg\"", with: "")
    for word in ["http:", "https:", " src=", " style=", "url("] {
      #expect(!markup.contains(word), "\(word)")
    }
    for control in markup.parts("<button", "</button>") + markup.parts("<svg", "</svg>") {
      let isNamed = control.contains("aria-") || !(control.parts(">", "<").first ?? "").isEmpty
      #expect(isNamed || control.contains("<b>"), "\(control)")
    }
    let facts = try PageFacts(page)
    #expect(!facts.runs.isEmpty)
    for run in facts.runs {
      let index = try #require(run.position(in: plan), "\(run)")
      let driver = try #require(run.driver(in: plan, run: index))
      func count(_ metric: String) -> Int? {
        result.table.value(run: index, driver: driver, metric: metric).map { Int($0.number) }
      }
      // Where slots are not declared a page counts refreshes, and no metric says so.
      guard let dropped = count("dropped"), let hitches = count("hitches") else { continue }
      #expect(run.dropped == dropped && run.hitches == hitches, "\(run.label), \(run.values)")
      #expect(run.blamed == dropped, "\(run.label), \(run.values)")
      if let doubles = run.doubles {
        #expect(doubles == count("double_fires"), "\(run.label), \(run.values)")
      }
    }
  }

  @Test(arguments: names)
  func `says of every change what the file of what-ifs says`(_ name: String) async throws {
    let shipped = try await ShippedPage.named(name)
    let (plan, page) = (shipped.plan, shipped.text)
    let facts = try PageFacts(page)
    let tables = page.parts("class=\"helps\"", "</table>")
    #expect(
      facts.helps[facts.first].isEmpty
        ? tables.isEmpty : facts.helps[facts.first][1].contains(tables[0]))
    for (run, helps) in zip(facts.leads, facts.helps).filter({ !$1.isEmpty }).prefix(3) {
      #expect(helps[0].contains(run.label))
      #expect(run.words.isEmpty || helps[0].contains(run.words))
      try check(helps[1], of: run, in: plan)
    }
  }

  private func check(_ table: String, of run: PageFacts.Run, in plan: Plan) throws {
    let index = try #require(run.position(in: plan))
    let driver = try #require(run.driver(in: plan, run: index))
    let study = try WhatIfStudy(WhatIf([plan[index]], driver: driver), by: nil, budget: 200)
    let rows = parseCSV(
      String(decoding: WhatIfFile.bytes([study], experiment: "page"), as: UTF8.self))
    let known = Dictionary(
      rows.dropFirst().map { row in
        let fields = Dictionary(uniqueKeysWithValues: zip(rows[0], row))
        func number(_ column: String) -> Double { fields[column].flatMap { Double($0) } ?? -1 }
        let broken = number("dropped_broke") + number("double_broke")
        return (
          fields["change"] ?? "", [number("dropped_after"), number("dropped_saving"), broken]
        )
      }
    ) { first, _ in first }
    let lines = table.parts("<tr>", "</tr>").dropFirst()
    #expect(!lines.isEmpty)
    for line in lines {
      let change = (line.parts("<small>[", "]</small>").first ?? "").replacing("&#39;", with: "'")
      let cells = line.parts("class=\"r\">", "</td>").map {
        Double($0.replacing(",", with: "")) ?? -2
      }
      #expect(known[change] == cells, "\(change)")
    }
  }
}

/// What the data of a page say.
struct PageFacts {
  struct Run {
    /// The values of the sweeps, and the point in words, which say the replication.
    let values: [String]
    let words: String
    let label: String
    let outcomes: String
    let dropped, hitches: Int
    /// How many refreshes have several callbacks; `nil` where the page has not all of the run.
    let doubles: Int?
    /// How many dropped refreshes are put down to each owner.
    let owners: [String: Int]

    var blamed: Int { owners.values.reduce(0, +) }

    /// The run of the plan of which the page speaks.
    func position(in plan: Plan) -> Int? {
      let replication = words.firstMatch(of: /replication ([0-9]+)/).flatMap { Int($0.1) } ?? 0
      return plan.indices.first { run in
        let label = plan.label(of: run)
        let choices = zip(plan.experiment.sweeps, label.point).filter(\.0.isIndependent)
        return label.replication == replication && choices.map(\.1.value) == values
          && driver(in: plan, run: run) != nil
      }
    }

    /// The driver of a run by which the page calls it.
    func driver(in plan: Plan, run: Int) -> String? {
      let arm = plan.arm(of: run)
      return arm.drivers.first {
        label == arm.name && arm.drivers.count == 1 || label == "\(arm.name).\($0)"
      }
    }
  }

  let runs: [Run]
  let first: Int
  /// What each point says about changes: a sentence and a table, or nothing.
  let helps: [[String]]
  /// The runs of which the cards of each point speak.
  let leads: [Run]
  private let window: [[Substring]]

  init(_ page: String) throws {
    let text = try #require(
      page.parts("<script type=\"application/json\" id=\"data\">", "</script>").first)
    let data = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let every = try #require(data["points"] as? [[String: Any]])
    // The points of other first dates leave out the arms that do not move.
    let points = every.filter { $0["runs"] is [[String: Any]] }
    first = try #require(data["first"] as? Int)
    helps = points.map { $0["helps"] as? [String] ?? [] }
    func outcomes(_ run: [String: Any]) -> String {
      (run["o"] as? String ?? "").replacing(/\((\w+)\)([0-9]+)/) {
        String(repeating: String($0.output.1), count: Int($0.output.2) ?? 0)
      }.matches(of: /([nrd])([0-9]+)/).map {
        String(repeating: String($0.output.1), count: Int($0.output.2) ?? 0)
      }.joined()
    }
    let labels = data["arms"] as? [String] ?? []
    let names = data["own"] as? [String] ?? []
    let all = points.map { point in
      zip(point["runs"] as? [[String: Any]] ?? [], labels).map { run, label in
        Run(
          values: point["v"] as? [String] ?? [], words: point["words"] as? String ?? "",
          label: label, outcomes: outcomes(run), dropped: run["d"] as? Int ?? -1,
          hitches: run["hn"] as? Int ?? -1,
          doubles: point["det"] is NSNull ? (run["x"] as? [[Int]])?.count : nil,
          owners: Dictionary(
            (run["by"] as? [[Int]] ?? []).map { ($0[0] < 0 ? "" : names[$0[0]], $0[1]) },
            uniquingKeysWith: +))
      }
    }
    runs = Array(all.joined())
    let shown = every[first]
    leads = zip(points, all).compactMap { point, runs in
      (point["lead"] as? Int).map { runs[$0] }
    }
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
