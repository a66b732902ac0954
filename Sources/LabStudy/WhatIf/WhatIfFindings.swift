import LabAnswer
import LabExperiment
import LabMetrics
import LabResults
import LabText
import LabWorkload

/// What was tried of one base: the ranking, the sums, and the attribution.
struct WhatIfFindings {
  /// How many changes are listed at most, and how many of those that do harm.
  private static let rowLimit = 12
  private static let harmLimit = 3
  /// How many columns a screen has that shows all metrics.
  private static let wide = 100
  /// What is listed of every change, with what stands above it; the file has the rest.
  private static let usual: [(metric: SavingMetric, heading: String, isWide: Bool)] = [
    (.dropped, "dropped", false), (.doubleFires, "double", false), (.missed, "missed", true),
    (.hitchTime, "hitch ms", false), (.lateness, "late p99", true),
    (.animationError, "jump p99", true),
  ]

  private let study: WhatIfStudy
  /// What is listed of every change of this base: of callbacks that come too close together the
  /// number that is ranked by takes the place of that of the refreshes in which they come.
  private let columns: [(metric: SavingMetric, heading: String, isWide: Bool)]

  init(_ study: WhatIfStudy) {
    self.study = study
    columns = Self.usual.map { column in
      column.metric == .doubleFires && study.goal == .metric(.symptom(.doubled))
        ? (.symptom(.doubled), column.heading, column.isWide) : column
    }
  }

  /// What was found, for readers and for programs.
  var paragraphs: [[Answer.Part]] {
    [heading] + (isSound ? [] : [[sentence(best, "best")], table, sums, attribution]) + [remarks]
  }

  /// The base, and how many reruns were made.
  var row: [Table.Cell] {
    let run = study.base.runs[0]
    return [
      .count(run.index), .text(run.arm), .text(study.base.name), .text(study.goal.name),
      study.trouble.map { .value(study.goal.metricValue($0)) } ?? .none,
      .count(study.rankedCount), .count(study.reruns),
    ]
  }

  /// The columns of ``row``.
  static let columns: [Table.Column] = [
    .number("run"), .words("arm"), .words("driver"), .words("ranked_by"), .number("value"),
    .number("changes"), .number("reruns"),
  ]

  private func sentence(_ text: String, _ name: String) -> Answer.Part {
    .sentences([Answer.Sentence(text, as: name)])
  }

  private var isSound: Bool { (study.trouble ?? 0) == 0 }

  private var heading: [Answer.Part] {
    let run = study.base.runs[0]
    let place = run.point.map { "\($0.name) = \($0.value), " }.joined()
    let repeats =
      study.base.runs.count > 1 ? ", mean of \(study.base.runs.count) replications" : ""
    let trouble = SavingMetric.allCases.compactMap { metric -> String? in
      let isUsual = columns.contains { $0.metric == metric }
      // One number tells of callbacks that come too close together.
      let twins = [SavingMetric.symptom(.doubled), .doubleFires]
      if !isUsual, let place = twins.firstIndex(of: metric), mean(twins[1 - place]) != nil {
        return nil
      }
      guard let mean = mean(metric), mean > 0 || isUsual else { return nil }
      return "\(metric.name) \(metricWords(mean, isTime: metric.isTime))"
    }
    let value = study.trouble == nil ? "undefined" : "0"
    let effort =
      isSound
      ? "Nothing to improve: \(study.goal.name) is \(value)."
      : "\(study.rankedCount) changes ranked by \(study.goal.name)\(order), \(study.reruns) reruns."
        + " Tasks arrive at the same instants whatever is changed\(exception)."
    return [
      .sentences([Answer.Sentence("What if? \(place)\(run.arm).\(study.base.name)\(repeats)")]),
      sentence(trouble.joined(separator: ", "), "before"), sentence(effort, "effort"),
    ]
  }

  /// What stands above what saves more.
  private var order: String {
    let hasProbe = study.rows.contains {
      $0.rank != nil && $0.change.isProbe && ($0.saving ?? 0) > 0
    }
    return hasProbe ? " (first those that an app can make, then those of the lab alone)" : ""
  }

  /// What does not arrive at the same instants.
  private var exception: String {
    let follows = study.base.runs[0].scenario.loads.contains { !$0.leaders.isEmpty }
    return follows ? ", but those that follow others" : ""
  }

  private func mean(_ metric: SavingMetric) -> Double? {
    let values = study.base.troubles.compactMap(metric.value)
    guard values.count == study.base.troubles.count else { return nil }
    return Double(values.reduce(0, +)) / Double(values.count)
  }

  // MARK: The ranking

  /// What to try first.
  private var best: String {
    let row = study.recommended.first { $0.change.isSingle && !$0.asksLess }
    guard let row, let whole = study.trouble else {
      return "No single change makes \(study.goal.name) smaller."
    }
    let broken = row.price?.brokenWords.map { ", but \($0)" } ?? ""
    let gain = "takes away \(bare(row.saving ?? 0)) of \(words(whole))\(broken)"
    let title = study.title(of: row.change).imperative
    return "Best single change: \(title) (\(gain)) [\(row.change)]."
      + " '--apply \(Self.quoted(row.change)) --save \(newName)' writes a script with it."
  }

  /// A name for a script that is not that of the script itself.
  private var newName: String {
    study.base.plan?.experiment.path.hasSuffix("better.lab") == true ? "better-2.lab" : "better.lab"
  }

  private var table: [Answer.Part] {
    let listed = listed
    let first = columns.first { .metric($0.metric) == study.goal }?.heading
    // One name for all bases, each of which is ranked by its own.
    let own = Table.Column.number(
      "saving", Self.heading(first ?? column, isTime: isTime), .atMost(1))
    let columns =
      [own]
      + self.columns.map { metric, heading, isWide in
        let column = Table.Column.number(
          "\(metric.name)_saving" + (metric.isTime ? "_ms" : ""),
          Self.heading(heading, isTime: metric.isTime), .atMost(1),
          leastWidth: isWide ? Self.wide : 0)
        return .metric(metric) == study.goal ? column.hidden : column
      }
    let table = Table(
      "changes",
      [
        .number("run").hidden, .number("rank").hidden, .words("change", ["", "change"]).cut,
        .words("title").hidden,
      ] + columns + [.number("broke", ["", "breaks"]), .words("note", ["", ""])],
      listed.map(cells))
    let hidden = study.rankedCount - listed.count
    let lower = study.rows.count { $0.asksLess }
    let unranked =
      lower == 0
      ? ""
      : ", and beside the ranking \(counted(lower, "change that asks", "changes that ask")) less of the driver"
    let flaws = WhatIfRow.Flaw.allCases.filter { flaw in listed.contains { $0.flaw == flaw } }
    let legend =
      """
      fewer, less: what the change takes away. breaks: refreshes without a problem that have one with \
      the change. dominated: a smaller change does as much. \
      \(flaws.map { "\($0.note): \($0.meaning). " }.joined())\
      Changes that make no difference to these, two changes that do no more than one of them, and one with the \
      same run as another, are not listed.
      """
    return (listed.isEmpty ? [] : [.table(table)])
      + (hidden > 0 ? [.sentences(["… and \(hidden) more in \(WhatIfFile.name)\(unranked)"])] : [])
      + [.sentences([Answer.Sentence(legend)])]
  }

  private func cells(of row: WhatIfRow) -> [Table.Cell] {
    let head: [Table.Cell] = [
      .count(study.base.runs[0].index), .count(row.rank ?? 0), .text("\(row.change)"),
      .text(study.title(of: row.change).imperative),
    ]
    let saving = row.saving.map { Table.Cell.value(study.metricValue($0)) } ?? .none
    let savings = columns.map { metric, _, _ in
      row.saving(metric).map { Table.Cell.value(metric.metricValue($0)) } ?? .none
    }
    let note = row.flaw?.note ?? (study.isDominated(row) ? "dominated" : nil)
    return head + [saving] + savings + [.count(row.broke), note.map { .text($0) } ?? .blank]
  }

  /// The best, and those that do the most harm, without those that make no difference or the same
  /// run as one before them, and without two changes of which one does as much of all that every
  /// terminal shows.
  private var listed: [WhatIfRow] {
    let singles = study.rows.filter { $0.change.steps.count == 1 }
    var runs: [UInt64: [SavingMetric: WhatIfRow.Value]] = [:]
    let ranked = study.rows.filter { row in
      guard row.rank != nil, !row.changesNothing, !isAllZeros(row) else { return false }
      guard row.change.steps.count > 1 else { return true }
      // A pair that saves no more than one of its parts is no news, as far as a reader can see.
      return !study.isDominated(row)
        && !singles.contains { single in
          row.change.steps.contains(single.change.steps[0])
            && zip(savings(single), savings(row)).allSatisfy { $0 > $1 - 0.05 }
        }
    }
    .filter { row in
      row.fingerprint.map { runs.updateValue(row.values, forKey: $0) != row.values } ?? true
    }
    let best = ranked.prefix(Self.rowLimit)
    let harm = ranked.dropFirst(best.count).suffix(Self.harmLimit)
      .filter { ($0.saving ?? 0) < 0 }
    return best + harm
  }

  /// What a change saves of what is shown, in a wide terminal or in any; 0 where that is undefined.
  private func savings(_ row: WhatIfRow, isWide: Bool = false) -> [Double] {
    let values =
      [row.saving.map(study.metricValue)]
      + columns.filter { isWide || !$0.isWide }.map { column in
        row.saving(column.metric).map(column.metric.metricValue)
      }
    return values.map { $0?.number ?? 0 }
  }

  /// Whether a reader would see nothing but zeros of a change.
  private func isAllZeros(_ row: WhatIfRow) -> Bool {
    row.broke == 0 && savings(row, isWide: true).allSatisfy { abs($0) < 0.05 }
  }

  // MARK: The sums

  private var sums: [Answer.Part] {
    // What makes nothing smaller has no sum that says anything.
    let sums = study.interactions.filter { $0.count > 1 && $0.sum >= 0 && $0.together >= 0 }
    let together = sums.map { sum in
      let one = "\(sum.load): leaving out one of \(sum.count) tasks at a time takes away"
      return bare(sum.interaction) == "0"
        ? "\(one) \(words(sum.sum)) in all, as many as leaving out all of them."
        : "\(one) \(words(sum.sum)) in all; leaving out all of them takes away"
          + " \(words(sum.together)): \(interaction(sum.interaction))."
    }
    let curves = study.curves.compactMap { curve in
      curve.tenths.map {
        "With 0.\($0) of the work of \(curve.load), half or more of the"
          + " \(words(study.trouble ?? 0)) is gone."
      } ?? share(of: curve.load)
    }
    return (together + curves).map { sentence($0, "sum") }
  }

  /// How much of it a load causes that causes less than half, and how much of that is gone at a
  /// tenth of its work.
  private func share(of load: String) -> String? {
    func saving(_ change: TaskChange) -> Double? {
      let change = Change([.tasks(TaskSelection(load), change)])
      return study.rows.first { $0.change == change }?.saving
    }
    guard let whole = study.trouble, let caused = saving(.without) else { return nil }
    let begin = "Of the \(words(whole)), "
    guard caused > 0, bare(caused) != "0" else {
      return begin + "none is gone without \(load)."
    }
    func gone(_ saving: Double) -> String {
      "\(bare(saving)) \(bare(saving) == "1" ? "is" : "are") gone"
    }
    let words = begin + gone(caused) + " without \(load)"
    guard let tenth = saving(.scaled(Ratio(1, per: 10))) else { return words + "." }
    let rest = whole - caused
    return words
      + (bare(tenth) == bare(caused) ? " or with" : ", and \(gone(tenth)) with")
      + " a tenth of its work"
      + (bare(rest) == "0" ? "." : "; the other \(bare(rest)) come without it as well.")
  }

  // MARK: Attribution and saving, side by side

  private var attribution: [Answer.Part] {
    guard !study.attributed.isEmpty else { return [] }
    let table = Table(
      "attribution",
      [
        .number("run").hidden, .words("task", [""]), .number("takes_ms", ["takes ms"], .atMost(1)),
        .number("attributed_ms", ["attributed ms"], .atMost(1)),
        .number("attributed_pct", ["% of all"], .atMost(1)),
        .number("saves_alone", ["fewer without"], .atMost(1)),
      ],
      study.attributed.map { task in
        [
          .count(study.base.runs[0].index), .text("\(task.load) task \(task.number)"),
          .time(task.duration), .time(task.time), .number(task.percent),
          task.saving.map { .value(study.metricValue($0)) } ?? .none,
        ]
      })
    let cut = study.attributedCount - study.attributed.count
    let rest: [Answer.Part] =
      cut > 0 ? [.sentences(["… and \(cut) more that held the thread"])] : []
    let legend: Answer.Sentence =
      """
      attributed: how much of the time that was lost falls to the task. A dropped frame loses a \
      refresh, and the tasks that held the thread meanwhile share it. fewer without: how many fewer \
      there are if the task is left out alone. 'runlooplab explain saving' tells the difference.
      """
    return [.table(table)] + rest + [.sentences([legend])]
  }

  private var remarks: [Answer.Part] {
    (study.skipped.map { "'\($0.change)' does not apply: \($0.reason)." } + study.remarks)
      .map { sentence($0, "remark") }
  }

  // MARK: Words

  /// A value of what is ranked by, without its unit.
  private func bare(_ value: Double) -> String {
    decimalText(study.metricValue(value).number, decimals: 0...1)
  }

  /// A value of what is ranked by, with its unit.
  private func words(_ value: Double) -> String {
    let isCounted = study.refreshes(value) != nil
    let refreshes = bare(value) == "1" ? "refresh" : "refreshes"
    let unit =
      isCounted
      ? " \(refreshes) with a wrong picture"
      : study.goal == .unanswered ? "callbacks late or missed" : study.goal.unit
    return bare(value) + (isCounted || unit.isEmpty ? unit : " \(unit)")
  }

  private func metricWords(_ value: Double, isTime: Bool) -> String {
    decimalText(isTime ? value / 1e6 : value, decimals: 0...1) + (isTime ? " ms" : "")
  }

  /// How far leaving all tasks out at once comes to something else than leaving out one at a time,
  /// as the end of a sentence.
  private func interaction(_ value: Double) -> String {
    value > 0
      ? "\(bare(value)) more go only if several tasks are left out at once"
      : "\(bare(-value)) are counted more than once, since it is enough to leave out one of several"
        + " tasks"
  }

  /// What stands above a column: of a time that it is less, of a number that there are fewer.
  private static func heading(_ name: String, isTime: Bool) -> [String] {
    [isTime ? "less" : "fewer", name]
  }

  /// Whether what is ranked by is a time for readers, and no number of frames.
  private var isTime: Bool { study.goal.isTime && study.refreshes(0) == nil }

  /// A change as an argument of a command.
  private static func quoted(_ change: Change) -> String {
    change.description.contains(" ") ? "\"\(change)\"" : change.description
  }

  /// What stands above the column of what is ranked by.
  private var column: String {
    switch study.goal {
    case .wrongPicture: isTime ? "wrong ms" : "wrong"
    case .unanswered: "late, missed"
    default: study.goal.name
    }
  }
}
