package import LabAnswer
import LabExperiment
import LabMetrics
package import LabResults
import LabText

/// What is told of a comparison of two results.
///
/// A line shows the change of a family of metrics that tells most, and another one what is worse in
/// it by a twentieth or more, if the first is not; or every change of one metric or family:
/// significant changes first, then those of the metrics by which a family is known, then those of
/// the greatest share of the value.
package struct ComparisonFindings {
  /// How many changes are listed.
  package static let rowLimit = 40

  private var rows: [Row] = []
  /// The metric or family of which every change is listed; `nil` for at most two lines a family.
  private let wanted: String?

  /// A change, and how much it tells.
  package struct Row {
    package let change: ResultComparison.Change
    package let family: String
    package let state: State
    /// Whether it is for the worse by a twentieth or more.
    package let isWorse: Bool
    /// Whether it is of a metric by which the family is known, as `dropped` of drops.
    let isKnown: Bool
    /// The change as a share of the greater mean.
    let effect: Double
    let order: Int
    /// Whether neither the means nor the interval differ in what a table shows.
    let isNoise: Bool
    /// How many values of the family changed.
    var count = 1

    /// The least change that is listed, as a share of the greater mean.
    static let leastEffect = 0.0005
    /// The least share of a change for the worse that has a line beside another one.
    static let effectBeside = 0.05

    init(_ change: ResultComparison.Change, order: Int) {
      let entry = MetricDictionary.metric(inColumn: change.metric)
      let metric = entry?.name
      let known = metric.flatMap(MetricFamily.of)
      family = known?.name ?? change.metric
      isKnown = metric.map { known?.heads.contains($0) ?? false } ?? false
      let whole = max(change.means.0?.magnitude ?? 0, change.means.1?.magnitude ?? 0)
      effect = whole > 0 ? change.size / whole : 0
      let rise = change.paired.differences.mean ?? 0
      isWorse = effect >= Self.effectBeside && entry?.isBetterBelow == (rise > 0)
      let spread = whole > 0 ? (change.paired.differences.halfWidth ?? 0) / whole : 0
      isNoise =
        change.means.0 != nil && change.means.1 != nil && change.size > 0
        && max(effect, spread) < Self.leastEffect
      state =
        change.isSignificant
        ? .significant : change.paired.differences.count < 2 ? .few : .other
      (self.change, self.order) = (change, order)
    }

    func tellsMore(than other: Row) -> Bool {
      if isNoise != other.isNoise { return other.isNoise }
      if state != other.state { return state.rawValue < other.state.rawValue }
      if isKnown != other.isKnown { return isKnown }
      if effect != other.effect { return effect > other.effect }
      return change.size != other.change.size
        ? change.size > other.change.size : order < other.order
    }
  }

  /// Whether the interval of a change tells it from chance.
  package enum State: Int, CaseIterable {
    case significant, other, few

    /// What stands above such changes.
    package var title: String {
      switch self {
      case .significant: "Significant:"
      case .other: "Not significant:"
      case .few: "One pair of runs, so without a confidence interval:"
      }
    }
  }

  /// Begins.
  ///
  /// - Parameter metric: A metric by its name or column, or a family of metrics, of which every
  ///   change is listed; `nil` for at most two lines a family.
  package init(metric: String?) {
    wanted = metric.map { MetricDictionary.metric($0)?.column ?? $0 }
  }

  private var count = 0

  /// Takes in a change, if it is to be listed.
  package mutating func add(_ change: ResultComparison.Change) {
    var row = Row(change, order: count)
    count += 1
    if let wanted {
      guard [change.metric, row.family].contains(wanted) else { return }
      rows.append(row)
      // Of many changes the first in rank are kept.
      if rows.count > 8 * Self.rowLimit { rows = ranked }
    } else if let known = rows.firstIndex(where: {
      $0.family == row.family && $0.isWorse == row.isWorse
    }) {
      row.count += rows[known].count
      if row.tellsMore(than: rows[known]) { rows[known] = row } else { rows[known].count += 1 }
    } else {
      rows.append(row)
    }
  }

  /// The changes that are listed, those that tell most first; of all families none that is noise.
  package var ranked: [Row] {
    guard wanted == nil else {
      return Array(rows.sorted { $0.tellsMore(than: $1) }.prefix(Self.rowLimit))
    }
    var listed: [Row] = []
    for row in rows.filter({ !$0.isNoise }).sorted(by: { $0.tellsMore(than: $1) }) {
      let first = listed.firstIndex { $0.family == row.family }
      if let first, !row.isWorse {
        listed[first].count += row.count
      } else {
        listed.append(row)
      }
    }
    return Array(listed.prefix(Self.rowLimit))
  }

  /// Returns what was found: the changes, those that tell most first, then how many there are.
  package func paragraphs(
    _ comparison: ResultComparison, of sides: [String] = ResultStudy.sides
  ) -> [[Answer.Part]] {
    let changes: [Answer.Part] = ranked.isEmpty ? [] : [.table(table(comparison, of: sides))]
    let summary = Answer.Part.sentences(
      summary(comparison, of: sides).map { Answer.Sentence($0, as: "summary") })
    guard !comparison.unpaired.isEmpty else { return [changes, [summary]] }
    let hidden = comparison.unpaired.count - Self.rowLimit
    return [
      changes, [summary],
      [.table(unpaired(comparison, of: sides))]
        + (hidden > 0 ? [.sentences(["… and \(hidden) rows more"])] : []),
    ]
  }

  /// The changes that are listed.
  private func table(_ comparison: ResultComparison, of sides: [String]) -> Table {
    let places = ["arm.driver"] + comparison.labels.dropLast(2)
    let place = places.joined(separator: ", ")
    return Table(
      "changes",
      [
        .words("state").title, .words("metric"), .number("first", [sides[0]], .significant(3)),
        .number("second", [sides[1]], .significant(3)),
        .number("change", nil, .significant(3)).signed,
        .number("half_width", ["±"], .significant(3)),
      ] + (wanted == nil ? [.number("of", ["values"])] : []) + [.words("place", [place]).cut],
      ranked.map { row in
        let (change, differences) = (row.change, row.change.paired.differences)
        let metric = MetricDictionary.metric(inColumn: change.metric)
        return [
          .text(row.state.title),
          metric.map { .metric($0.name, unit: $0.unit.symbol) } ?? .text(change.metric),
          .number(change.means.0), .number(change.means.1), .number(differences.mean),
          differences.halfWidth.map { .number($0) } ?? .blank,
        ] + (wanted == nil ? [.count(row.count)] : []) + [.text(Self.place(of: change))]
      }
    ).withoutBlank("half_width")
  }

  /// Where a change is: the arm and the driver, and the values of the sweeps.
  private static func place(of change: ResultComparison.Change) -> String {
    ([change.labels.suffix(2).joined(separator: ".")] + change.labels.dropLast(2))
      .joined(separator: ", ")
  }

  /// How many changes the lines stand for.
  private var shownCount: Int {
    let rows = ranked
    return wanted == nil ? rows.reduce(0) { $0 + $1.count } : rows.count
  }

  /// Returns how many changes there are, and what was not compared.
  private func summary(_ comparison: ResultComparison, of sides: [String]) -> [String] {
    let count = shownCount
    let pairs = "\(counted(comparison.pairs, "pair")) of drivers' runs"
    var sentences: [String] = []
    if comparison.identical == comparison.pairs {
      sentences.append("\(pairs), all of them identical to the last event.")
    } else {
      let shown = comparison.changed > count ? " (\(count) listed)" : ""
      let hasIntervals = rows.contains { $0.state != .few }
      let chance =
        ": the 95 % interval of the mean change excludes 0. By chance it does so for one in twenty"
        + " that vary without cause."
      sentences += [
        "\(pairs), \(comparison.identical) identical.",
        "Of \(comparison.compared) values \(comparison.changed) changed\(shown)"
          + (hasIntervals ? ", \(comparison.significant) significantly\(chance)" : "."),
      ]
      if wanted == nil, comparison.changed > rows.count, let first = ranked.first {
        sentences.append(
          "A line stands for a family of metrics, with the one that tells most; 'values' is how many"
            + " values of the family changed. '--metric \(first.family)' lists all of one.")
      }
      let noise = wanted == nil ? rows.count { $0.isNoise } : 0
      if noise > 0 {
        sentences.append(
          "\(counted(noise, "family", "families")) of metrics changed by less than 0.05 % and"
            + " \(noise == 1 ? "is" : "are") not listed.")
      }
    }
    if let metric = wanted.flatMap({ MetricDictionary.metric(inColumn: $0) }), rows.isEmpty,
      !comparison.sharedMetrics.contains(metric.column)
    {
      sentences.append(
        "No column of both results has '\(metric.name)', so it was not compared. Run both with"
          + " '--metrics all'.")
    }
    if comparison.contradicting > 0 {
      sentences.append(
        "\(comparison.contradicting) pairs have the same fingerprint and different metrics: a file"
          + " was edited, or another version of the lab wrote it.")
    }
    for (side, metrics) in zip(sides, comparison.otherMetrics) where !metrics.isEmpty {
      sentences.append(
        "Only the \(side) result has the metrics \(Self.list(metrics)); they were not compared."
          + " Write both with '--metrics all'.")
    }
    if let names = comparison.experiments {
      sentences.append(
        "They are results of two experiments, ‘\(names[0])’ and ‘\(names[1])’: runs with the same"
          + " sweep values, arm, driver and seed are pairs, and no other files were compared.")
    }
    if !comparison.differentFiles.isEmpty {
      sentences.append("Other bytes in \(comparison.differentFiles.joined(separator: ", ")).")
    }
    for (side, files) in zip(sides, comparison.otherFiles) where !files.isEmpty {
      sentences.append(
        "Only the \(side) result has \(files.joined(separator: ", ")); not compared.")
    }
    let alone = comparison.unpaired.reduce(0) { $0 + $1.count }
    if alone > 0 {
      sentences.append("\(alone) drivers' runs have no partner and were not compared:")
    }
    return sentences
  }

  /// Returns the runs that only one result has, by driver and sweep point.
  private func unpaired(_ comparison: ResultComparison, of sides: [String]) -> Table {
    Table(
      "unpaired",
      comparison.labels.map { .words($0) } + [.number("runs"), .words("only_in", ["only in"])],
      comparison.unpaired.prefix(Self.rowLimit).map { unpaired in
        unpaired.labels.map { .text($0) }
          + [.count(unpaired.count), .text(sides[unpaired.side])]
      })
  }

  private static func list(_ names: [String]) -> String {
    names.prefix(5).joined(separator: ", ")
      + (names.count > 5 ? " and \(names.count - 5) more" : "")
  }
}

extension ResultComparison.Change {
  /// How much the mean changed.
  fileprivate var size: Double { paired.differences.mean?.magnitude ?? 0 }
}

extension TraceDivergence {
  /// The first event in which two traces differ; columns that are empty are left out, and those
  /// that are equal as far as a screen is too narrow.
  package var paragraphs: [[Answer.Part]] {
    let events = [events.0, events.1]
    let differing = columns.indices.filter { column in
      events.allSatisfy { $0 != nil } && events[0]?[column] != events[1]?[column]
    }
    let rows =
      context.map { ("both", $0) }
      + zip(["first", "second"], events).map { ($0, $1 ?? columns.map { _ in "–" }) }
    let shown = columns.indices.filter { column in rows.contains { !$1[column].isEmpty } }
    let table = Table(
      "divergence",
      [.words("side", [""])]
        + shown.map { differing.contains($0) ? .words(columns[$0]) : .words(columns[$0]).spare },
      rows.map { name, row in
        [.text(name)] + shown.map { row[$0].isEmpty ? .blank : .text(row[$0]) }
      })
    let held = underWay.map { "\($0.who) since \($0.since) ms" }
    let reason =
      differing.isEmpty
      ? "one of them has no further event in this run"
      : "in " + differing.map { columns[$0] }.joined(separator: ", ")
    return [
      [
        .sentences([
          Answer.Sentence(
            "The traces diverge in run \(run), arm \(arm), \(reason):", as: "divergence")
        ])
      ], [.table(table)],
      [
        .sentences([
          Answer.Sentence(
            "Under way: \(held.isEmpty ? "nothing" : held.joined(separator: ", ")).",
            as: "under way")
        ])
      ],
    ]
  }
}
