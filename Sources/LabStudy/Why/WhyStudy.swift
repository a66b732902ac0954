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
    private let number: Int
    private let included: String

    /// Asks for a change.
    ///
    /// - Parameters:
    ///   - number: Its place among those that help, from 1.
    ///   - included: How the new script names the old one.
    package init(_ number: Int, including included: String) {
      (self.number, self.included) = (number, included)
    }

    fileprivate func script(_ remedies: [Change], _ experiment: Experiment) throws -> String {
      guard number <= remedies.count else {
        throw UsageError(
          remedies.isEmpty
            ? "no change helps, so that there is none to apply."
            : "'--apply \(number)': \(counted(remedies.count, "change")) helped. Write a number up"
              + " to that.")
      }
      return RemedyScript(remedies[number - 1], of: experiment, including: included).text
    }
  }

  package var subject: String { source.path }
  package var isStoppable: Bool { true }

  private let source: RunSubject
  private let run: Int?
  private let judged: Judged
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
    _ source: RunSubject, run: Int? = nil, _ judged: Judged = Judged(),
    applying applied: Applied? = nil
  ) {
    (self.source, self.run, self.judged, self.applied) = (source, run, judged, applied)
  }

  /// Explains the run.
  ///
  /// - Throws: That a result is of another version of the lab, or what a run throws.
  package func answer(_ watch: Watch) throws -> Answer {
    let (found, failing) = try source.cause(run, jobs: judged.jobs)
    let cause = asked(of: found)
    let run = source.plan[cause.run]
    try source.known?.check(run)
    let explanation = try Explanation(
      of: run, for: cause, samplingPhases: true, jobs: judged.jobs, budget: judged.budget
    ) { !watch.isEnded() }
    let isAdvised = applied == nil && explanation.help != nil && !watch.isEnded()
    let advice = isAdvised ? PhaseFindings.advice(beside: explanation, of: run) : nil
    let lines: [Answer.Sentence?] = [
      failing.map { Answer.Sentence("Fails: \($0).", as: "failing") },
      (source.recorded?.text).map { Answer.Sentence($0, as: "recorded") },
    ]
    let head: [Answer.Part] =
      [.heading(explanation.run, isRun: true)]
      + lines.compactMap(\.self).map { .sentences([$0]) }
    let told = explanation.paragraphs
    let words = [head + told[0]] + told.dropFirst()
    let code = explanation.remedies.first.map(ChangeWords.code) ?? []
    let more = advice.map { [Answer.Part.sentences([Answer.Sentence($0, as: "advice")])] } ?? []
    return Answer(
      "why", of: subject,
      words + [[.list(code.map { Answer.Sentence($0, as: "code") })] + more],
      data: [table(explanation, cause.run), remedies(explanation)],
      files: try applied.map {
        let script = try $0.script(explanation.remedies, source.plan.experiment)
        return [Answer.File("better.lab", Array(script.utf8))]
      } ?? [])
  }

  /// What is asked of the run, else what was found.
  private func asked(of cause: Plan.Trouble) -> Plan.Trouble {
    let name = judged.driver
    let isLoad = source.plan[cause.run].scenario.loads.contains { $0.name == name }
    let metric = judged.metric
    if let text = judged.tasks ?? (isLoad && metric == nil ? "response" : nil),
      let tasks = TaskQuestion(text, of: name ?? cause.tasks?.load)
    {
      return Plan.Trouble(run: cause.run, tasks: tasks, isFailing: cause.isFailing)
    }
    guard name != nil || metric != nil else { return cause }
    return Plan.Trouble(
      run: cause.run, driver: name ?? cause.driver, metric: metric ?? cause.metric,
      isFailing: cause.isFailing)
  }

  private func table(_ explanation: Explanation, _ run: Int) -> Table {
    let saving = SavingMetric(rawValue: explanation.metric)
    let unit =
      saving.map { $0.isTime ? "ms" : "" }
      ?? MetricDictionary.metric(named: explanation.metric)?.unit.symbol ?? ""
    return Table(
      "explained",
      [
        .number("run"), .words("driver"), .words("metric"), .number("value"), .words("unit"),
      ],
      [
        [
          .count(run), .text(explanation.driver), .text(explanation.metric),
          .value(saving?.metricValue(explanation.value) ?? .number(explanation.value)),
          unit.isEmpty ? .blank : .text(unit),
        ]
      ])
  }

  private func remedies(_ explanation: Explanation) -> Table {
    Table(
      "remedies", [.number("number"), .words("change")],
      explanation.remedies.enumerated().map { [.count($0 + 1), .text("\($1)")] })
  }
}
