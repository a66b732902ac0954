import LabAnswer
import LabExperiment
import LabKernel
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

  init(_ study: WhatIfStudy) { self.study = study }

  /// What was found, for readers and for programs.
  var paragraphs: [[Answer.Part]] {
    [heading] + (isSound ? [] : [[sentence(best, "best")], table, sums, attribution]) + [remarks]
  }

  /// The base, and how many reruns were made.
  var row: [Table.Cell] {
    let run = study.base.runs[0]
    return [
      .count(run.index), .text(run.arm), .text(study.base.driver), .text(study.goal.name),
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
      let isUsual = Self.usual.contains { $0.metric == metric }
      guard let mean = mean(metric), mean > 0 || isUsual else { return nil }
      return "\(metric.rawValue) \(metricWords(mean, isTime: metric.isTime))"
    }
    let value = study.trouble == nil ? "undefined" : "0"
    let effort =
      isSound
      ? "Nothing to save: \(study.goal.name) is \(value)."
      : "\(study.rankedCount) changes ranked by \(study.goal.name), \(study.reruns) reruns."
        + " Tasks arrive at the same instants whatever is changed\(exception)."
    return [
      .sentences([Answer.Sentence("What if? \(place)\(run.arm).\(study.base.driver)\(repeats)")]),
      sentence(trouble.joined(separator: ", "), "before"), sentence(effort, "effort"),
    ]
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
    let row = study.recommended.first { $0.change.steps.count == 1 && !$0.asksLess }
    guard let row, let whole = study.trouble else {
      return "No change alone saves any of \(study.goal.name)."
    }
    return
      "Best change alone: \(row.change) (saves \(bare(row.saving ?? 0)) of \(words(whole)))"
  }

  private var table: [Answer.Part] {
    let listed = listed
    let first = Self.usual.first { .metric($0.metric) == study.goal }?.heading
    // One name for all bases, each of which is ranked by its own.
    let own = Table.Column.number(
      "saving", [first ?? column, "saves"], .atMost(1))
    let columns =
      [own]
      + Self.usual.map { metric, heading, isWide in
        let column = Table.Column.number(
          "\(metric.rawValue)_saving" + (metric.isTime ? "_ms" : ""), [heading, "saves"],
          .atMost(1), leastWidth: isWide ? Self.wide : 0)
        return .metric(metric) == study.goal ? column.hidden : column
      }
    let table = Table(
      "changes",
      [
        .number("run").hidden, .number("rank", ["", "#"]), .words("change", ["", "change"]).cut,
      ] + columns + [.number("broke", ["", "breaks"]), .words("note", ["", ""])],
      listed.map { row in
        [.count(study.base.runs[0].index), .count(row.rank ?? 0), .text("\(row.change)")]
          + [row.saving.map { .value(study.metricValue($0)) } ?? .none]
          + Self.usual.map { metric, _, _ in
            row.saving(metric).map { .value(metric.metricValue($0)) } ?? .none
          } + [
            .count(row.dropped.broke + row.doubled.broke),
            row.isDominated ? .text("dominated") : .blank,
          ]
      })
    let hidden = study.rankedCount - listed.count
    let legend: Answer.Sentence =
      """
      breaks: refreshes without a problem that have one with the change. dominated: a smaller \
      change saves as much. Changes that make no difference, two changes that save no more than one of them, and \
      one with the same run as another, are not listed.
      """
    return (listed.isEmpty ? [] : [.table(table)])
      + (hidden > 0 ? [.sentences(["… and \(hidden) more in \(WhatIfFile.name)"])] : [])
      + [.sentences([legend])]
  }

  /// The best, and those that do the most harm, without those that make no difference or the same
  /// run as one before them, and without two changes of which less does as much of what is ranked
  /// by.
  private var listed: [WhatIfRow] {
    let singles = study.rows.filter { $0.change.steps.count == 1 }
    var runs: [UInt64: [SavingMetric: WhatIfRow.Value]] = [:]
    let ranked = study.rows.filter { row in
      guard row.rank != nil, !row.changesNothing else { return false }
      guard row.change.steps.count > 1 else { return true }
      // A pair that saves no more than one of its parts is no news.
      return !row.isDominated
        && !singles.contains { single in
          row.change.steps.contains(single.change.steps[0])
            && single.saving ?? 0 >= row.saving ?? 0
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

  // MARK: The sums

  private var sums: [Answer.Part] {
    let together = study.interactions.filter { $0.count > 1 }.map { sum in
      "\(sum.load): \(sum.count) tasks, each left out alone, save \(words(sum.sum)) in all; left out"
        + " together \(words(sum.together))\(interaction(sum.interaction))."
    }
    let curves = study.curves.map { curve in
      curve.tenths.map { "\(curve.load) × 0.\($0) saves half or more." }
        ?? "Even a tenth of \(curve.load)'s work leaves more than half of it."
    }
    return (together + curves).map { sentence($0, "sum") }
  }

  // MARK: Attribution and saving, side by side

  private var attribution: [Answer.Part] {
    guard !study.attributed.isEmpty else { return [] }
    let table = Table(
      "attribution",
      [
        .number("run").hidden, .words("task", [""]), .number("takes_ms", ["takes ms"], .atMost(1)),
        .number("attributed_ms", ["attributed ms"], .atMost(1)),
        .number("attributed_pct", ["attributed %"], .atMost(1)),
        .number("saves_alone", ["saves alone"], .atMost(1)),
      ],
      study.attributed.map { task in
        [
          .count(study.base.runs[0].index), .text("\(task.load) task \(task.number)"),
          .time(task.duration), .time(task.time), .number(task.percent),
          task.saving.map { .value(study.metricValue($0)) } ?? .none,
        ]
      })
    let cut = study.attributedCount - study.attributed.count
    return [.table(table)] + (cut > 0 ? [.sentences(["… and \(cut) more"])] : []) + [
      .sentences([
        """
        Attribution adds up and says who held the thread; a saving says what would be better \
        without. 'runlooplab explain saving' tells the difference.
        """
      ])
    ]
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
    let unit = isCounted ? " wrong \(bare(value) == "1" ? "frame" : "frames")" : study.goal.unit
    return bare(value) + (isCounted || unit.isEmpty ? unit : " \(unit)")
  }

  private func metricWords(_ value: Double, isTime: Bool) -> String {
    decimalText(isTime ? value / 1e6 : value, decimals: 0...1) + (isTime ? " ms" : "")
  }

  /// What tasks do together that none does alone, as the end of a sentence.
  private func interaction(_ value: Double) -> String {
    if bare(value) == "0" { return "" }
    return value > 0
      ? ": \(bare(value)) more, which come only of several at once"
      : ": \(bare(-value)) fewer, since either of several saves them"
  }

  /// What stands above the column of what is ranked by.
  private var column: String {
    switch study.goal {
    case .wrongPicture: study.refreshes(0) == nil ? "wrong ms" : "wrong"
    case .unanswered: "no call"
    default: study.goal.name
    }
  }
}
