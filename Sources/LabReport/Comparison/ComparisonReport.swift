import LabExperiment
import LabMetrics

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
          + [differences.count < 2 ? "one pair" : change.isReal ? "real" : "not sure"])
    }
    let lines = changes.isEmpty ? [] : table.lines + [""]
    return (lines + wrapped(summary(comparison), indent: 0)).joined(separator: "\n")
  }

  private func summary(_ comparison: ResultComparison) -> String {
    let runs = "\(comparison.pairs) pairs of drivers' runs"
    guard comparison.identical < comparison.pairs else {
      return "\(runs), all of them identical to the last event."
    }
    let shown = comparison.changed > changes.count ? " (\(changes.count) shown)" : ""
    return "\(runs), \(comparison.identical) identical. Of \(comparison.compared) metrics"
      + " \(comparison.changed) changed\(shown), \(comparison.real) of them really: the 95 %"
      + " interval of the mean change leaves out 0. By chance it does so for one in twenty metrics"
      + " that vary without cause."
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
    let underWay = divergence.underWay.map { "\($0[2]) since \($0[0]) ms" }
    let differing = zip(
      divergence.columns, zip(divergence.events.0 ?? [], divergence.events.1 ?? [])
    )
    .filter { $0.1.0 != $0.1.1 }.map(\.0)
    let reason =
      differing.isEmpty
      ? "one of them has no further event in this run" : "in " + differing.joined(separator: ", ")
    return """
      The traces part in run \(divergence.run), arm \(divergence.arm), \(reason):

      \(table.lines.joined(separator: "\n"))

      Under way: \(underWay.isEmpty ? "nothing" : underWay.joined(separator: ", ")).
      """
  }
}
