import LabExperiment
import LabMetrics
import LabPictures
import LabProof
import LabResults
import LabStudy

/// What a script asks to be proven, as far as a page decides it.
///
/// The runs of an experiment are single cases; its page does not say of them what is proven or
/// refuted of all.
struct PageProofs {
  /// The answer to one question, or why there is none.
  private struct Row {
    let text: String
    let outcome: Proof.Outcome
    /// For what it is said, and what it leaves out.
    let words: String
    let script: CaseScript?
    let question: Proof.Question
  }

  private let rows: [Row]
  private let command: String
  /// Whether more runs would decide more of the questions.
  let isCut: Bool

  /// How many runs decide a question here, about; longer ones are left to the command.
  private static let budget = 3_000
  private static let rowLimit = 12

  /// Decides the questions of a script; `nil` if it asks none.
  ///
  /// - Parameters:
  ///   - plan: The script.
  ///   - limit: How much virtual time the runs for all of them may take together, about; `nil` for
  ///     as much as they do.
  /// - Throws: What a run throws.
  init?(_ plan: Plan, within limit: Duration? = nil) throws(ExperimentFailure) {
    guard plan.experiment.questionCount > 0 else { return nil }
    command = plan.commandLine("prove")
    let asked = plan.indices.lazy.filter(plan.performs).flatMap { index in
      plan.propositions(at: index).map { (index, $0) }
    }
    var (left, isCut) = (limit, false)
    rows = try Array(asked.prefix(Self.rowLimit)).map {
      index, proposition throws(ExperimentFailure) in
      do throws(ExperimentFailure) {
        let duration = plan[index].duration
        let budget = Int(
          max(0, min(Double(Self.budget), left.map { $0 / duration } ?? .infinity)))
        let answer = try ProofAnswer(proposition, about: index, in: plan, budget: budget)
        left = left.map { $0 - duration * answer.proof.runs }
        isCut = isCut || answer.proof.outcome == .undecided && budget < Self.budget
        return Row(
          text: answer.statement, outcome: answer.outcome,
          words: [answer.reach, answer.caseWords].compactMap { $0 }.joined(separator: " "),
          script: answer.script, question: proposition.question)
      } catch {
        guard case .proof(.undecidable(let refusal)) = error else { throw error }
        return Row(
          text: proposition.text, outcome: .undecided, words: "\(refusal)", script: nil,
          question: proposition.question)
      }
    }
    self.isCut = isCut
  }

  /// How many of the questions have which answer.
  var sentence: String {
    let outcomes: [(Proof.Outcome, String)] = [
      (.refuted, "refuted"), (.proven, "decided"), (.undecided, "not decided here"),
    ]
    return outcomes.compactMap { outcome, words in
      let count = rows.count { $0.outcome == outcome }
      return count == 0 ? nil : "\(count) \(words)"
    }.joined(separator: ", ")
  }

  /// Appends the answers, and the smallest case of the first that has one.
  func write(_ html: inout HTML) {
    html.section("proofs", "What is proven", sentence) { html in
      for row in rows {
        html.element("h3", "\(Self.word(row.outcome)): \(row.text)", ["class": "mini"])
        html.element("p", row.words, ["class": "cap"])
      }
      if rows.contains(where: { $0.outcome == .undecided }) {
        html.element("p", "Not decided here: \(command)", ["class": "cap"])
      }
    }
    if let script {
      html.element("details", ["aria-label": "The smallest case as a script"]) { details in
        details.element("summary", "The smallest case as a script")
        details.element("pre", script)
      }
    }
  }

  private static func word(_ outcome: Proof.Outcome) -> String {
    switch outcome {
    case .proven: "Decided"
    case .refuted: "Refuted"
    case .undecided: "Not decided here"
    }
  }

  /// The smallest case of the first question that is refuted, as what a page shows; `nil` if none
  /// is, or it has no whole refresh.
  func stage() throws(ExperimentFailure) -> PageStage? {
    guard let row = rows.first(where: { $0.outcome == .refuted && $0.script != nil }),
      let script = row.script
    else { return nil }
    let measurement = RunMeasurement(script.trace)
    let drivers = DrawnDriver.all(of: script.run.arm, at: 0, script.trace, measurement)
    guard drivers.allSatisfy({ $0.refreshes.count > 1 }),
      let lead = drivers.firstIndex(where: { $0.name == row.question.driver })
    else { return nil }
    let metric =
      row.question.quantity == .lateness ? "lateness_max" : row.question.quantity.rawValue
    var points = [
      PagePoint(
        drivers, lead: lead, problem: CaseFinder.problem(of: metric) ?? .droppedSlot,
        command: command)
    ]
    let ribbon = try PhaseRibbon(script.run, arm: 0, isCase: true)
    points += try ribbon?.points(beside: points[0], command: command) ?? []
    var tally = OwnerTally()
    for driver in points.flatMap({ $0.drivers }) { tally.add(driver) }
    let owners = tally.ranked
    let value = measurement[driver: row.question.driver].flatMap {
      MetricDictionary.metric(named: metric)?.value($0)
    }
    let label = drivers[lead].label
    let card = PageCard(
      title: "The smallest case",
      head: value.map { MetricWords.headline(label, metric, $0) } ?? label, text: row.text)
    return PageStage(
      points: [points[0]] + points.dropFirst().map { $0.withoutDrivers }, first: 0, owners: owners,
      sweeps: [], leftOut: 0,
      cards: points.map { point in
        point.date == nil
          ? [card, PageCard(title: "", head: ""), PageCard(title: "", head: "")]
          : ribbon?.cards(of: point, owners) ?? []
      }, commands: [],
      arms: drivers.map { _ in (script.run.arm, 0) }, isCase: true, ribbon: ribbon)
  }

  /// The case as a script.
  var script: String? {
    rows.first { $0.outcome == .refuted && $0.script != nil }?.script?.text
  }
}
