import LabKernel
import LabMetrics
import LabText
import LabTrace
package import LabWorkload

/// Why a run is as it is, in three sentences: what happened, why, and what helps.
///
/// Every number is a metric of the run or a cell of the what-if table.
package struct Explanation: Hashable, Sendable {
  /// Which run it is, as `run 0, timer`.
  package let run: String
  /// The driver that is judged, or the load.
  package let driver: String
  /// The name of the metric that is to be saved.
  package let metric: String
  /// How much of it there is; 0 if it is undefined.
  package let value: Double
  /// The unit of that; empty for a number of times.
  package let unit: String
  /// What happened.
  package let what: String
  /// Why; `nil` if nothing is wrong.
  package let why: String?
  /// What helps, change by change, and one that seems to and does not; empty if nothing is wrong.
  package let helps: [String]
  /// What else is in trouble; `nil` for nothing.
  package let others: String?
  /// The tasks of a recording to break up first; `nil` if no task or a single one is to blame.
  package let tasks: String?

  /// What happens at other phases of a timer or a load; `nil` if that is not known.
  package let phases: String?
  /// The changes that help, in the order of the sentence.
  package let remedies: [Change]
  /// What to do to make each of them.
  package let titles: [String]
  /// All changes that were tried.
  package let tried: [Change]
  /// What was not tried, since the search was ended early.
  package let remark: String?
  /// What is not known to be wrong, and is said last; `nil` for nothing.
  package let note: String?
  /// Whether nothing is wrong with the run.
  let isSound: Bool

  /// What helps, as a sentence; `nil` if nothing is wrong.
  package var help: String? {
    helps.isEmpty
      ? nil
      : numberedHelp.map { $0.hasSuffix(".") ? $0 : $0 + "." }.joined(separator: " ")
  }

  /// The sentences, with a blank between them.
  package var text: String {
    [what, why, others, help, tasks, phases, remark, note].compactMap { $0 }.joined(separator: " ")
  }

  /// What helps, a line each, behind its number.
  package var numberedHelp: [String] {
    helps.enumerated().map { place, help in
      place < remedies.count ? "\(place + 1). \(help)" : help + "."
    }
  }

  /// Explains the first run of a study.
  ///
  /// - Parameters:
  ///   - study: What was tried.
  ///   - trouble: What was asked; `nil` for what the study is about.
  ///   - phases: What happens at other phases; `nil` if that was not looked at.
  package init(
    _ study: WhatIfStudy, for trouble: Plan.Trouble? = nil, phases: PhaseSample? = nil
  ) {
    let words = ExplanationWords(study)
    let headline = words.headline(trouble)
    isSound = headline?.isSound != false
    run = study.base.runs[0].words()
    (driver, metric) = (study.base.name, study.goal.name)
    value = study.goal.metricValue(study.trouble ?? 0).number
    unit = study.goal.unit
    what = [headline?.what, isSound ? words.phone : nil].compactMap { $0 }.joined(separator: " ")
    why = headline?.why
    others = headline.flatMap { $0.others.isEmpty ? nil : $0.others.joined(separator: " ") }
    note = headline?.note
    helps = isSound ? [] : words.help
    tasks = isSound ? nil : words.breakUpFirst
    // What is judged by no symptom is bad at a phase where no symptom is.
    let isSampled = trouble?.metric.map { $0.symptom != nil } ?? study.goal.isOfDriver
    self.phases = isSampled ? phases?.sentence(isSound: isSound) : nil
    remedies = isSound ? [] : study.recommended.map { $0.change }
    titles = remedies.map { study.title(of: $0).imperative }
    tried = study.rows.map { $0.change }
    remark = study.stop ?? (isSound && trouble?.isFailing == true ? Self.noRemedy : nil)
  }

  /// Why no change is listed for an expectation that fails.
  private static let noRemedy =
    "What the expectation asks for is nothing that goes wrong by itself, so no change is ranked by"
    + " it. '--by' names what to rank by, such as '--by dropped'."

  /// Explains a sound run by what happens at another phase of it.
  ///
  /// - Parameters:
  ///   - here: The explanation of the run.
  ///   - phases: What happens at other phases.
  ///   - worst: What was tried of the run at the worst of them.
  init(_ here: Explanation, phases: PhaseSample, worst: WhatIfStudy) {
    let there = Explanation(worst)
    (run, driver, isSound) = (here.run, here.driver, false)
    (metric, value, unit) = (there.metric, there.value, there.unit)
    (remedies, titles, tried) = (there.remedies, there.titles, there.tried)
    let sentence = phases.sentence(isSound: true) ?? ""
    what = "At this phase \(here.what.prefix(1).lowercased())\(here.what.dropFirst()) \(sentence)"
    why = there.why.map { "There \($0.prefix(1).lowercased())\($0.dropFirst())" }
    (helps, tasks, others, self.phases) = (there.helps, there.tasks, here.others, nil)
    (remark, note) = (there.remark ?? here.remark, here.note)
  }
}

/// The rules by which the sentences are chosen.
struct ExplanationWords {
  let study: WhatIfStudy

  init(_ study: WhatIfStudy) { self.study = study }

  /// What went wrong and why, with the tasks that are to blame by their names.
  func headline(_ trouble: Plan.Trouble?) -> Headline? {
    let run = study.base.runs[0]
    return Headline(
      study.base.measurement, of: run.scenario,
      about: trouble ?? study.base.question(of: run.index)
    ) { $0 == .tasks ? tasks : nil }
  }

  /// Which tasks held the thread, as the end of the sentence.
  private var tasks: String {
    guard let first = study.attributed.first else { return "" }
    let whole = study.trouble ?? 0
    let best = study.attributed.compactMap { $0.saving }.max() ?? 0
    guard best * 10 < whole * 3 else {
      // The time of a slot passes once, and that of many callbacks that wait for one task often.
      let isOfSlots = study.goal.problem == .droppedSlot
      let names = study.attributed.prefix(2).map {
        "\(name(of: $0)) "
          + (isOfSlots ? "for \(timeWords($0.time))" : "of \(timeWords($0.duration))")
      }
      return " (\(listed(names)))"
    }
    let worst = "the worst of them, \(name(of: first)) of \(timeWords(first.duration)),"
    let alone = Change.single([first.number], of: first.load).first
    guard let row = study.rows.first(where: { $0.change == alone }), let saving = row.saving
    else { return ". No single task is to blame" }
    return ". No single task is to blame: leaving out \(worst)"
      + (saving == 0 ? " changes nothing" : " makes \(Gain(study).words(saving, row))")
  }

  /// A task by its name in the recording, else by its load and number.
  func name(of task: AttributedTask) -> String {
    // The loads of a base are written out: tasks that no recording named have the name of their
    // load.
    let scenario = study.base.bases[0].scenario
    let recorded = scenario.recordedTask(task.number, of: task.load)
    guard let recorded, recorded.name != task.load else {
      return "\(task.load) task \(task.number)"
    }
    return recorded.words(offset: scenario.recordingStart)
  }
}
