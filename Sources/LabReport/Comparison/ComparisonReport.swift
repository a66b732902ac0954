import LabExperiment
import LabMetrics
public import LabResults

/// What a person reads of a comparison of two results.
public struct ComparisonReport {
  /// How many changes are listed.
  static let rowLimit = 40

  private var changes: [ResultComparison.Change] = []
  private let isWanted: (String) -> Bool

  /// Begins a report.
  ///
  /// - Parameter metric: The only metric to list, by its name or column; `nil` for all.
  public init(metric: String?) {
    isWanted = { column in
      guard let metric else { return true }
      return column == metric || MetricDictionary.metric(inColumn: column)?.name == metric
    }
  }

  /// Takes in a change, if it is to be listed.
  public mutating func add(_ change: ResultComparison.Change) {
    if changes.count < Self.rowLimit, isWanted(change.metric) { changes.append(change) }
  }

  /// Returns the report: the changes, then how many there are.
  public func text(_ comparison: ResultComparison) -> String {
    var table = TextTable(
      comparison.labels.map { _ in .left } + [.left, .right, .right, .right, .right, .left])
    table.append(comparison.labels + ["metric", "first", "second", "change", "±", ""])
    table.appendRule()
    for change in changes {
      let differences = change.paired.differences
      table.append(
        change.labels + [change.metric]
          + [change.means.0, change.means.1, differences.mean, differences.halfWidth].map(
            Self.number)
          + [
            differences.count < 2
              ? "one pair" : change.isSignificant ? "significant" : "not significant"
          ])
    }
    let lines = changes.isEmpty ? [] : table.lines + [""]
    return (lines + Screen().wrapped(summary(comparison)) + unpaired(comparison))
      .joined(separator: "\n")
  }

  private func summary(_ comparison: ResultComparison) -> String {
    let pairs = "\(comparison.pairs) pairs of drivers' runs"
    var sentences: [String] = []
    if comparison.identical == comparison.pairs {
      sentences.append("\(pairs), all of them identical to the last event.")
    } else {
      let shown = comparison.changed > changes.count ? " (\(changes.count) shown)" : ""
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
    return MetricValue.number((number * 10_000).rounded() / 10_000).description
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
