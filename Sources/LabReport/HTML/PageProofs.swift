import LabExperiment
import LabKernel
import LabMetrics
import LabPictures
import LabProof
import LabResults
import LabText

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
  }

  private let rows: [Row]
  private let command: String

  /// How many runs decide a question here, about; longer ones are left to the command.
  private static let budget = 3_000
  private static let rowLimit = 12

  /// Decides the questions of a script; `nil` if it asks none.
  init?(_ plan: Plan) throws {
    guard plan.experiment.questionCount > 0 else { return nil }
    command = plan.commandLine("prove")
    let asked = plan.indices.lazy.filter(plan.performs).flatMap { index in
      plan.propositions(at: index).map { (index, $0) }
    }
    rows = try asked.prefix(Self.rowLimit).map { index, proposition in
      do {
        let answer = try ProofAnswer(proposition, about: index, in: plan, budget: Self.budget)
        return Row(
          text: answer.statement, outcome: answer.outcome,
          words: [answer.reach, answer.caseWords].compactMap(\.self).joined(separator: " "),
          script: answer.script)
      } catch let refusal as Refusal {
        return Row(
          text: proposition.text, outcome: .undecided, words: "\(refusal)", script: nil)
      }
    }
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
    if let row = rows.first(where: { $0.script != nil }), let script = row.script {
      Self.draw(script, of: row.text, &html)
    }
  }

  private static func word(_ outcome: Proof.Outcome) -> String {
    switch outcome {
    case .proven: "Decided"
    case .refuted: "Refuted"
    case .undecided: "Not decided here"
    }
  }

  /// Draws the case from its beginning.
  private static func draw(_ script: CaseScript, of text: String, _ html: inout HTML) {
    let drivers = DrawnDriver.all(
      of: script.run.arm, at: 0, script.trace, RunMeasurement(script.trace))
    let end = drivers.first?.refreshes.last?.vsync ?? .start
    guard end > .start else { return }
    html.section("case", "The case", text) { html in
      let stretch = Instant.start..<min(end, .at(.milliseconds(200)))
      let pictures = [
        Replay.picture(of: drivers, in: stretch, width: PagePictures.width),
        Lanes.picture(of: drivers, in: stretch, commits: false, width: PagePictures.width),
      ]
      for (number, picture) in pictures.enumerated() {
        html.element("div", ["class": "pic"]) {
          $0.markup(SVGWriter(.page(id: "case\(number)")).text(of: picture))
        }
      }
      html.element("pre", script.text)
    }
  }
}
