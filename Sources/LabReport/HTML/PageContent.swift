import LabExperiment
import LabKernel
import LabLanguage
import LabMetrics
import LabPictures
import LabResults
import LabStudy
import LabText
import LabWorkload

/// Everything that a page says, before it is written.
struct PageContent {
  let result: ExperimentResult
  let findings: [[String]]
  let explanation: Explanation?
  /// What is said first, as in all reports; `nil` if nothing can be said.
  let headline: String?
  /// What the answer of the script is about; `nil` without an expectation that was judged.
  let answer: AnswerSubject?
  /// What the script asks to be proven; `nil` for nothing.
  let proofs: PageProofs?
  /// By how much the expectations fail; empty for one that holds.
  let shortfalls: [[(run: Int, slack: Double)]]
  /// What the pictures show; `nil` if no run has a whole refresh.
  private(set) var stage: PageStage?

  /// How many runs are performed again at most, and for how much virtual time beside the first
  /// point.
  private static let runLimit = 2_000
  private static let timeLimit = Duration.seconds(40_000)

  init(
    _ result: ExperimentResult, _ findings: [[String]], _ explanation: Explanation?,
    triesChanges: Bool = true, shown: Case? = nil
  ) throws(ResultFailure) {
    (self.result, self.findings, self.explanation) = (result, findings, explanation)
    let plan = result.plan
    headline = try ResultFailure.ofRun { () throws(ExperimentFailure) in try result.headline() }?
      .text
    answer = plan.answer(result.verdicts)
    proofs = try ResultFailure.ofRun { () throws(ExperimentFailure) in try PageProofs(plan) }
    let evidence = answer.flatMap { result.verdicts[$0.number].closest }
    shortfalls = Self.shortfalls(result)
    if let stage = try ResultFailure.ofRun({ () throws(ExperimentFailure) in try proofs?.stage() })
    {
      self.stage = stage
      return
    }
    let worst = shortfalls.first { !$0.isEmpty }?.first?.run
    let arms = result.experiment.arms.count
    let selected = answer?.hasCondition == true ? evidence.map { edge(of: $0) } : nil
    let chosen = worst ?? selected ?? Self.mostTelling(result, answer) ?? evidence?.run ?? 0
    let leader = (worst ?? evidence?.run).map { $0 % arms }
    let group = plan.replications * arms
    var points: [PagePoint] = []
    var first = 0
    var tally = OwnerTally()
    var left = Self.timeLimit
    for point in 0..<plan.pointCount {
      let isFirst = point == chosen / group
      guard isFirst || (point * arms < Self.runLimit && left > .zero) else { continue }
      let run = isFirst ? chosen : point * group
      guard (run / arms * arms..<run / arms * arms + arms).contains(where: plan.performs) else {
        continue
      }
      let known = shown.flatMap { $0.index / arms == run / arms ? $0 : nil }
      guard
        let one = try PagePoint(point, of: run, in: result, known, lead: leader, answer)
      else { continue }
      guard isFirst || points.allSatisfy({ $0.runs.count == one.runs.count }) else { continue }
      if isFirst { first = points.count }
      for driver in one.drivers { tally.add(driver) }
      left -= plan[run].duration * arms
      points.append(isFirst ? one : one.withoutDrivers)
    }
    for number in points.indices where triesChanges {
      let others = number == first ? 0 : points.count - 1
      points[number].helps = try ResultFailure.ofRun { () throws(ExperimentFailure) in
        try PageHelps(points[number], in: result, sharedBy: others)
      }
    }
    let leftOut = plan.pointCount - points.count
    var ribbon: PhaseRibbon?
    if triesChanges { ribbon = try addRibbon(to: &points, &tally) }
    guard let rows = points.first?.runs else { return }
    let owners = tally.ranked
    stage = PageStage(
      points: points, first: first, owners: owners,
      sweeps: result.experiment.sweeps.filter { $0.isIndependent }.map { $0.name },
      leftOut: leftOut,
      cards: points.map { point in
        point.date == nil
          ? cards(of: point, among: points.filter { $0.date == nil }, owners)
          : ribbon?.cards(of: point, owners) ?? []
      },
      commands: [Self.showCommand(plan)],
      arms: rows.map { (result.experiment.arms[$0.arm].name, 0) },
      ribbon: ribbon)
    let counts = counts(at: points)
    stage?.counts = counts
  }

  /// What searches found, as rows of words.
  static func rows(of findings: [Finding]) -> [[String]] {
    findings.map { finding in
      [
        finding.text, finding.place.map { "\($0.name) = \($0.value)" }.joined(separator: ", "),
        finding.found?.value ?? "", finding.failing?.value ?? "",
      ]
    }
  }

  /// Where a page begins that is about what holds at selected points: at the nearest to failing,
  /// and where all are alike at the last of them before those of which nothing is said.
  private func edge(of evidence: Verdict.Evidence) -> Int {
    let plan = result.plan
    guard evidence.place.isEmpty, let border = answer?.border else { return evidence.run }
    let arm = evidence.run % result.experiment.arms.count
    let run = plan.index(point: border, replication: 0, arm: arm)
    return plan.performs(run) ? run : evidence.run
  }

  /// What the first row has of the metric that the answer is about, if that is not about drops.
  private func counts(at points: [PagePoint]) -> (name: String, values: [String])? {
    guard let answer, !MetricWords.isAboutDrops(answer.metric),
      points.allSatisfy({ $0.date == nil })
    else { return nil }
    let values = points.map { point in
      value(answer.metric, of: point.runs[0], at: point).map {
        MetricWords.amount(answer.metric, $0)
      } ?? "–"
    }
    return (answer.metric.with(" ", for: "_"), values)
  }

  /// The runs in which an expectation fails, nearest first, in the order of the verdicts.
  private static func shortfalls(_ result: ExperimentResult) -> [[(run: Int, slack: Double)]] {
    result.verdicts.enumerated().map { number, verdict in
      guard verdict.outcome == .fails else { return [] }
      return result.plan.shortfalls(
        ofExpectation: number, findings: result.findings, metric: result.table.value
      ).sorted { $0.slack < $1.slack }
    }
  }

  /// Adds the points of other first dates, and returns the ribbon that chooses among them.
  private func addRibbon(to points: inout [PagePoint], _ tally: inout OwnerTally)
    throws(ResultFailure) -> PhaseRibbon?
  {
    let plan = result.plan
    guard let base = points.first else { return nil }
    let found = try ResultFailure.ofRun { () throws(ExperimentFailure) in
      try Self.ribbon(of: plan, beside: base).map { ribbon throws(ExperimentFailure) in
        (ribbon, try ribbon.points(beside: base, command: plan.commandLine("map")))
      }
    }
    guard let (ribbon, more) = found else { return nil }
    for point in more {
      for driver in point.drivers { tally.add(driver) }
      points.append(point.withoutDrivers)
    }
    return ribbon
  }

  /// The phases of the first timer of a script with one sweep point.
  private static func ribbon(
    of plan: Plan, beside point: PagePoint
  ) throws(ExperimentFailure) -> PhaseRibbon? {
    let arms = plan.experiment.arms.count
    guard plan.pointCount == 1, plan.recordings.isEmpty, point.positions == [0] else { return nil }
    let index = (0..<arms).first { index in
      plan.performs(index) && plan[index].scenario.drivers.contains { $0.source.timer != nil }
        && !plan.isChanged(index)
    }
    return try index.flatMap { index throws(ExperimentFailure) in
      try PhaseRibbon(plan[index], arm: index)
    }
  }

  /// Takes some detail away; `false` if there is none left to take.
  mutating func shrink() -> Bool { stage?.shrink() ?? false }

  /// The run of the point at which two arms differ most in the metric that the answer is about, or
  /// in what usually tells them apart; `nil` if nothing does.
  private static func mostTelling(_ result: ExperimentResult, _ answer: AnswerSubject?) -> Int? {
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
    return finder.largestDifference?.run
  }

  /// The command that draws any run, without its number.
  private static func showCommand(_ plan: Plan) -> String {
    let command = plan.commandLine("show", run: 0)
    return command.hasSuffix(" --run 0") ? String(command.dropLast(8)) : command
  }
}
