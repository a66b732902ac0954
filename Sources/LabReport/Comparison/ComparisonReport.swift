import LabExperiment
import LabMetrics
public import LabResults
import LabText

/// What a person reads of a comparison of two results.
///
/// A line shows the change of a family of metrics that tells most, or every change of one metric or
/// family: significant changes first, then those of the greatest share of the value.
public struct ComparisonReport {
  /// How many changes are listed.
  static let rowLimit = 40
  /// The least room for the place of a change beside its numbers.
  private static let leastRoom = 16

  private var rows: [Row] = []
  /// The metric or family of which every change is listed; `nil` for one line a family.
  private let wanted: String?
  let screen: Screen

  /// A change, and how much it tells.
  struct Row {
    let change: ResultComparison.Change
    let family: String
    let state: State
    /// The change as a share of the greater mean.
    let effect: Double
    let order: Int
    /// How many values of the family changed.
    var count = 1

    init(_ change: ResultComparison.Change, order: Int) {
      let metric = MetricDictionary.metric(inColumn: change.metric)?.name
      family = metric.flatMap(MetricFamily.of)?.name ?? change.metric
      let whole = max(change.means.0.magnitude, change.means.1.magnitude)
      effect = whole > 0 ? change.size / whole : 0
      state =
        change.isSignificant
        ? .significant : change.paired.differences.count < 2 ? .few : .other
      (self.change, self.order) = (change, order)
    }

    func tellsMore(than other: Row) -> Bool {
      if state != other.state { return state.rawValue < other.state.rawValue }
      if effect != other.effect { return effect > other.effect }
      return change.size != other.change.size
        ? change.size > other.change.size : order < other.order
    }
  }

  /// Whether the interval of a change tells it from chance.
  enum State: Int, CaseIterable {
    case significant, other, few

    var title: String {
      switch self {
      case .significant: "Significant:"
      case .other: "Not significant:"
      case .few: "Of one pair of runs, which has no interval:"
      }
    }
  }

  /// Begins a report.
  ///
  /// - Parameters:
  ///   - metric: A metric by its name or column, or a family of metrics, of which every change is
  ///     listed; `nil` for one line a family.
  ///   - screen: What it is shown on.
  public init(metric: String?, on screen: Screen = Screen()) {
    self.screen = screen
    wanted = metric.map { MetricDictionary.metric($0)?.column ?? $0 }
  }

  private var count = 0

  /// Takes in a change, if it is to be listed.
  public mutating func add(_ change: ResultComparison.Change) {
    var row = Row(change, order: count)
    count += 1
    if let wanted {
      guard [change.metric, row.family].contains(wanted) else { return }
      rows.append(row)
      // Of many changes the first in rank are kept.
      if rows.count > 8 * Self.rowLimit { rows = ranked }
    } else if let known = rows.firstIndex(where: { $0.family == row.family }) {
      row.count += rows[known].count
      if row.tellsMore(than: rows[known]) { rows[known] = row } else { rows[known].count += 1 }
    } else {
      rows.append(row)
    }
  }

  var ranked: [Row] {
    Array(rows.sorted { $0.tellsMore(than: $1) }.prefix(Self.rowLimit))
  }

  /// Returns the report: the changes, those that tell most first, then how many there are.
  public func text(_ comparison: ResultComparison) -> String {
    let rows = ranked
    let words = screen.wrapped(summary(comparison, shown: count(of: rows)))
    return
      ((rows.isEmpty ? [] : lines(of: rows, comparison.labels) + [""]) + words
      + unpaired(comparison)).joined(separator: "\n")
  }

  /// The changes as a table, or as sentences where it does not fit, with a title before each state.
  private func lines(of rows: [Row], _ labels: [String]) -> [String] {
    let table = table(of: rows, place: place(labels))
    var state: State?
    return (table?.prefix(2) ?? [])
      + rows.enumerated().flatMap { index, row in
        defer { state = row.state }
        return (state == row.state ? [] : [row.state.title])
          + (table.map { [$0[index + 2]] } ?? sentence(of: row))
      }
  }

  /// The columns of a change, but for its place.
  func columns(_ sides: [String] = ["first", "second"]) -> [String] {
    ["metric"] + sides + ["change", "±"] + (wanted == nil ? ["of"] : [])
  }

  /// What stands above the places of changes.
  func place(_ labels: [String]) -> String {
    (wanted == nil ? "most in " : "")
      + (["arm.driver"] + labels.dropLast(2)).joined(separator: ", ")
  }

  /// How many changes the lines stand for.
  func count(of rows: [Row]) -> Int {
    wanted == nil ? rows.reduce(0) { $0 + $1.count } : rows.count
  }

  /// The lines of the table; `nil` if too little room is left for the places beside the numbers.
  private func table(of rows: [Row], place: String) -> [String]? {
    func table(_ places: [String]) -> TextTable {
      let columns = columns()
      var table = TextTable([.left] + columns.dropFirst().map { _ in .right } + [.left])
      table.append(columns + [places[0]])
      table.appendRule()
      for (row, place) in zip(rows, places.dropFirst()) { table.append(cells(row) + [place]) }
      return table
    }
    let places = [place] + rows.map { Self.place(of: $0.change) }
    let room = screen.width - table(places.map { _ in "" }).widths.reduce(0) { $0 + $1 + 2 } + 2
    guard room >= Self.leastRoom else { return nil }
    return table(places.map { $0.count <= room ? $0 : $0.prefix(room - 1) + "…" }).lines
  }

  private func sentence(of row: Row) -> [String] {
    let cells = cells(row)
    let half = cells[4].isEmpty ? "" : " ±" + cells[4]
    let count = wanted == nil ? ", of \(row.count)" : ""
    return wrappedText(
      "\(cells[0]): \(cells[1]) → \(cells[2]), \(cells[3])\(half)\(count),"
        + " \(Self.place(of: row.change))", width: screen.width, first: "", rest: "    ")
  }

  /// Where a change is: the arm and the driver, and the values of the sweeps.
  static func place(of change: ResultComparison.Change) -> String {
    ([change.labels.suffix(2).joined(separator: ".")] + change.labels.dropLast(2))
      .joined(separator: ", ")
  }

  /// The metric, the numbers of its change, and of how many changes it is the one that tells most.
  func cells(_ row: Row) -> [String] {
    let (change, differences) = (row.change, row.change.paired.differences)
    let metric = MetricDictionary.metric(inColumn: change.metric).map {
      $0.name + ($0.unit.symbol.isEmpty ? "" : " " + $0.unit.symbol)
    }
    let sign = (differences.mean ?? 0) > 0 ? "+" : ""
    return [metric ?? change.metric, Self.number(change.means.0), Self.number(change.means.1)]
      + [sign + Self.number(differences.mean), Self.number(differences.halfWidth)]
      + (wanted == nil ? ["\(row.count)"] : [])
  }

  func summary(_ comparison: ResultComparison, shown count: Int) -> String {
    let pairs = "\(comparison.pairs) pairs of drivers' runs"
    var sentences: [String] = []
    if comparison.identical == comparison.pairs {
      sentences.append("\(pairs), all of them identical to the last event.")
    } else {
      let shown = comparison.changed > count ? " (\(count) listed)" : ""
      let hasIntervals = rows.contains { $0.state != .few }
      let chance =
        ": the 95 % interval of the mean change excludes 0. By chance it does so for one in twenty"
        + " that vary without cause."
      sentences.append(
        "\(pairs), \(comparison.identical) identical. Of \(comparison.compared) values"
          + " \(comparison.changed) changed\(shown)"
          + (hasIntervals ? ", \(comparison.significant) significantly\(chance)" : "."))
      if wanted == nil, comparison.changed > rows.count, let first = ranked.first {
        sentences.append(
          "A line is the greatest 'of' so many changes of a family of metrics; '--metric"
            + " \(first.family)' lists all of one.")
      }
    }
    if comparison.contradicting > 0 {
      sentences.append(
        "\(comparison.contradicting) pairs have the same fingerprint and different metrics: a file"
          + " was edited, or another version of the lab wrote it.")
    }
    for (side, metrics) in zip(["first", "second"], comparison.otherMetrics) where !metrics.isEmpty
    {
      sentences.append(
        "Only the \(side) result has the metrics \(Self.list(metrics)); they were not compared."
          + " Write both with '--metrics all'.")
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

  /// A number with three digits, or as many as stand before its point.
  private static func number(_ number: Double?) -> String {
    guard let number, number.isFinite else { return "" }
    let decimals = [100.0, 10, 0].firstIndex { number.magnitude >= $0 } ?? 2
    return ReportNumber.short(number, decimals: decimals)
  }
}

extension ResultComparison.Change {
  /// How much the mean changed.
  fileprivate var size: Double { paired.differences.mean?.magnitude ?? 0 }
}
