import LabMetrics
import LabText
import LabWorkload

/// What helps the tasks of a load.
struct ResponseWords {
  let study: ResponseStudy

  var help: [String] {
    guard let whole = study.value, whole > 0 else { return [] }
    let helping = helpers
    guard !helping.isEmpty else {
      return ["None of the \(study.rows.count) changes that were tried saves any of it"]
    }
    return helping.enumerated().map { place, row in
      "'\(row.change)' saves \(amount(study.saving(row)))"
        + (place == 0 ? " of the \(amount(whole))" : "")
    } + [vain.map { "'\($0.change)' saves nothing" }].compactMap { $0 }
  }

  /// The best change of each kind and subject, three at most; what takes tasks away comes last.
  var helpers: [ResponseStudy.Row] {
    let single = study.rows.filter { $0.change.steps.count == 1 && study.saving($0) > 0 }
    let order =
      single.filter { $0.change.size.0 < .removal }
      + single.filter { $0.change.size.0 == .removal }
    return order.first(3) {
      $0.change.changesSame(as: $1.change) && $0.change.size.0 == $1.change.size.0
    }
  }

  /// What one would try first, and what saves nothing.
  private var vain: ResponseStudy.Row? {
    study.rows.filter { study.saving($0) <= 0 }.mostPlausible
  }

  private func amount(_ value: Double) -> String {
    let unit = MetricDictionary.metric(named: study.question.metric)?.unit.symbol ?? ""
    return shortWords(value) + (unit.isEmpty ? "" : " \(unit)")
  }
}

extension Explanation {
  /// Explains how long the tasks of a load take in a run.
  ///
  /// - Parameters:
  ///   - run: The run.
  ///   - question: The load and the metric.
  ///   - jobs: How many runs are performed at a time; no result depends on it.
  ///   - budget: How many runs are performed at most.
  ///   - goesOn: Is asked again and again whether to go on.
  /// - Throws: ``ExperimentFailure``.
  package init(
    of run: RunSpec, about question: TaskQuestion, jobs: Int, budget: Int,
    while goesOn: () -> Bool = { true }
  ) throws(ExperimentFailure) {
    let study = try ResponseStudy(
      run, about: question, jobs: jobs, budget: budget, while: goesOn)
    let words = ResponseWords(study: study)
    (self.run, driver, metric) = (run.words(), study.load.name, question.metric)
    value = study.value ?? 0
    (what, why) = (study.headline.what, study.headline.why)
    (helps, tasks, phases) = (words.help, nil, nil)
    remedies = value > 0 ? words.helpers.map { $0.change } : []
    remark = study.stop
    isSound = value == 0
  }
}
