import LabDisplay
import LabKernel
import LabMetrics
import LabMotion
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
  /// What is worse than what was asked about, why, and its first fix; `nil` for nothing.
  package let greater: String?
  /// The tasks of a recording to break up first; `nil` if no task or a single one is to blame.
  package let tasks: String?

  /// What happens at other phases of a timer or a load; `nil` if that is not known.
  package let phases: String?
  /// A change that helps.
  package struct Fix: Hashable, Sendable {
    package let change: Change
    /// What to do to make it.
    package let title: String
    /// What it saves of the value; `nil` if that is undefined.
    package let saving: Double?
    /// The expectations of the script that it breaks.
    package let broken: [String]
  }

  /// The changes that help, in the order of the sentence.
  package let fixes: [Fix]
  /// All changes that were tried.
  package let tried: [Change]
  /// What was not tried, since the search was ended early.
  package let remark: String?
  /// What is not known to be wrong, and is said last; `nil` for nothing.
  package let note: String?
  /// Whether nothing is wrong with the run.
  let isSound: Bool

  /// The changes that help, without what is said of them.
  package var remedies: [Change] { fixes.map { $0.change } }

  /// What helps, as a sentence; `nil` if nothing is wrong.
  package var help: String? {
    helps.isEmpty
      ? nil
      : numberedHelp.map { $0.hasSuffix(".") ? $0 : $0 + "." }.joined(separator: " ")
  }

  /// The sentences, with a blank between them.
  package var text: String {
    [what, why, others, help, greater, tasks, phases, remark, note].compactMap { $0 }
      .joined(separator: " ")
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
  ///   - worst: What was tried against what is worse than what was asked; `nil` for nothing.
  package init(
    _ study: WhatIfStudy, for trouble: Plan.Trouble? = nil, phases: PhaseSample? = nil,
    beside worst: WhatIfStudy? = nil
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
    let sampled = isSampled ? phases : nil
    let lock = isSound ? nil : sampled.flatMap { words.lock($0) }
    self.phases = lock ?? sampled?.sentence(isSound: isSound)
    greater = worst.flatMap { study in
      guard let share = Symptoms(study.base.troubles).worst else { return nil }
      // Of a sum of several troubles the first fix may save another one than is named.
      let saves = study.recommended.first?.saving(share.metric) ?? 0 > 0
      return Explanation(study).asGreater(share, hasFix: saves)
    }
    fixes = (isSound ? [] : study.recommended).map { row in
      Fix(
        change: row.change, title: study.imperative(of: row.change),
        saving: row.saving.map { study.goal.metricValue($0).number },
        broken: row.price?.broken ?? [])
    }
    tried = study.rows.map { $0.change }
    remark = study.stop ?? (isSound && trouble?.isFailing == true ? Self.noRemedy : nil)
  }

  /// Why no change is listed for an expectation that fails.
  private static let noRemedy =
    "No frame or callback is wrong, so there is no fix to look for: change what the script runs, or"
    + " the expectation."

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
    (fixes, tried) = (there.fixes, there.tried)
    let sentence = phases.sentence(isSound: true) ?? ""
    what = "At this phase \(here.what.prefix(1).lowercased())\(here.what.dropFirst()) \(sentence)"
    why = there.why.map { "There \($0.prefix(1).lowercased())\($0.dropFirst())" }
    (helps, tasks, others, self.phases) = (there.helps, there.tasks, here.others, nil)
    greater = nil
    (remark, note) = (there.remark ?? here.remark, here.note)
  }
}

extension Explanation {
  /// What is said of it beside an answer about less.
  private func asGreater(_ share: Symptoms.Share, hasFix: Bool) -> String {
    let fix = helps.first.flatMap { help -> String? in
      guard !remedies.isEmpty else { return " \(help)." }
      return hasFix ? " Its first fix: \(help.prefix(1).lowercased())\(help.dropFirst())." : nil
    }
    return "The greater trouble: \(driver) \(share.words)."
      + (why.map { " \($0)" } ?? "") + (fix ?? "")
  }
}

/// The rules by which the sentences are chosen.
struct ExplanationWords {
  let study: WhatIfStudy
  private let recommended: [WhatIfRow]
  /// A change that seems to help and does not.
  private let vain: WhatIfRow?
  let gain: Gain

  init(_ study: WhatIfStudy) {
    self.study = study
    recommended = study.recommended
    vain = study.vain(besides: recommended)
    gain = Gain(study)
  }

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
    guard best * 10 < whole * 3 else { return " (\(firstTasks))" }
    // What is attributed is drops, double fires and dates, and no other frame that is wrong.
    guard study.base.worstMetric.isAttributed else { return "" }
    let count = study.attributedCount
    let all = count > 1 ? ". There were \(count) such tasks" : ""
    guard let row = study.row(without: first), let saving = row.saving else { return all }
    let isTied = study.attributed.count > 1 && study.attributed[1].time == first.time
    return all
      + (count > 1
        ? ": leaving out \(isTied ? "one of them, such as" : "the one that cost most,")"
        : ". Leaving out the one task that did,")
      + " \(name(of: first)), \(outcome(of: row, saving: saving))"
  }

  /// The two tasks with the most attributed time, and how many have about as much.
  private var firstTasks: String {
    let (named, others) = (study.attributed.prefix(2), study.attributed.dropFirst(2))
    let rest = others.count { $0.time * 2 >= named.last?.time ?? .zero }
    guard rest > 0 else { return listed(named.map(name)) }
    let isAll = study.attributedCount <= study.attributed.count
    return listed(named.map(name) + [isAll ? "\(rest) more" : "others"])
  }

  /// What leaving a task out comes to, as the end of a sentence.
  private func outcome(of row: WhatIfRow, saving: Double) -> String {
    if gain.isNothing(saving) { return "changes nothing" }
    return saving < 0 ? "does not help" : "makes \(gain.difference(row))"
  }

  /// A task with how long it takes, by its name in the recording, else by its load and number.
  func name(of task: AttributedTask) -> String {
    let scenario = study.base.runs[0].scenario
    guard let recorded = scenario.recordedTask(task.number, of: task.load) else {
      return "\(task.load.asName) task \(task.number) of \(timeWords(task.duration))"
    }
    return recorded.words(offset: scenario.recordingStart)
  }
}

extension ExplanationWords {
  /// What helps: the best change, the best of other kinds, and one that seems to help and does not.
  var help: [String] {
    guard !recommended.isEmpty else {
      return ["None of the \(study.rankedCount) changes that were tried helps"]
    }
    // What there is in all is said once, where some is left.
    let first = recommended.first { !asksLess($0) && !gain.whole($0).isEmpty }?.change
    var parts = recommended.map { row in
      asksLess(row) ? askingLess(row) : says(row, isFirst: row.change == first)
    }
    if recommended.allSatisfy(asksLess) {
      parts.append("None of the other \(study.rankedCount) changes helps")
    }
    return parts + [mending, againstDoubleFires, warning].compactMap { $0 }
  }

  /// With which of the changes the expectation holds that fails; `nil` if none fails, or if that is
  /// not decided in one run.
  private var mending: String? {
    let known = recommended.enumerated().compactMap { place, row in
      row.price?.mends.map { (number: "\(place + 1)", mends: $0) }
    }
    func numbers(_ mends: Bool) -> String {
      listed(known.filter { $0.mends == mends }.map { $0.number })
    }
    let (holds, fails) = (numbers(true), numbers(false))
    guard !known.isEmpty else { return nil }
    let subject =
      "The expectation" + (study.base.plan.map { $0.count > 1 } == true ? ", in this run," : "")
    guard !holds.isEmpty else { return "\(subject) still fails with \(fails)" }
    return "\(subject) holds with \(holds)" + (fails.isEmpty ? "" : ", not with \(fails)")
  }

  /// What helps against double fires where each change that is listed leaves more of them than
  /// drops, so that they are what is worst then; `nil` if nothing takes more of them away.
  private var againstDoubleFires: String? {
    func saves(_ row: WhatIfRow) -> Double { row.saving(.doubleFires) ?? 0 }
    guard study.goal == .wrongPicture || study.goal == .metric(.dropped),
      recommended.allSatisfy({ row in
        guard let doubles = row.values[.doubleFires], let drops = row.values[.dropped] else {
          return false
        }
        return doubles.after > drops.after
      })
    else { return nil }
    let most = recommended.map(saves).max() ?? 0
    let best = study.rows.filter { row in
      row.rank != nil && row.flaw == nil && row.change.steps.count == 1 && !row.change.isProbe
        && row.saving ?? 0 >= 0 && saves(row) > max(0, most)
    }.max { saves($0) < saves($1) }
    return best.map { row in
      let fewer = shortWords(saves(row))
      return "Against the double fires: \(study.title(of: row.change).gerund), \(fewer) fewer"
        + " [\(row.change)]"
    }
  }

  /// What to do; of two changes that are listed, each by its number.
  private func titleWords(_ change: Change) -> String {
    let places = change.steps.compactMap { step in
      recommended.firstIndex { $0.change.steps == [step] }
    }
    guard change.steps.count > 1, places.count == change.steps.count else {
      return study.imperative(of: change)
    }
    return "Changes \(listed(places.sorted().map { "\($0 + 1)" })) together"
  }

  /// Whether a change asks for less where that is a price; of frames that show nothing new it is
  /// what was to be saved.
  private func asksLess(_ row: WhatIfRow) -> Bool {
    row.asksLess && study.goal != .metric(.symptom(.wasted))
  }

  private func says(_ row: WhatIfRow, isFirst: Bool) -> String {
    titleWords(row.change) + tasksWords(row.change)
      + ": \(gain.words(row))\(isFirst ? gain.whole(row) : "")"
      + phaseWords(row.change) + (price(of: row).map { " (\($0))" } ?? "") + " [\(row.change)]"
  }

  /// What a change makes better, and behind it what it makes worse; `nil` if neither.
  private func price(of row: WhatIfRow) -> String? {
    guard let price = row.price else { return nil }
    let (better, worse) = study.goal.isOfDriver ? price.sides : ([], [])
    let harm = worse + price.harm
    let gain = gain.words(row)
    let parts = better.filter { $0 != gain } + (harm.isEmpty ? [] : ["but \(listed(harm))"])
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// What a change comes to that asks for less: what it saves of that says little.
  private func askingLess(_ row: WhatIfRow) -> String {
    let harm = row.price?.harm ?? []
    let words =
      (row.price?.words ?? []) + [row.price?.evenness, stayWords(row)].compactMap { $0 }
      + (harm.isEmpty ? [] : ["but \(listed(harm))"])
    return study.title(of: row.change).imperative + ", which asks for less"
      + (words.isEmpty ? "" : ": \(words.joined(separator: ", "))") + " [\(row.change)]"
  }

  /// For how long a frame stays at most with a change: in refreshes, if all are of one length.
  private func stayWords(_ row: WhatIfRow) -> String? {
    guard let after = row.price?.after, let stay = after.stay else { return nil }
    let length =
      study.base.runs[0].scenario.panel.hasOneRate
      ? counted(Int(stay), "refresh", "refreshes") : after.longestStay.map { timeWords($0) }
    return length.map { "no frame longer than \($0)" }
  }

  /// That a change seems to help and does not, and why; `nil` for none.
  private var warning: String? {
    guard let row = vain, let saving = row.saving else { return nil }
    let (whole, words) = (study.trouble ?? 0, study.title(of: row.change).gerund)
    if let drawback = row.drawback {
      return "No fix: \(words), \(gain.difference(row)), but \(drawback) [\(row.change)]"
    }
    let reason = reason(against: row).map { ", since \($0)" } ?? ""
    if gain.isNothing(saving) { return "Does not help: \(words)\(reason) [\(row.change)]" }
    let amount = saving > 0 && saving * 1000 < whole ? "almost nothing" : gain.difference(row)
    return "\(saving < 0 ? "Makes it worse" : "Helps little"): \(words), \(amount)\(reason)"
      + " [\(row.change)]"
  }
}

extension WhatIfStudy {
  /// What leaving a task out alone comes to; `nil` if that was not tried.
  fileprivate func row(without task: AttributedTask) -> WhatIfRow? {
    let alone = Change.single([task.number], of: task.load).first
    return rows.first { $0.change == alone }
  }

  /// A change that seems to help and does not: what does nothing or harm, or saves something with a
  /// drawback that outweighs it, else what saves little.
  ///
  /// What is no change that an app can make is none: less work may meet the same vsyncs. Nor is a
  /// link, which often does something else than was asked for.
  fileprivate func vain(besides helping: [WhatIfRow]) -> WhatIfRow? {
    guard !helping.isEmpty else { return nil }
    let whole = trouble ?? 0
    let plausible = rows.filter { row in
      row.rank != nil && row.saving != nil && row.change.plausibility != nil && !row.change.isProbe
        && row.change.kind != "link"
        && !helping.contains { $0.change == row.change }
    }
    // What takes something else away that was said helps with that.
    let vain = plausible.filter { row in
      row.drawback != nil
        || (row.saving ?? whole) <= 0
          && [SavingMetric.dropped, .doubleFires].allSatisfy { row.saving($0) ?? 0 <= 0 }
    }
    // What is advised is not said to help little, nor what saves as much.
    let least =
      helping.filter {
        $0.change.steps.count == 1 && !($0.asksLess && goal != .metric(.symptom(.wasted)))
      }
      .compactMap { $0.saving }.min() ?? whole
    let small = plausible.filter { row in
      let saving = row.saving ?? whole
      return row.flaw == nil && saving * 5 < whole && 2 * saving <= least
        && (saving > 0 || vain.contains { $0.change == row.change })
    }
    return (vain.isEmpty ? small : vain).mostPlausible
  }
}

extension ExplanationWords {
  /// How many tasks are named.
  private static let mostTasks = 3
  /// What is shorter holds up a frame at most once.
  private static let shortest = Duration.milliseconds(4)

  /// Which tasks of a recording to break up first, each by its name and its time; `nil` if not
  /// several have names that one can look for.
  var breakUpFirst: String? {
    let scenario = study.base.runs[0].scenario
    let tasks = study.attributed.filter { task in
      // What saves nothing alone, or is short, is not worth the work.
      guard task.saving ?? 1 > 0, task.duration > Self.shortest,
        let recorded = scenario.recordedTask(task.number, of: task.load)
      else { return false }
      return !Recording.Task.isPlaceholder(recorded.name)
    }.prefix(Self.mostTasks)
    return tasks.count > 1 ? "Break up first: \(listed(tasks.map(name)))." : nil
  }

  /// How many tasks a change selects by their name, as a note behind it; empty for any other.
  func tasksWords(_ change: Change) -> String {
    guard change.steps.count == 1, case .tasks(let selection, _) = change.steps[0],
      case .named = selection.range,
      let load = study.base.bases[0].scenario.loads.first(where: { $0.name == selection.load })
    else { return "" }
    let tasks = selection.positions(in: load.writtenTasks ?? [])
    return " (\(counted(tasks.count, "task")))"
  }

  /// The range over phases of what a change saves, as a note; empty if the phase makes no
  /// difference.
  func phaseWords(_ change: Change) -> String {
    guard let range = study.phases[change]?.savings, range.lowerBound < range.upperBound else {
      return ""
    }
    let least = gain.amount(gain.isNothing(range.lowerBound) ? 0 : range.lowerBound)
    let most = gain.amount(range.upperBound)
    // What is seen differs, not what was computed.
    guard least != most else { return "" }
    let less = study.goal.isTime && study.refreshes(0) == nil ? " less" : ""
    return ", or \(least) to \(most)\(less) at other phases of the timer"
  }
}

extension ExplanationWords {
  /// That a phone shows half of what it could, of a link that has 60 Hz on it; `nil` elsewhere.
  ///
  /// All that was asked for is shown then, so that nothing is wrong by any count.
  var phone: String? {
    let scenario = study.base.runs[0].scenario
    let driver = scenario.drivers.first { $0.name == study.base.driver }
    guard case .link(let link)? = driver?.source else { return nil }
    if scenario.panel.isPhoneWithoutKey {
      return "Without the key CADisableMinimumFrameDurationOnPhone the phone has 60 Hz at most."
    }
    guard let rate = scenario.panel.rateOfUnasked, link.pace == .preferred(rate) else { return nil }
    return "This phone serves a link that prefers no other rate at 60 of its 120 Hz:"
      + " 'prefers 120 Hz' asks for all of them, and its app has the key"
      + " CADisableMinimumFrameDurationOnPhone."
  }
}

extension Driver {
  /// Why its callbacks had nothing to show, as far as its own settings tell; `nil` if they do not.
  var idleReason: String? {
    cap.map {
      "its callbacks did nothing, since less than \(timeWords($0.interval)) had passed since the last"
        + " one that did"
    }
  }
}

extension Motion {
  /// Why its pictures are wrong, as far as its own clock tells; `nil` if it does not.
  func reason(for symptom: Symptom) -> String? {
    switch content {
    case .animation(let animation, _, _):
      switch animation.clock {
      case _ where symptom == .dropped: nil
      case .fixed:
        "Each callback adds the same step, whatever time has passed: its speed is that of the"
          + " callbacks."
      case .duration:
        "Each callback adds the length of a refresh, whatever time has passed: its speed is that of"
          + " the callbacks."
      case .now, .timestamp, .target, .renderServer: nil
      }
    case .scene(let scene):
      scene.owesMore
        ?? (symptom == .speed || symptom == .dropped
          ? nil
          : "Its scene goes on in steps of a rate of its own: a frame shows none of them, one, or two.")
    case .views: nil
    }
  }
}

extension SceneMotion {
  /// That a step takes longer than the time that it stands for, if nothing keeps them few.
  fileprivate var owesMore: String? {
    timeOwedByStep.map {
      "A step of its scene takes \(timeWords(costPerStep)) and stands for \(timeWords($0)): each"
        + " frame has more steps to catch up on than the one before."
    }
  }
}
