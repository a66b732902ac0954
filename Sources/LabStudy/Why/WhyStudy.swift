package import LabAnswer
import LabExperiment
import LabMetrics
import LabResults
import LabText
import LabWorkload

/// What happened in a run, why, and what helps.
package struct WhyStudy: Study {
  /// A change that helps, to be written as a script.
  package struct Applied: Hashable, Sendable {
    private let choice: String
    private let included: String
    /// What to know of the new script, and what to type to see what the change comes to.
    let next: WhyFindings.Next?

    /// Asks for a change.
    ///
    /// - Parameters:
    ///   - choice: Its place among those that help, from 1, several of these with ‘+’ between
    ///     them, or what it is called in a ranking.
    ///   - included: How the new script names the old one.
    ///   - next: What there is to know and to type; `nil` for nothing.
    package init(_ choice: String, including included: String, next: WhyFindings.Next? = nil) {
      (self.choice, self.included, self.next) = (choice, included, next)
    }

    /// Writes the change, one of those that help by its number, several of them by their numbers,
    /// or any by its name.
    fileprivate func script(
      _ remedies: [Change], tried: [Change], _ experiment: Experiment
    ) throws -> String {
      let name = numbered(remedies, tried: remedies + tried).map { "\($0)" } ?? choice
      let names = remedies.map { "\($0)" }
      if let objection = experiment.objection(toApplying: name) {
        let listed = listed(names.map { "'\($0)'" }, "or")
        let isOfNumbers = choice.allSatisfy { "0123456789+ ".contains($0) }
        let reason =
          !isOfNumbers
          ? "\(objection) " : choice.contains("+") ? "these were not tried together. " : ""
        throw UsageError(
          "'--apply \(choice)': \(reason)"
            + (remedies.isEmpty
              ? "No change helps."
              : "\(counted(remedies.count, "change")) helped. Write a number up to that, or"
                + " \(listed)."))
      }
      return RemedyScript(applying: name, to: experiment, including: included).text
    }

    /// The change of a number, or the one that was tried of several numbers at once; `nil` for what
    /// is none.
    private func numbered(_ remedies: [Change], tried: [Change]) -> Change? {
      let numbers = choice.split(separator: "+", omittingEmptySubsequences: false).map {
        Int($0.filter { $0 != " " })
      }
      let chosen = numbers.compactMap { number in
        number.flatMap { remedies.indices.contains($0 - 1) ? remedies[$0 - 1] : nil }
      }
      guard chosen.count == numbers.count else { return nil }
      let steps = Set(chosen.flatMap { $0.steps })
      return chosen.count == 1
        ? chosen[0] : tried.first { $0.steps.count == steps.count && Set($0.steps) == steps }
    }
  }

  package var subject: String { source.path }
  package var isStoppable: Bool { true }

  private let source: RunSubject
  private let run: Int?
  private let judged: WhyOptions
  private let applied: Applied?

  /// Asks why a run is as it is.
  ///
  /// - Parameters:
  ///   - source: The runs.
  ///   - run: The position of the run in the plan; `nil` for that of the first expectation that
  ///     fails, else the worst.
  ///   - judged: By what it is judged, and with how much effort.
  ///   - applied: A change to be written as a script; `nil` for none.
  package init(
    _ source: RunSubject, run: Int? = nil, _ judged: WhyOptions = WhyOptions(),
    applying applied: Applied? = nil
  ) {
    (self.source, self.run, self.applied) = (source, run, applied)
    self.judged = judged.resolved(in: source.plan)
  }

  /// Explains the run.
  ///
  /// - Throws: That a result is of another version of the lab, or what a run throws.
  package func answer(_ watch: Watch) throws -> Answer {
    let (found, failing) = try source.cause(run, judged)
    try source.known?.check(source.plan[found.run])
    let findings = try WhyFindings(
      of: source.plan, found, failing: failing, judged, recorded: source.recorded?.text,
      advises: applied == nil, watch)
    return try findings.answer(
      about: subject,
      files: applied.map {
        let script = try $0.script(findings.remedies, tried: findings.tried, source.plan.experiment)
        return [Answer.File("better.lab", Array(script.utf8))]
      } ?? [], next: applied?.next)
  }
}
