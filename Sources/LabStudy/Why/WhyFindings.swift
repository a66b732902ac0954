package import LabAnswer
package import LabExperiment
import LabMetrics
import LabWorkload

/// What happened in a run, why, and what helps.
package struct WhyFindings {
  private let cause: Plan.Trouble
  private let explanation: Explanation
  private let source: Driver.Source?
  private let isInBrowser: Bool
  /// Which run it is; `nil` for the only one.
  private let place: String?
  private let head: [Answer.Sentence]
  private let advice: String?

  /// Explains a run.
  ///
  /// - Parameters:
  ///   - plan: The plan of the run.
  ///   - found: The run, and by what it is judged unless that is asked for.
  ///   - failing: The expectation that fails in it, with what was measured; `nil` for none.
  ///   - judged: What is asked for, and with how much effort.
  ///   - recorded: What really happened, if an app recorded itself.
  ///   - advises: Whether to say where to put the phase of a timer, too.
  ///   - watch: May end it.
  /// - Throws: What a run throws.
  package init(
    of plan: Plan, _ found: Plan.Trouble, failing: String? = nil,
    _ judged: WhyOptions = WhyOptions(),
    recorded: String? = nil, advises: Bool = true, _ watch: Watch = Watch()
  ) throws(ExperimentFailure) {
    cause = judged.cause(in: plan, beside: found)
    let run = plan[cause.run]
    explanation = try Explanation(
      of: run, for: cause, samplingPhases: true, jobs: judged.jobs, budget: judged.budget
    ) { !watch.isEnded() }
    let judged = explanation.driver
    source = run.scenario.drivers.first { $0.name == judged }?.source
    isInBrowser = run.scenario.browser != nil
    place = plan.count > 1 ? run.heading : nil
    let isAdvised = advises && explanation.help != nil && !watch.isEnded()
    advice = isAdvised ? PhaseFindings.advice(beside: explanation, of: run) : nil
    head = [
      failing.map { Answer.Sentence("Fails: \($0).", as: "failing") },
      recorded.map { Answer.Sentence($0, as: "recorded") },
    ].compactMap { $0 }
  }

  /// The changes that help, the best first.
  var remedies: [Change] { explanation.remedies }

  /// All changes that were tried.
  var tried: [Change] { explanation.tried }

  /// The answer.
  ///
  /// - Parameters:
  ///   - subject: What it is about, as it was named.
  ///   - files: What belongs to it.
  ///   - next: What to type next; `nil` for nothing.
  /// - Returns: The sentences, then what to write in code, then where to put the phase.
  package func answer(
    about subject: String, files: [Answer.File] = [], next: String? = nil
  ) -> Answer {
    let heading: [Answer.Part] =
      (place.map { [.heading($0)] } ?? []) + head.map { .sentences([$0]) }
    let told = explanation.paragraphs(code: explanation.remedies.map(code))
    let words = [heading + told[0]] + told.dropFirst()
    return Answer(
      "why", of: subject,
      words
        + [("advice", advice), ("next", next)].compactMap { name, text in
          text.map { [.sentences([Answer.Sentence($0, as: name)])] }
        },
      data: [table, remediesTable], files: files)
  }

  /// The line of code of each step that is not listed alone.
  private func code(for change: Change) -> [String] {
    let steps = change.steps.filter { step in
      change.steps.count == 1 || !explanation.remedies.contains { $0.steps == [step] }
    }
    return steps.compactMap { step in
      ChangeWords.line(for: Change([step]), of: source, inBrowser: isInBrowser)
    }
  }

  private var table: Table {
    Table(
      "explained",
      [
        .number("run"), .words("driver"), .words("metric"), .number("value"), .words("unit"),
      ],
      [
        [
          .count(cause.run), .text(explanation.driver), .text(explanation.metric),
          explanation.value == explanation.value.rounded() && explanation.unit.isEmpty
            ? .count(Int(explanation.value)) : .number(explanation.value),
          explanation.unit.isEmpty ? .blank : .text(explanation.unit),
        ]
      ])
  }

  private var remediesTable: Table {
    Table(
      "remedies", [.number("number"), .words("change"), .words("title")],
      zip(explanation.remedies, explanation.titles).enumerated().map {
        [.count($0 + 1), .text("\($1.0)"), .text($1.1)]
      })
  }
}

extension WhyOptions {
  /// What is asked of a run, else what was found in it.
  fileprivate func cause(in plan: Plan, beside found: Plan.Trouble) -> Plan.Trouble {
    let isLoad = plan[found.run].scenario.loads.contains { $0.name == driver }
    if let text = tasks ?? (isLoad && metric == nil ? "response" : nil),
      let tasks = TaskQuestion(text, of: driver ?? found.tasks?.load)
    {
      return Plan.Trouble(
        run: found.run, tasks: tasks, isFailing: found.isFailing, asked: found.asked)
    }
    guard driver != nil || metric != nil else { return found }
    return Plan.Trouble(
      run: found.run, driver: driver ?? found.driver, metric: metric ?? found.metric,
      isFailing: found.isFailing, asked: found.asked)
  }
}
