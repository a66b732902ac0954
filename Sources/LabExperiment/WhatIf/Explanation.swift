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
  /// What happened.
  package let what: String
  /// Why; `nil` if nothing is wrong.
  package let why: String?
  /// What helps, change by change, and one that seems to and does not; empty if nothing is wrong.
  package let helps: [String]
  /// The tasks of a recording to break up first; `nil` if no task or a single one is to blame.
  package let tasks: String?

  /// What happens at other phases of a timer or a load; `nil` if that is not known.
  package let phases: String?
  /// The changes that help, in the order of the sentence.
  package let remedies: [Change]
  /// What was not tried, since the search was ended early.
  package let remark: String?
  /// Whether nothing is wrong with the run.
  let isSound: Bool

  /// What helps, as a sentence; `nil` if nothing is wrong.
  package var help: String? {
    let sentence = helps.joined(separator: "; ")
    return helps.isEmpty ? nil : sentence.prefix(1).uppercased() + sentence.dropFirst() + "."
  }

  /// The sentences, with a blank between them.
  package var text: String {
    [what, why, help, tasks, phases, remark].compactMap { $0 }.joined(separator: " ")
  }

  /// What helps, a line each, behind its number.
  package var numberedHelp: [String] {
    helps.enumerated().map { place, help in
      remedies.isEmpty ? help + "." : (place < remedies.count ? "\(place + 1). " : "- ") + help
    }
  }

  /// Explains the first run of a study.
  ///
  /// - Parameters:
  ///   - study: What was tried.
  ///   - phases: What happens at other phases; `nil` if that was not looked at.
  ///   - isFailing: Whether an expectation of the script fails in that run.
  package init(_ study: WhatIfStudy, phases: PhaseSample? = nil, isFailing: Bool = false) {
    let words = ExplanationWords(study, RunMeasurement(study.base.bases[0].trace))
    let headline = words.headline(isFailing: isFailing)
    isSound = headline?.isSound != false
    run = study.base.runs[0].words()
    (driver, metric) = (study.base.driver, study.primary.rawValue)
    value = study.trouble ?? 0
    what = [headline?.what, isSound ? words.phone : nil].compactMap { $0 }.joined(separator: " ")
    why = headline?.why.map { [$0, headline?.besides].compactMap { $0 }.joined(separator: " ") }
    helps = isSound ? [] : words.help
    tasks = isSound ? nil : words.breakUpFirst
    // What is judged by no symptom is bad at a phase where no symptom is.
    self.phases = study.primary.symptom == nil ? nil : phases?.sentence(isSound: isSound)
    remedies = isSound ? [] : study.recommended.map { $0.change }
    remark = study.stop
  }

  /// Explains a sound run by what happens at another phase of it.
  ///
  /// - Parameters:
  ///   - here: The explanation of the run.
  ///   - phases: What happens at other phases.
  ///   - worst: What was tried of the run at the worst of them.
  init(_ here: Explanation, phases: PhaseSample, worst: WhatIfStudy) {
    let there = Explanation(worst)
    (run, driver, isSound) = (here.run, here.driver, false)
    (metric, value, remedies) = (there.metric, there.value, there.remedies)
    let sentence = phases.sentence(isSound: true) ?? ""
    what = "At this phase \(here.what.prefix(1).lowercased())\(here.what.dropFirst()) \(sentence)"
    why = there.why.map { "There \($0.prefix(1).lowercased())\($0.dropFirst())" }
    (helps, tasks, self.phases) = (there.helps, there.tasks, nil)
    remark = there.remark ?? here.remark
  }
}

/// The rules by which the sentences are chosen.
struct ExplanationWords {
  let study: WhatIfStudy
  private let measurement: RunMeasurement

  init(_ study: WhatIfStudy, _ measurement: RunMeasurement) {
    (self.study, self.measurement) = (study, measurement)
  }

  /// What went wrong and why, with the tasks that are to blame by their names.
  func headline(isFailing: Bool) -> Headline? {
    var words = Headline.Words()
    words.isBesideFailure = isFailing
    words.culprits = { $0 == .tasks ? tasks : nil }
    words.motion = { symptom in
      study.base.runs[0].scenario.drivers.first { $0.name == study.base.driver }?.motion?
        .reason(for: symptom)
    }
    return Headline(measurement, of: study.base.driver, by: study.primary, words)
  }

  /// Which tasks held the thread, as the end of the sentence.
  private var tasks: String {
    guard let first = study.attributed.first else { return "" }
    let whole = study.trouble ?? 0
    let best = study.attributed.compactMap { $0.saving }.max() ?? 0
    guard best * 10 < whole * 3 else {
      // The time of a slot passes once, and that of many callbacks that wait for one task often.
      let isOfSlots = study.primary.problem == .droppedSlot
      let names = study.attributed.prefix(2).map {
        "\(name(of: $0)) "
          + (isOfSlots ? "for \(timeWords($0.time))" : "of \(timeWords($0.duration))")
      }
      return ": \(listed(names))"
    }
    let saving = first.saving.map { " and saves \(amount($0)) if left out alone" } ?? ""
    return
      ", and no single one is to blame: the most attributed, \(name(of: first)),"
      + " takes \(timeWords(first.duration))\(saving)"
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

  /// A saving in words.
  func amount(_ value: Double) -> String {
    guard study.primary.isTime else { return value == 0 ? "nothing" : shortWords(value) }
    return value == 0 ? "nothing" : timeWords(.nanoseconds(Int64(value.rounded())))
  }
}
