package import LabAnswer
import LabExperiment
import LabMetrics
import LabText
import LabWorkload

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
    (self.source, self.judged, self.name) = (source, judged, name)
  }

  /// Leaves tasks out, as far as the trouble stays.
  ///
  /// - Throws: `UsageError` without a run, or what a run throws.
  package func answer(_ watch: Watch) throws -> Answer {
    guard !source.bases.isEmpty else { throw UsageError("no run is left to look at.") }
    let (cause, _) = try source.cause(jobs: judged.jobs)
    let base = try WhatIf([source.plan[cause.run]], driver: judged.driver ?? cause.driver)
    let set = try SmallestSet(
      base, keeping: judged.metric ?? cause.metric(of: base) ?? base.worstMetric,
      budget: judged.budget)
    let script = try SmallestScript(set, of: base, in: source.plan, name: name)
    let value = "\(set.metric.rawValue) \(set.metric.metricValue(Double(set.trouble)))"
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
