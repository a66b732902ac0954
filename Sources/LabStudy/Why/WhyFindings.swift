package import LabAnswer
package import LabExperiment
package import LabMetrics
package import LabText
import LabWorkload

/// What happened in a run, why, and what helps.
package struct WhyFindings {
  /// What there is to know of a script that was written, and what to type, a line each.
  package struct Next: Hashable, Sendable {
    let words: String
    let commands: [String]

    package init(_ words: String, commands: [String]) {
      (self.words, self.commands) = (words, commands)
    }
  }

  private let cause: Plan.Trouble
  private let explanation: Explanation
  private let run: RunSpec
  /// Which run it is; `nil` for the only one.
  package let place: String?
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
    run = plan[cause.run]
    explanation = try Explanation(
      of: run, in: plan, for: cause, samplingPhases: true, jobs: judged.jobs, budget: judged.budget
    ) { !watch.isEnded() }
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
  /// - Returns: The sentences, then what to write in code, then where to put the phase.
  package func answer(
    about subject: String, files: [Answer.File] = [], next: Next? = nil
  ) -> Answer {
    let heading: [Answer.Part] =
      (place.map { [.heading($0)] } ?? []) + head.map { .sentences([$0]) }
    let told = explanation.paragraphs(of: run)
    var paragraphs = [heading + told[0]] + told.dropFirst()
    if let advice { paragraphs.append([.sentences([Answer.Sentence(advice, as: "advice")])]) }
    if let next {
      paragraphs.append([
        .sentences([Answer.Sentence(next.words, as: "next")]),
        .list(next.commands.map { Answer.Sentence($0, as: "code") }),
      ])
    }
    return Answer(
      "why", of: subject, paragraphs, data: [table, remediesTable], files: files)
  }

  /// The unit of what goes wrong, and of what a change saves of it.
  private var unit: Table.Cell { explanation.unit.isEmpty ? .blank : .text(explanation.unit) }

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
          unit,
        ]
      ])
  }

  private var remediesTable: Table {
    Table(
      "remedies",
      [
        .number("number"), .words("change"), .words("title"), .number("saving"), .words("unit"),
        .words("breaks"),
      ],
      explanation.fixes.enumerated().map { place, fix in
        [
          .count(place + 1), .text("\(fix.change)"), .text(fix.title), .number(fix.saving), unit,
          fix.broken.isEmpty ? .blank : .text(fix.broken.joined(separator: "; ")),
        ]
      })
  }
}

extension WhyOptions {
  /// Whether what is asked for is what an expectation that fails is about.
  func asks(about failing: Plan.Trouble) -> Bool {
    (driver ?? failing.subject) == failing.subject && (metric ?? failing.metric) == failing.metric
      && (tasks ?? failing.tasks?.metric) == failing.tasks?.metric
  }

  /// What is asked of a run, else what was found in it.
  fileprivate func cause(in plan: Plan, beside found: Plan.Trouble) -> Plan.Trouble {
    let isLoad = plan[found.run].scenario.loads.contains { $0.name == driver }
    if let text = tasks ?? (isLoad && metric == nil ? "response" : nil),
      let tasks = TaskQuestion(text, of: driver ?? found.tasks?.load)
    {
      return Plan.Trouble(
        run: found.run, tasks: tasks, failing: found.failing, asked: found.asked,
        unjudged: found.unjudged)
    }
    guard driver != nil || metric != nil else { return found }
    return Plan.Trouble(
      run: found.run, driver: driver ?? found.driver, metric: metric ?? found.metric,
      failing: found.failing, asked: found.asked,
      unjudged: found.unjudged)
  }
}

extension Plan.Trouble {
  /// The driver or load that it is about; `nil` for the one that is worst off.
  fileprivate var subject: String? { driver ?? tasks?.load }

  /// The options of `why` that ask about it and not about another one; empty if none does.
  func options(beside other: Plan.Trouble) -> String {
    let metric = tasks?.metric ?? metric?.name
    let options = [
      subject == other.subject ? nil : subject.map { "--driver \($0)" },
      metric == other.tasks?.metric ?? other.metric?.name ? nil : metric.map { "--by \($0)" },
    ].compactMap { $0 }.joined(separator: " ")
    return options.isEmpty && run != other.run ? "--run \(run)" : options
  }
}

/// By what runs are judged, and with how much effort.
package struct WhyOptions: Hashable, Sendable {
  /// The position of the arm whose driver it is; `nil` if that is not asked.
  private(set) var arm: Int?
  /// The driver, or a load; `nil` for the one that is worst off.
  package private(set) var driver: String?
  /// The metric; `nil` for the usual.
  package let metric: SavingMetric?
  /// The name of a metric of tasks, instead; `nil` for none.
  package let tasks: String?
  /// The most reruns for one arm at one sweep point.
  package let budget: Int
  /// How many runs are performed at a time; no result depends on it.
  package let jobs: Int

  package init(
    driver: String? = nil, by metric: SavingMetric? = nil, tasks: String? = nil,
    budget: Int = 5000, jobs: Int = 1
  ) {
    (self.driver, self.metric, self.tasks) = (driver, metric, tasks)
    (self.budget, self.jobs) = (budget, jobs)
  }

  /// Returns the same, with the arm and the driver of a name such as `link.ball` apart.
  func resolved(in plan: Plan) -> WhyOptions {
    let arms = plan.experiment.arms
    guard let name = driver,
      let arm = arms.indices.first(where: { name.hasPrefix(arms[$0].name + ".") })
    else { return self }
    var resolved = self
    resolved.arm = arm
    resolved.driver = String(name.dropFirst(arms[arm].name.count + 1))
    return resolved
  }

  /// Creates what is judged by a symptom, or by what goes wrong where a metric is bad.
  ///
  /// - Parameters:
  ///   - driver: The driver, or a load; `nil` for the one that is worst off.
  ///   - name: The name of the symptom or metric; `nil` for the usual.
  ///   - isRanked: Whether changes or tasks are ranked by it, which a metric of tasks does not.
  ///   - budget: The most reruns for one arm at one sweep point.
  ///   - jobs: How many runs are performed at a time; no result depends on it.
  /// - Throws: `UsageError` for any other name.
  package init(
    driver: String?, byName name: String?, isRanked: Bool, budget: Int, jobs: Int
  ) throws(UsageError) {
    guard let name else {
      self.init(driver: driver, budget: budget, jobs: jobs)
      return
    }
    guard TaskQuestion(name) == nil else {
      guard !isRanked else {
        throw UsageError(
          "'--by \(name)' is about tasks, of which '--all' and '--smallest' say nothing. Leave these"
            + " out.")
      }
      self.init(driver: driver, tasks: name, budget: budget, jobs: jobs)
      return
    }
    guard let known = MetricDictionary.metric(named: name), let metric = known.trouble,
      known.isJudged || known.isBetterBelow != nil
    else {
      if [Goal.wrongPicture, .unanswered].contains(where: { $0.name == name }) {
        throw UsageError(
          "'--by \(name)' is what changes are ranked by as it is, where it is what goes wrong. Leave"
            + " it out.")
      }
      throw UsageError(
        "'--by \(name)' is no metric that changes are ranked by. Write"
          + " \(Spelling.list(SavingMetric.allCases.map { $0.name })).")
    }
    self.init(driver: driver, by: metric, budget: budget, jobs: jobs)
  }
}
