import LabKernel
public import LabMetrics
import LabText
import LabTrace
public import LabWorkload

/// Why a run is as it is, in three sentences: what happened, why, and what helps.
///
/// Every number is a metric of the run or a cell of the what-if table.
public struct Explanation: Hashable, Sendable {
  /// Which run it is, as `run 0, timer`.
  public let run: String
  /// The driver that is judged.
  public let driver: String
  /// What is to be saved.
  public let metric: SavingMetric
  /// How much of it there is; 0 if it is undefined.
  public let value: Double
  /// What happened.
  public let what: String
  /// Why; `nil` if nothing is wrong.
  public let why: String?
  /// What helps, and one change that seems to and does not; `nil` if nothing is wrong.
  public let help: String?
  /// The tasks of a recording to break up first; `nil` if no task or a single one is to blame.
  public let tasks: String?
  /// What happens at other phases of a timer or a load; `nil` if that is not known.
  public let phases: String?
  /// The changes that help, in the order of the sentence.
  public let remedies: [Change]
  /// What was not tried, since the search was ended early.
  public let remark: String?

  /// The sentences, with a blank between them.
  public var text: String {
    [what, why, help, tasks, phases, remark].compactMap(\.self).joined(separator: " ")
  }

  /// Explains the first run of a study.
  public init(_ study: WhatIfStudy) { self.init(study, phases: nil) }

  /// Explains the first run of a study.
  ///
  /// - Parameters:
  ///   - study: What was tried.
  ///   - phases: What happens at other phases; `nil` if that was not looked at.
  init(_ study: WhatIfStudy, phases: PhaseSample?) {
    let measurement = RunMeasurement(study.base.bases[0].trace)
    let words = ExplanationWords(study, measurement)
    run = study.base.runs[0].words()
    (driver, metric, value) = (study.base.driver, study.primary, study.trouble ?? 0)
    what = words.what
    (why, help) = words.isSound ? (nil, nil) : (words.why, words.help)
    tasks = words.isSound ? nil : words.breakUpFirst
    self.phases = phases?.sentence(isSound: words.isSound)
    remedies = words.isSound ? [] : study.recommended.map(\.change)
    remark = study.stop
  }

  /// Explains a sound run by what happens at another phase of it.
  ///
  /// - Parameters:
  ///   - study: What was tried of the run.
  ///   - phases: What happens at other phases.
  ///   - worst: What was tried of the run at the worst of them.
  init(_ study: WhatIfStudy, phases: PhaseSample, worst: WhatIfStudy) {
    let (here, there) = (Explanation(study), Explanation(worst))
    (run, driver) = (here.run, here.driver)
    (metric, value, remedies) = (there.metric, there.value, there.remedies)
    let sentence = phases.sentence(isSound: true) ?? ""
    what = "At this phase n\(here.what.dropFirst()) \(sentence)"
    why = there.why.map { "There \($0.prefix(1).lowercased())\($0.dropFirst())" }
    (help, tasks, self.phases, remark) = (there.help, there.tasks, nil, there.remark ?? here.remark)
  }
}

/// The rules by which the sentences are chosen.
struct ExplanationWords {
  let study: WhatIfStudy
  private let metrics: DriverMetrics?
  private let trouble: RunTrouble

  init(_ study: WhatIfStudy, _ measurement: RunMeasurement) {
    self.study = study
    metrics = measurement[driver: study.base.driver]
    trouble = study.base.troubles[0]
  }

  private var name: String {
    "The \(metrics?.source == .timer ? "timer" : "display link") \(study.base.driver)"
  }

  /// Whether there is nothing to save.
  var isSound: Bool { (study.primary.value(trouble) ?? 0) == 0 }

  // MARK: What happened

  var what: String {
    var parts = trouble.dropped == nil ? dates : pictures
    switch study.primary {
    case .missed: parts = parts.filter { $0 != missed } + [missed]
    case .lateness:
      parts.append("was late by \(milliseconds(trouble.latenessP99)) in its 99th percentile")
    case .animationError:
      parts.append("jumped by \(milliseconds(trouble.animationErrorP99)) in its 99th percentile")
    case .dropped, .doubleFires, .hitchTime: break
    }
    let sentence = "\(name) \(listed(parts))."
    guard isSound else { return sentence }
    let isUsual = study.primary != .animationError && study.primary != .hitchTime
    let isWhole = isUsual && study.base.worstMetric == study.primary
    let what = isWhole ? "" : " with \(study.primary.rawValue)"
    return "Nothing is wrong\(what): " + sentence.prefix(1).lowercased() + sentence.dropFirst()
  }

  /// What a driver that draws did.
  private var pictures: [String] {
    let dropped = trouble.dropped.map {
      $0 == 0
        ? "dropped none of \(trouble.refreshes) refreshes"
        : "dropped \($0) of \(counted(trouble.refreshes, "refresh", "refreshes"))" + hitches
    }
    let doubles = trouble.doubleFires.map {
      $0 == 0
        ? "never fired twice in one refresh"
        : "fired twice in " + counted($0, "refresh", "refreshes")
    }
    return [dropped, doubles].compactMap(\.self)
  }

  /// What one did that does not draw.
  private var dates: [String] {
    guard study.primary == .doubleFires || Symptoms(trouble).shares.contains(where: isDouble),
      let doubles = trouble.doubleFires
    else { return [missed] }
    let words =
      doubles == 0
      ? "never fired twice in one refresh"
      : "fired twice in "
        + counted(doubles, "refresh", "refreshes")
    return [missed, words]
  }

  private func isDouble(_ share: Symptoms.Share) -> Bool { share.metric == .doubleFires }

  private var missed: String {
    let dates = trouble.fires + trouble.missed
    guard trouble.missed == 0 else {
      return "missed \(trouble.missed) of \(counted(dates, "date"))"
    }
    return dates < 2 ? "answered \(counted(dates, "date"))" : "answered all \(dates) dates"
  }

  private var hitches: String {
    guard let ratio = metrics?.frames?.hitches?.ratio, ratio > 0 else { return "" }
    return " (\(shortWords(ratio)) ms of hitches a second)"
  }

  // MARK: Why

  var why: String {
    let causes = metrics?.frames?.slots?.causes ?? [:]
    let worst = causes.max { ($0.value, $1.key.position) < ($1.value, $0.key.position) }
    if study.primary == .dropped || study.primary == .hitchTime, let worst, worst.value > 0 {
      let isAll = worst.value == trouble.dropped
      let share = isAll ? worst.value == 1 ? "it" : "all of them" : "\(worst.value) of them"
      return "In \(share) \(worst.key.reason)\(culprits(worst.key))."
    }
    if study.primary == .missed, let starved { return starved }
    let problem: Problem = study.primary == .doubleFires ? .doubleFire : .lateFiring
    let ledger = metrics?.blame[problem]
    let cause = ledger?.causes.max { ($0.value, $1.key.position) < ($1.value, $0.key.position) }
    guard let cause, cause.value > .zero else {
      guard study.primary != .missed else { return "At these dates the loop was busy." }
      return "No callback was late: the rates of timer and display beat."
    }
    let late = study.primary == .doubleFires ? "before these double fires" : "in all"
    return "Callbacks began late, for \(milliseconds(cause.value)) \(late) because"
      + " \(cause.key.reason)\(culprits(cause.key))."
  }

  /// How many dates passed in modes without the driver; `nil` if most passed otherwise.
  private var starved: String? {
    guard let dates = metrics?.dueInstants, 2 * dates.starved >= dates.missed else { return nil }
    let share =
      dates.starved < dates.missed
      ? "\(dates.starved) of them" : dates.missed == 1 ? "it" : "all of them"
    return "In \(share) \(BlameCause.starved.reason)\(culprits(.starved))."
  }

  /// Who it was, as the end of the sentence.
  private func culprits(_ cause: BlameCause) -> String {
    guard cause == .tasks else { return owners(cause) }
    guard let first = study.attributed.first else { return "" }
    let whole = study.trouble ?? 0
    let best = study.attributed.compactMap(\.saving).max() ?? 0
    guard best * 10 < whole * 3 else {
      let names = study.attributed.prefix(2).map {
        "\(name(of: $0)) for \(milliseconds($0.time))"
      }
      return ": \(listed(names))"
    }
    let saving = first.saving.map { " and saves \(amount($0)) if left out alone" } ?? ""
    return
      ", and no single one is to blame: the most attributed, \(name(of: first)),"
      + " takes \(milliseconds(first.duration))\(saving)"
  }

  /// A task by its name in the recording, else by its load and number.
  func name(of task: AttributedTask) -> String {
    // The loads of a base are written out: tasks that no recording named have the name of their
    // load.
    let recorded = study.base.bases[0].scenario.recordedTask(task.number, of: task.load)
    guard let recorded, recorded.name != task.load else {
      return "\(task.load) task \(task.number)"
    }
    return recorded.words
  }

  /// A saving in words.
  func amount(_ value: Double) -> String {
    guard study.primary.isTime else { return value == 0 ? "nothing" : shortWords(value) }
    return value == 0 ? "nothing" : milliseconds(.nanoseconds(Int64(value.rounded())))
  }

  private func owners(_ cause: BlameCause) -> String {
    guard cause == .callouts || cause == .starved else { return "" }
    let owners = (metrics?.blame[study.primary.problem].culprits ?? []).filter { $0.cause == cause }
      .compactMap(\.owner).prefix(2)
    return owners.isEmpty ? "" : " (\(owners.joined(separator: ", ")))"
  }
}

/// A number with one decimal at most; one that would be 0 has more.
func shortWords(_ number: Double, scale: Double = 10) -> String {
  let scale = [scale, 1e3, 1e6].first { (number * $0).rounded() != 0 } ?? scale
  return MetricValue.number((number * scale).rounded() / scale).description
}

/// A time in milliseconds with one decimal at most, a very short one with three.
private func milliseconds(_ time: Duration?) -> String {
  guard let time else { return "an unknown time" }
  let nanoseconds = Double(time.wholeNanoseconds)
  return shortWords(nanoseconds / 1e6, scale: abs(nanoseconds) < 100_000 ? 1e3 : 10) + " ms"
}
