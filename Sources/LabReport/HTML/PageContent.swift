import LabExperiment
import LabKernel
import LabMetrics
import LabPictures
import LabResults
import LabStudy

/// Everything that a page says, before it is written.
struct PageContent {
  let result: ExperimentResult
  let findings: [[String]]
  let explanation: Explanation?
  /// What the answer of the script is about; `nil` without an expectation that was judged.
  let answer: AnswerSubject?
  /// What the script asks to be proven; `nil` for nothing.
  let proofs: PageProofs?
  /// By how much the expectations fail; empty for one that holds.
  let shortfalls: [[(run: Int, slack: Double)]]
  /// The points that can be looked at, in the order of the plan; none if no run has a whole
  /// refresh.
  private(set) var points: [PagePoint] = []
  /// The position of the one that is shown first.
  private(set) var first = 0
  private(set) var owners: [Owner] = []
  /// The position of what the page holds of its points in ``PageDetail/levels``.
  private var level = 0

  /// How many runs are performed again at most, and for how much virtual time beside the first
  /// point.
  private static let runLimit = 2_000
  private static let timeLimit = Duration.seconds(40_000)

  init(
    _ result: ExperimentResult, _ findings: [[String]], _ explanation: Explanation?
  ) throws {
    (self.result, self.findings, self.explanation) = (result, findings, explanation)
    let plan = result.plan
    answer = plan.answer(result.verdicts)
    proofs = try PageProofs(plan)
    let evidence = answer.flatMap { result.verdicts[$0.number].closest }
    shortfalls = result.verdicts.enumerated().map { number, verdict in
      guard verdict.outcome == .fails else { return [] }
      return plan.shortfalls(
        ofExpectation: number, findings: result.findings, metric: result.table.value
      ).sorted { $0.slack < $1.slack }
    }
    let worst = shortfalls.first { !$0.isEmpty }?.first?.run
    let arms = result.experiment.arms.count
    let selected = answer?.hasCondition == true ? evidence?.run : nil
    let chosen = worst ?? selected ?? Self.mostTelling(result, answer)
    let leader = (worst ?? evidence?.run).map { $0 % arms }
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
      guard let one = try PagePoint(point, of: run, in: result, lead: leader, answer) else {
        continue
      }
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

  /// The run of the point at which two arms differ most in the metric that the answer is about, or
  /// in what usually tells them apart.
  private static func mostTelling(_ result: ExperimentResult, _ answer: AnswerSubject?) -> Int {
    let plan = result.plan
    let arms = result.experiment.arms.count
    if let (pattern, metric) = answer.map({ ($0.driver, $0.metric) }), arms > 1 {
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
    if level + 1 < PageDetail.levels.count {
      level += 1
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

  /// The parts of a point's runs that the page holds in full.
  func detail(of number: Int) -> PageDetail {
    let (own, others) = PageDetail.levels[level]
    return PageDetail(number == first ? own : others, of: points[number])
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
      let runs = point.runs.map { $0.json(detail: part, owners: numbers) }
      let cards = cards(of: number).map(\.markup)
      let window = [point.window.lowerBound, point.window.upperBound, point.now]
        .map { String($0.nanoseconds.microseconds) }
      return "{\"v\":\(Self.quoted(point.values)),\"words\":\(JSONText.quoted(point.words)),"
        + "\"w\":[\(window.joined(separator: ","))],\"lead\":\(point.lead),"
        + "\"ord\":\(point.order),\"show\":\(point.shown),\"cards\":\(Self.quoted(cards)),"
        + helps(of: point)
        + "\"run\":\(point.run),\"det\":\(part.json),"
        + "\"runs\":[\(runs.joined(separator: ",\n"))]}"
    }
    let text =
      "{\"arms\":\(Self.quoted(rows.map(\.label))),\"ai\":\(rows.map(\.arm)),"
      + "\"own\":\(Self.quoted(owners.map(\.name))),\"rank\":[\(ranks.joined(separator: ","))],"
      + "\"names\":\(Self.quoted(rows.map { Plan.quoted(armName(of: $0)) })),"
      + "\"show\":\(JSONText.quoted(showCommand)),\"first\":\(first),\"points\":[\(parts.joined(separator: ",\n"))]}"
    return text.replacing("&", with: "\\u0026").replacing("<", with: "\\u003c")
      .replacing(">", with: "\\u003e")
  }

  /// The name of the arm of a row.
  private func armName(of run: RunData) -> String { result.experiment.arms[run.arm].name }

  /// The command that draws any run, without its number.
  private var showCommand: String {
    let command = result.plan.commandLine("show", run: 0)
    return command.hasSuffix(" --run 0") ? String(command.dropLast(8)) : command
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
