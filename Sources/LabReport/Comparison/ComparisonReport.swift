import LabExperiment
import LabMetrics
public import LabResults

/// What a person reads of a comparison of two results.
public struct ComparisonReport {
  /// The columns behind those that tell sweep points, arms and drivers apart.
  static let header = ["metric", "first", "second", "change", "±", ""]
  /// How many changes are listed.
  static let rowLimit = 40

  private var changes: [(change: ResultComparison.Change, rank: Rank)] = []
  private let isWanted: (String) -> Bool
  private let screen: Screen

  /// How much a change tells: a significant one more than another, then by its size beside what chance
  /// would make of it, or, of one pair of runs, beside its values.
  struct Rank: Comparable {
    let isSignificant: Bool
    let size: Double
    let order: Int

    init(_ change: ResultComparison.Change, order: Int) {
      let differences = change.paired.differences
      let mean = differences.mean?.magnitude ?? 0
      let scale =
        differences.halfWidth ?? max(change.means.0.magnitude, change.means.1.magnitude)
      isSignificant = change.isSignificant
      size = scale > 0 ? mean / scale : mean > 0 ? .infinity : 0
      self.order = order
    }

    static func < (one: Self, other: Self) -> Bool {
      if one.isSignificant != other.isSignificant { return one.isSignificant }
      return one.size != other.size ? one.size > other.size : one.order < other.order
    }
  }

  /// Begins a report.
  ///
  /// - Parameters:
  ///   - metric: The only metric to list, by its name or column; `nil` for all.
  ///   - screen: What it is shown on.
  public init(metric: String?, on screen: Screen = Screen()) {
    self.screen = screen
    isWanted = { column in
      guard let metric else { return true }
      return column == metric || MetricDictionary.metric(inColumn: column)?.name == metric
    }
  }

  private var count = 0

  /// Takes in a change, if it is to be listed.
  public mutating func add(_ change: ResultComparison.Change) {
    guard isWanted(change.metric) else { return }
    changes.append((change, Rank(change, order: count)))
    count += 1
    // Of many changes the first in rank are kept.
    if changes.count > 8 * Self.rowLimit { changes = ranked }
  }

  var ranked: [(change: ResultComparison.Change, rank: Rank)] {
    Array(changes.sorted { $0.rank < $1.rank }.prefix(Self.rowLimit))
  }

  /// Returns the report: the changes, those that tell most first, then how many there are.
  public func text(_ comparison: ResultComparison) -> String {
    let changes = ranked.map(\.change)
    var table = TextTable(
      comparison.labels.map { _ in .left } + [.left, .right, .right, .right, .right, .left])
    table.append(comparison.labels + Self.header)
    table.appendRule()
    for change in changes { table.append(change.labels + [change.metric] + Self.cells(change)) }
    let isFitting = table.lines.allSatisfy { $0.count <= screen.width }
    let rows = isFitting ? table.lines : changes.flatMap { lines(of: $0, comparison) }
    let listed = changes.isEmpty ? [] : rows + [""]
    return
      (listed + screen.wrapped(summary(comparison, shown: changes.count)) + unpaired(comparison))
      .joined(separator: "\n")
  }

  /// The numbers of a change, and whether it is significant.
  static func cells(_ change: ResultComparison.Change) -> [String] {
    let differences = change.paired.differences
    return [change.means.0, change.means.1, differences.mean, differences.halfWidth].map(number)
      + [
        differences.count < 2
          ? "one pair" : change.isSignificant ? "significant" : "not significant"
      ]
  }

  /// A change in two lines, where a table of all would be too wide.
  private func lines(
    of change: ResultComparison.Change, _ comparison: ResultComparison
  ) -> [String] {
    let sweeps = zip(comparison.labels, change.labels).dropLast(2).map { "\($0) = \($1)" }
    let place = (change.labels.suffix(2) + [change.metric]).joined(separator: ".")
    let cells = Self.cells(change)
    let half = cells[3].isEmpty ? "" : " ±\(cells[3])"
    return screen.wrapped(([place] + sweeps).joined(separator: ", "))
      + screen.wrapped(
        "\(cells[0]) → \(cells[1]), change \(cells[2])\(half), \(cells[4])", indent: 4)
  }

  func summary(_ comparison: ResultComparison, shown count: Int) -> String {
    let pairs = "\(comparison.pairs) pairs of drivers' runs"
    var sentences: [String] = []
    if comparison.identical == comparison.pairs {
      sentences.append("\(pairs), all of them identical to the last event.")
    } else {
      let shown = comparison.changed > count ? " (\(count) shown)" : ""
      sentences.append(
        "\(pairs), \(comparison.identical) identical. Of \(comparison.compared) metrics"
          + " \(comparison.changed) changed\(shown), \(comparison.significant) significantly: the"
          + " 95 % interval of the mean change excludes 0. By chance it does so for one in twenty"
          + " metrics that vary without cause.")
    }
    if comparison.contradicting > 0 {
      sentences.append(
        "\(comparison.contradicting) pairs have the same fingerprint and different metrics: a file"
          + " was edited, or another version of the lab wrote it.")
    }
    for (side, metrics) in zip(["first", "second"], comparison.otherMetrics) where !metrics.isEmpty
    {
      sentences.append(
        "Only the \(side) result has the metrics \(Self.list(metrics)); they were not compared.")
    }
    if !comparison.differentFiles.isEmpty {
      sentences.append("Other bytes in \(comparison.differentFiles.joined(separator: ", ")).")
    }
    for (side, files) in zip(["first", "second"], comparison.otherFiles) where !files.isEmpty {
      sentences.append(
        "Only the \(side) result has \(files.joined(separator: ", ")); not compared.")
    }
    let alone = comparison.unpaired.reduce(0) { $0 + $1.count }
    if alone > 0 {
      sentences.append("\(alone) drivers' runs have no partner and were not compared:")
    }
    return sentences.joined(separator: " ")
  }

  /// The runs that only one result has, by driver and sweep point.
  private func unpaired(_ comparison: ResultComparison) -> [String] {
    guard !comparison.unpaired.isEmpty else { return [] }
    var table = TextTable(comparison.labels.map { _ in .left } + [.right, .left])
    table.append(comparison.labels + ["runs", ""])
    table.appendRule()
    for unpaired in comparison.unpaired.prefix(Self.rowLimit) {
      table.append(
        unpaired.labels + [
          "\(unpaired.count)", "only in the \(["first", "second"][unpaired.side])",
        ])
    }
    let hidden = comparison.unpaired.count - Self.rowLimit
    return [""] + table.lines + (hidden > 0 ? ["… and \(hidden) rows more"] : [])
  }

  private static func list(_ names: [String]) -> String {
    names.prefix(5).joined(separator: ", ")
      + (names.count > 5 ? " and \(names.count - 5) more" : "")
  }

  private static func number(_ number: Double?) -> String {
    guard let number, number.isFinite else { return "" }
    return ReportNumber.short(number, decimals: 4)
  }

  /// Returns the first event in which two traces differ, in words.
  public static func text(_ divergence: TraceDivergence) -> String {
    var table = TextTable([.left] + divergence.columns.map { _ in .left })
    table.append([""] + divergence.columns)
    table.appendRule()
    for event in divergence.context { table.append(["both"] + event) }
    for (name, event) in [("first", divergence.events.0), ("second", divergence.events.1)] {
      table.append([name] + (event ?? divergence.columns.map { _ in "–" }))
    }
    let underWay = divergence.underWay.map { "\($0.who) since \($0.since) ms" }
    let differing = zip(
      divergence.columns, zip(divergence.events.0 ?? [], divergence.events.1 ?? [])
    )
    .filter { $0.1.0 != $0.1.1 }.map(\.0)
    let reason =
      differing.isEmpty
      ? "one of them has no further event in this run" : "in " + differing.joined(separator: ", ")
    return """
      The traces diverge in run \(divergence.run), arm \(divergence.arm), \(reason):

      \(table.lines.joined(separator: "\n"))

      Under way: \(underWay.isEmpty ? "nothing" : underWay.joined(separator: ", ")).
      """
  }
}
