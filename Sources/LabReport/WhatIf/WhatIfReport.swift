public import LabExperiment
import LabKernel
import LabMetrics
import LabText
import LabWorkload

/// What was tried of one base, as a person reads it: the ranking, the sums, and the attribution.
public struct WhatIfReport {
  /// How many changes are listed at most, and how many of those that do harm.
  private static let rowLimit = 12
  private static let harmLimit = 3
  /// How many columns a screen has that shows all metrics.
  private static let wide = 100
  /// What is listed of every change, on a wide screen; the file has the rest.
  private static let usual: [SavingMetric] = [
    .dropped, .doubleFires, .missed, .hitchTime, .lateness, .animationError,
  ]

  private let study: WhatIfStudy
  private let screen: Screen

  /// Creates a report.
  ///
  /// - Parameters:
  ///   - study: What was tried.
  ///   - screen: What it is shown on; a wide one has all metrics.
  public init(_ study: WhatIfStudy, on screen: Screen = Screen()) {
    self.study = study
    self.screen = screen
  }

  /// The report, without a line feed at the end.
  public var text: String {
    let parts = [heading] + (isSound ? [] : [best, table, sums, attribution]) + [remarks]
    return parts.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
      .joined(separator: "\n\n")
  }

  private var isSound: Bool { (study.trouble ?? 0) == 0 }

  private var heading: [String] {
    let run = study.base.runs[0]
    let place = run.point.map { "\($0.name) = \($0.value), " }.joined()
    let repeats =
      study.base.runs.count > 1 ? ", mean of \(study.base.runs.count) replications" : ""
    let trouble = SavingMetric.allCases.compactMap { metric -> String? in
      guard let mean = mean(metric), mean > 0 || Self.usual.contains(metric) else { return nil }
      return "\(metric.rawValue) \(Self.short(mean, metric))"
    }
    let title = "What if? \(place)\(run.arm).\(study.base.driver)\(repeats)"
    let numbers = screen.wrapped(title) + screen.wrapped(trouble.joined(separator: ", "))
    guard !isSound else {
      let value = study.trouble == nil ? "undefined" : "0"
      return numbers + ["Nothing to save: \(study.primary.rawValue) is \(value)."]
    }
    return numbers
      + screen.wrapped(
        "\(study.rankedCount) changes ranked by \(study.primary.rawValue), \(study.reruns) reruns."
          + " Tasks arrive at the same instants whatever is changed\(exception).")
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
  private var best: [String] {
    guard let row = study.helping.first, let whole = study.trouble else {
      return screen.wrapped("No single change saves any of \(study.primary.rawValue).")
    }
    let saving = Self.short(row.saving(study.primary) ?? 0, study.primary)
    return screen.wrapped(
      "Best single change: \(row.change) (saves \(saving) of"
        + " \(Self.short(whole, study.primary))\(study.primary.isTime ? " ms" : ""))")
  }

  private var table: [String] {
    let listed = listed
    let others: [SavingMetric] =
      screen.width < Self.wide ? [.dropped, .doubleFires, .hitchTime] : Self.usual
    let metrics = [study.primary] + others.filter { $0 != study.primary }
    let room = screen.width - 20 - 10 * metrics.count
    var table = TextTable([.right, .left] + metrics.map { _ in .right } + [.right, .left])
    let words: [SavingMetric: (String, String)] = [
      .dropped: ("dropped", "saves"), .doubleFires: ("double", "saves"),
      .hitchTime: ("hitch ms", "saves"), .missed: ("missed", "saves"),
      .lateness: ("late p99", "saves"), .animationError: ("jump p99", "saves"),
    ]
    table.append(["", ""] + metrics.map { words[$0]?.0 ?? $0.rawValue } + ["", ""])
    table.append(["#", "change"] + metrics.map { words[$0]?.1 ?? "" } + ["breaks", ""])
    table.appendRule()
    for row in listed {
      var cells: [String] = [
        row.rank.map(String.init) ?? "", Self.cut("\(row.change)", to: max(30, room)),
      ]
      for metric in metrics {
        cells.append(row.saving(metric).map { Self.short($0, metric) } ?? "–")
      }
      cells.append("\(row.dropped.broke + row.doubled.broke)")
      cells.append(row.isDominated ? "dominated" : "")
      table.append(cells)
    }
    let hidden = study.rows.count - listed.count
    return table.lines + (hidden > 0 ? ["… and \(hidden) more in \(WhatIfFile.name)"] : [])
      + screen.wrapped(
        "breaks: refreshes without a problem that have one with the change. dominated: less saves as"
          + " much. Two changes that save no more than one of them, and one with the same run as"
          + " another, are not listed.")
  }

  /// The best, and those that do the most harm, without those that make the same run as one before
  /// them, and without two changes of which less does as much of what is ranked by.
  private var listed: [WhatIfRow] {
    let singles = study.rows.filter { $0.change.steps.count == 1 }
    var runs: [UInt64: [SavingMetric: WhatIfRow.Value]] = [:]
    let ranked = study.rows.filter { row in
      guard row.rank != nil, row.change.steps.count > 1 else { return row.rank != nil }
      // A pair that saves no more than one of its parts is no news.
      return !row.isDominated
        && !singles.contains { single in
          row.change.steps.contains(single.change.steps[0])
            && single.saving(study.primary) ?? 0 >= row.saving(study.primary) ?? 0
        }
    }
    .filter { row in
      row.fingerprint.map { runs.updateValue(row.values, forKey: $0) != row.values } ?? true
    }
    let best = ranked.prefix(Self.rowLimit)
    let harm = ranked.dropFirst(best.count).suffix(Self.harmLimit)
      .filter { ($0.saving(study.primary) ?? 0) < 0 }
    return best + harm
  }

  // MARK: The sums

  private var sums: [String] {
    study.interactions.filter { $0.count > 1 }.flatMap { sum in
      screen.wrapped(
        "\(sum.load): \(sum.count) tasks, each left out alone, save"
          + " \(Self.short(sum.sum, study.primary)) in all; left out together"
          + " \(Self.short(sum.together, study.primary)): interaction"
          + " \(Self.short(sum.interaction, study.primary)).")
    }
      + study.curves.flatMap { curve in
        screen.wrapped(
          curve.tenths.map { "\(curve.load) × 0.\($0) saves half or more." }
            ?? "\(curve.load) × 0.1 does not save half.")
      }
  }

  // MARK: Attribution and saving, side by side

  private var attribution: [String] {
    guard !study.attributed.isEmpty else { return [] }
    var table = TextTable([.left, .right, .right, .right, .right])
    table.append(["", "takes ms", "attributed ms", "attributed %", "saves alone"])
    table.appendRule()
    for task in study.attributed {
      table.append([
        "\(task.load) task \(task.number)", Self.short(task.duration), Self.short(task.time),
        Self.short(task.percent), task.saving.map { Self.short($0, study.primary) } ?? "–",
      ])
    }
    return table.lines
      + screen.wrapped(
        "Attribution adds up and says who held the thread; a saving says what would be better"
          + " without. 'runlooplab explain saving' tells the difference.")
  }

  private var remarks: [String] {
    study.skipped.flatMap {
      screen.wrapped("'\($0.change)' does not apply: \($0.reason).")
    } + study.remarks.flatMap { screen.wrapped($0) }
  }

  // MARK: Words

  private static func cut(_ text: String, to width: Int) -> String {
    text.count <= width ? text : text.prefix(width - 1) + "…"
  }

  private static func short(_ value: Double, _ metric: SavingMetric) -> String {
    short(metric.isTime ? value / 1e6 : value)
  }

  private static func short(_ time: Duration) -> String {
    short(Double(time.wholeNanoseconds) / 1e6)
  }

  /// A number with one decimal at most.
  private static func short(_ value: Double) -> String { decimalText(value, decimals: 0...1) }
}
