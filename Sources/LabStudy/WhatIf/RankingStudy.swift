package import LabAnswer
import LabExperiment
import LabMetrics
import LabResults
import LabText
import LabWorkload

/// Every change tried in every arm, and ranked by what it saves.
package struct RankingStudy: Study {
  /// How many bases are told; all of them are in the file.
  private static let mostTold = 12

  package var subject: String { source.path }
  package var isStoppable: Bool { true }

  private let source: RunSubject
  private let run: Int?
  private let judged: WhyOptions

  /// Asks what helps.
  ///
  /// - Parameters:
  ///   - source: The runs.
  ///   - run: The position of a run whose arm and sweep point alone are asked about; `nil` for all.
  ///   - judged: By what changes are ranked, and with how much effort.
  package init(_ source: RunSubject, run: Int? = nil, _ judged: WhyOptions = WhyOptions()) {
    (self.source, self.run) = (source, run)
    self.judged = judged.resolved(in: source.plan)
  }

  /// Tries the changes of one base after the other; every change is in a file of the answer.
  ///
  /// - Throws: That a result is of another version of the lab, or what a run throws.
  package func answer(_ watch: Watch) throws -> Answer {
    var studies: [WhatIfStudy] = []
    let (cause, _) = try source.cause(run, judged)
    let bases = source.bases.filter { runs in
      judged.arm.map { source.plan.experiment.arms[$0].name == runs[0].arm } ?? true
    }
    for runs in bases where studies.isEmpty || !watch.isEnded() {
      let isAsked = runs.contains { $0.index == cause.run }
      if run != nil, !isAsked { continue }
      try source.known?.check(runs[0])
      let name = judged.driver ?? (isAsked ? cause : source.explained)?.driver
      let tasks = Self.tasks(of: name, in: runs[0])
      var base = try WhatIf(
        runs, judging: tasks.map { .tasks($0) } ?? .driver(name), jobs: judged.jobs)
      base.plan = source.plan
      studies.append(
        try WhatIfStudy(
          base,
          by: judged.metric ?? (isAsked && tasks == nil ? cause.metric(of: base) : nil),
          trying: source.plan.changes(of: runs[0].index),
          budget: judged.budget
        ) { done, count in
          watch.shows(done, count, "changes")
          return !watch.isEnded()
        })
    }
    let told = Self.worstFirst(studies, cause.run).prefix(Self.mostTold).map(WhatIfFindings.init)
    let hidden = studies.count - told.count
    let recorded = source.recorded.map { Answer.Sentence($0.text, as: "recorded") }
    return Answer(
      "why --all", of: subject,
      [recorded.map { [.sentences([$0])] } ?? []] + told.flatMap(\.paragraphs)
        + [hidden > 0 ? [.sentences(["… and \(hidden) more in \(WhatIfFile.name)"])] : []],
      data: [Table("bases", WhatIfFindings.columns, studies.map { WhatIfFindings($0).row })],
      files: [Answer.File(WhatIfFile.name, WhatIfFile.bytes(studies, experiment: source.name))])
  }

  /// How long the tasks of a load take, if that is the name of one.
  private static func tasks(of name: String?, in run: RunSpec) -> TaskQuestion? {
    run.scenario.loads.contains { $0.name == name } ? TaskQuestion("response", of: name) : nil
  }

  /// The base of the run that `why` explains, then those of which more is wrong before the others.
  private static func worstFirst(_ studies: [WhatIfStudy], _ explained: Int) -> [WhatIfStudy] {
    let shares = studies.map { Symptoms($0.base.troubles).worst }
    let isFirst = studies.map { study in study.base.runs.contains { $0.index == explained } }
    let order = studies.indices.sorted { one, other in
      if isFirst[one] != isFirst[other] { return isFirst[one] }
      return switch (shares[one], shares[other]) {
      case (let one?, let other?) where one < other || other < one: other < one
      case (nil, _?), (_?, nil): shares[one] != nil
      default: one < other
      }
    }
    return order.map { studies[$0] }
  }
}

/// A smallest set of tasks that still cause the trouble, as a script and its recordings.
package struct SmallestStudy: Study {
  package var subject: String { source.path }

  private let source: RunSubject
  private let judged: WhyOptions
  private let name: String

  /// Asks for such tasks.
  ///
  /// - Parameters:
  ///   - source: The runs, of which the one that `why` explains is looked at.
  ///   - judged: The trouble, and with how much effort it is looked for.
  ///   - name: What the script is called, without the ending.
  package init(_ source: RunSubject, _ judged: WhyOptions = WhyOptions(), named name: String) {
    (self.source, self.judged, self.name) = (source, judged.resolved(in: source.plan), name)
  }

  /// Leaves tasks out, as far as the trouble stays.
  ///
  /// - Throws: `UsageError` without a run, or what a run throws.
  package func answer(_ watch: Watch) throws -> Answer {
    guard !source.bases.isEmpty else { throw UsageError("no run is left to look at.") }
    let (cause, _) = try source.cause(nil, judged)
    let base = try WhatIf([source.plan[cause.run]], driver: judged.driver ?? cause.driver)
    let set = try SmallestSet(
      base, keeping: judged.metric ?? cause.metric(of: base) ?? base.worstMetric,
      budget: judged.budget)
    let script = try SmallestScript(set, of: base, in: source.plan, name: name)
    let value = "\(set.metric.name) \(set.metric.metricValue(Double(set.trouble)))"
    let verified =
      set.isMinimal
      ? "without any one of them there is less"
      : "not verified of each that it is needed: raise --budget"
    let less = script.trouble ?? 0 < set.trouble
    return Answer(
      "why --smallest", of: subject,
      [
        [
          .sentences([
            Answer.Sentence(
              "\(set.tasks.count) of \(counted(set.count, "task")) still cause \(value); \(verified)."
                + " \(counted(set.reruns, "rerun")).", as: "smallest")
          ])
        ]
          + (less
            ? [
              .sentences([
                Answer.Sentence(
                  "The script shows less of it: a recording has whole microseconds, and these tasks"
                    + " do not.", as: "remark")
              ])
            ] : [])
      ],
      data: [tasks(of: set)],
      files: [Answer.File("\(name).lab", Array(script.text.utf8))]
        + script.files.map { Answer.File($0.name, Array($0.text.utf8)) },
      outcome: set.isMinimal ? .answered : .undecided)
  }

  private func tasks(of set: SmallestSet) -> Table {
    Table(
      "tasks", [.words("load"), .number("number"), .number("takes_ms")],
      set.tasks.map { task in
        [.text(task.load), .count(task.number), .time(task.task.duration)]
      })
  }
}
