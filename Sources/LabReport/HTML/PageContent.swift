import LabExperiment
import LabKernel
import LabMetrics
import LabPictures
import LabResults

/// Everything that a page says, before it is written.
struct PageContent {
  let result: ExperimentResult
  let findings: [[String]]
  let explanation: Explanation?
  /// By how much the expectations fail; empty for one that holds.
  let shortfalls: [[(run: Int, slack: Double)]]
  /// The points that can be looked at, in the order of the plan; none if no run has a whole
  /// refresh.
  private(set) var points: [PagePoint] = []
  /// The position of the one that is shown first.
  private(set) var first = 0
  private(set) var owners: [Owner] = []
  private var detail = Duration.seconds(64)
  private var isFirstAlone = false

  /// How many runs are performed again at most, and for how much virtual time beside the first
  /// point.
  private static let runLimit = 2_000
  private static let timeLimit = Duration.seconds(40_000)

  init(
    _ result: ExperimentResult, _ findings: [[String]], _ explanation: Explanation?
  ) throws {
    (self.result, self.findings, self.explanation) = (result, findings, explanation)
    let plan = result.plan
    shortfalls = result.verdicts.enumerated().map { number, verdict in
      guard verdict.outcome == .fails else { return [] }
      return plan.shortfalls(
        ofExpectation: number, findings: result.findings, metric: result.table.value
      ).sorted { $0.slack < $1.slack }
    }
    let worst = shortfalls.first { !$0.isEmpty }?.first?.run
    let chosen = worst ?? Self.mostTelling(result)
    let arms = result.experiment.arms.count
    let group = plan.replications * arms
    var tally = OwnerTally()
    var left = Self.timeLimit
    for point in 0..<plan.pointCount {
      let isFirst = point == chosen / group
      guard isFirst || (point * arms < Self.runLimit && left > .zero) else { continue }
      let run = isFirst ? chosen : point * group
      guard (run / arms * arms..<run / arms * arms + arms).contains(where: plan.performs) else {
        continue
      }
      let lead = isFirst && worst != nil ? chosen % arms : nil
      guard let one = try PagePoint(point, of: run, in: result, lead: lead) else { continue }
      guard isFirst || points.allSatisfy({ $0.runs.count == one.runs.count }) else { continue }
      if isFirst { first = points.count }
      for driver in one.drivers { tally.add(driver) }
      left -= plan[run].duration * arms
      points.append(isFirst ? one : one.withoutDrivers)
    }
    owners = tally.ranked
    for number in points.indices {
      let others = number == first ? 0 : points.count - 1
      points[number].helps = try PageHelps(points[number], in: result, sharedBy: others)
    }
  }

  /// The run of the point at which two arms differ most in the metric of the first expectation that
  /// tells them apart, or in what usually does.
  private static func mostTelling(_ result: ExperimentResult) -> Int {
    let plan = result.plan
    let arms = result.experiment.arms.count
    for (pattern, metric) in result.experiment.judgedMetrics.prefix(1) where arms > 1 {
      let spans = (0..<plan.pointCount).map { point -> Double in
        let values = (0..<arms).flatMap { arm -> [Double] in
          let run = plan.index(point: point, replication: 0, arm: arm)
          guard plan.performs(run) else { return [] }
          return result.experiment.arms[arm].drivers.filter { $0.matches(pattern) }
            .compactMap { result.table.value(run: run, driver: $0, metric: metric)?.number }
        }
        return (values.max() ?? 0) - (values.min() ?? 0)
      }
      if let most = spans.max(), most > 0, let point = spans.firstIndex(of: most) {
        return plan.index(point: point, replication: 0, arm: 0)
      }
    }
    let finder = CaseFinder(plan, verdicts: [], value: result.table.value)
    return finder.choice()?.run ?? 0
  }

  /// Takes some detail away; `false` if there is none left to take.
  mutating func shrink() -> Bool {
    if detail > .seconds(4) {
      detail = detail / 2
    } else if !isFirstAlone {
      isFirstAlone = true
    } else if points.count > 1 {
      let keeps = first < points.count / 2 ? 0..<points.count / 2 : points.count / 2..<points.count
      points = Array(points[keeps])
      first -= keeps.lowerBound
    } else {
      return false
    }
    return true
  }

  /// Whether a run of the loop lies within another one, so that lanes show its mode.
  var hasModes: Bool { points.contains { $0.runs.contains(where: \.hasModes) } }

  /// How many points of the result cannot be looked at.
  var leftOut: Int { result.plan.pointCount - points.count }

  /// The part of a point's runs that the page holds in full, in microseconds; `nil` for all of
  /// them.
  func detail(of number: Int) -> Range<Int64>? {
    let point = points[number]
    if isFirstAlone, number != first { return 0..<0 }
    guard point.end > detail else { return nil }
    let window = point.window.lowerBound.duration(to: point.window.upperBound)
    let middle = point.window.lowerBound.advanced(by: window / 2)
    let length = max(detail, window)
    let begin = max(
      .start, min(middle.advanced(by: .zero - length / 2), Instant.at(point.end - length)))
    return begin.nanoseconds.microseconds..<begin.advanced(by: length).nanoseconds.microseconds
  }

  /// What the script of the page needs, in which no sign of markup stands, so that it cannot end
  /// the element that holds it.
  var json: String {
    let numbers = Dictionary(uniqueKeysWithValues: owners.enumerated().map { ($1, $0) })
    let ranks = owners.map { owner -> String in
      switch owners.ink(of: owner) {
      case .owner(let rank): String(rank)
      default: "-1"
      }
    }
    let rows = points.first?.runs ?? []
    let parts = points.indices.map { number -> String in
      let point = points[number]
      let part = detail(of: number)
      let runs = point.runs.map { $0.json(detail: part ?? 0..<Int64.max, owners: numbers) }
      let cards = cards(of: number).map(\.markup)
      let window = [point.window.lowerBound, point.window.upperBound, point.now]
        .map { String($0.nanoseconds.microseconds) }
      return "{\"v\":\(Self.quoted(point.values)),\"words\":\(JSONText.quoted(point.words)),"
        + "\"w\":[\(window.joined(separator: ","))],\"lead\":\(point.lead),"
        + "\"ord\":\(point.order),\"show\":\(point.shown),\"cards\":\(Self.quoted(cards)),"
        + helps(of: point)
        + "\"det\":\(part.map { "[\($0.lowerBound),\($0.upperBound)]" } ?? "null"),"
        + "\"runs\":[\(runs.joined(separator: ",\n"))]}"
    }
    let text =
      "{\"arms\":\(Self.quoted(rows.map(\.label))),\"ai\":\(rows.map(\.arm)),"
      + "\"own\":\(Self.quoted(owners.map(\.name))),\"rank\":[\(ranks.joined(separator: ","))],"
      + "\"first\":\(first),\"points\":[\(parts.joined(separator: ",\n"))]}"
    return text.replacing("&", with: "\\u0026").replacing("<", with: "\\u003c")
      .replacing(">", with: "\\u003e")
  }

  /// What helps at a point, as the script of the page takes it.
  private func helps(of point: PagePoint) -> String {
    guard let helps = point.helps, !helps.rows.isEmpty else { return "" }
    return "\"helps\":\(Self.quoted([sentence(of: point), helps.markup])),"
  }

  /// What the table of changes is about.
  func sentence(of point: PagePoint) -> String {
    let isAlone = points.count > 1 && points.count { $0.helps != nil } == 1
    return "What \(point.runs[point.lead].label) would still drop with one change"
      + (point.words.isEmpty ? "." : ", at \(point.words).")
      + (isAlone ? " Other points were not tried." : "")
  }

  private static func quoted(_ texts: [String]) -> String {
    "[" + texts.map(JSONText.quoted).joined(separator: ",") + "]"
  }
}
