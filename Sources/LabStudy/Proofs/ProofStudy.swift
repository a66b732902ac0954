package import LabAnswer
package import LabExperiment
import LabKernel
import LabMetrics
import LabProof
package import LabText
import LabWorkload

/// One statement `prove` or `worst` of a script, decided for one run.
package struct ProofStudy: Study {
  package let subject: String
  package var isStoppable: Bool { true }
  private let proposition: Proposition
  private let index: Int
  private let plan: Plan
  private let budget: Int?

  /// Returns a study of every statement in every run.
  ///
  /// - Parameters:
  ///   - plan: The runs of a script.
  ///   - path: Its path, for messages.
  ///   - budget: How many runs decide a statement, about; `nil` for as many as it says.
  /// - Returns: The studies, run by run.
  /// - Throws: `InputError` if the script asks nothing.
  package static func all(
    of plan: Plan, path: String, budget: Int? = nil
  ) throws(InputError) -> [ProofStudy] {
    guard plan.experiment.questionCount > 0 else {
      let arm = plan.experiment.arms.first { !$0.drivers.isEmpty }
      let driver = arm.flatMap { arm in arm.drivers.first.map { "\(arm.name).\($0)" } }
      let example =
        "never \(driver ?? "link.ball").double_fires over phase 0 .. 1,"
        + " up to 2 tasks of 20 ms every 1 ms within 100 ms"
      throw InputError(
        path: path,
        "nothing is to be proven. "
          + (plan.refusal(ofProving: example).map {
            "As the script is, nothing can be: \($0). Then write for example"
          } ?? "Write for example") + " 'prove \(example)'.")
    }
    return plan.indices.filter(plan.performs).flatMap { index in
      plan.propositions(at: index).map {
        ProofStudy(subject: path, proposition: $0, index: index, plan: plan, budget: budget)
      }
    }
  }

  /// Decides the statement.
  ///
  /// - Throws: `InputError` if order alone does not decide it.
  package func answer(_ watch: Watch) throws -> Answer {
    let found: ProofAnswer
    do throws(ExperimentFailure) {
      found = try ProofAnswer(
        proposition, about: index, in: plan, budget: budget, isCancelled: watch.isEnded)
    } catch {
      guard case .proof(.undecidable(let refusal)) = error else { throw error }
      throw InputError(path: subject, "'\(proposition.text)' cannot be decided: \(refusal)")
    }
    return Answer(
      "prove", of: subject, paragraphs(found), data: [questions(found), openInstants(found)],
      files: found.script.map { [Answer.File("case.lab", Array($0.text.utf8))] } ?? [],
      outcome: outcome(found))
  }

  private func outcome(_ found: ProofAnswer) -> Outcome {
    switch found.outcome {
    case .proven: proposition.question.limit ?? proposition.predicted == nil ? .answered : .holds
    case .refuted: .fails
    case .undecided: .undecided
    }
  }

  private func paragraphs(_ found: ProofAnswer) -> [[Answer.Part]] {
    var sentences = [
      Answer.Sentence(found.statement, as: "statement"), Answer.Sentence(found.reach, as: "reach"),
    ]
    if let words = found.caseWords { sentences.append(Answer.Sentence(words, as: "case")) }
    var paragraphs: [[Answer.Part]] = [[.heading(found.heading), .list(sentences)]]
    guard let script = found.script else { return paragraphs }
    if let timeline = found.timeline {
      let driver = proposition.question.driver
      paragraphs.append([
        .heading(found.run.words(driver: driver), isRun: true), .figure(.timeline(timeline)),
      ])
    }
    return paragraphs + [[.sentences(["As a script:"])], [.script(script.text)]]
  }

  /// What was asked and found, in a row.
  private func questions(_ found: ProofAnswer) -> Table {
    let question = proposition.question
    let unit = question.quantity == .lateness ? "_ns" : ""
    let most = (found.found ?? found.proof.worst)?.value
    return Table(
      "questions",
      [
        .number("run"), .words("arm"), .words("driver"), .words("quantity"), .words("answer"),
        .number("limit\(unit)"), .number("predicted\(unit)"), .number("most\(unit)"),
        .number("runs"), .number("covered_tasks"),
      ],
      [
        [
          .count(found.run.index), .text(found.run.arm), .text(question.driver),
          .text(question.quantity.rawValue), .text("\(found.outcome)"), .count(question.limit),
          .count(proposition.predicted), .count(most), .count(found.proof.runs),
          .count(found.proof.coveredTasks),
        ]
      ])
  }

  /// What was open, as the case has it.
  private func openInstants(_ found: ProofAnswer) -> Table {
    var table = Table(
      "case", [.words("what"), .words("name"), .number("at_ns"), .number("takes_ns")])
    guard found.script != nil, let smallest = found.found else { return table }
    for (phase, value) in zip(proposition.question.phases, smallest.phases) {
      switch phase.instant {
      case .firstFire(let driver):
        table.append([.text("first fire date"), .text(driver), .count(value), .blank])
      case .firstVsync, .arrival:
        table.append([.text("first vsync"), .blank, .count(value), .blank])
      }
    }
    for task in smallest.tasks {
      table.append([
        .text("task"), .blank, .count(task.arrival.nanoseconds),
        .count(task.duration.wholeNanoseconds),
      ])
    }
    return table
  }
}
