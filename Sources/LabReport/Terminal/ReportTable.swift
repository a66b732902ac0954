import LabAnswer
import LabExperiment
import LabLanguage
import LabMetrics
import LabResults

/// The table of a result: a row for each sweep point, arm and driver, as wide as the screen.
///
/// Of many sweep points it shows those that tell most: where an expectation fails, the first and
/// the last, and those at which the arms differ most.
struct ReportTable {
  /// How many rows are printed at most.
  static let rowLimit = 24
  /// How many sweep points are looked at.
  private static let pointLimit = 5000

  private let result: ExperimentResult
  private let columns: [ReportColumn]
  private let screen: Screen
  private let rows: [Row]
  private let hasManyDrivers: Bool

  private struct Row {
    let point: Int
    let labels: [String]
    let driver: String
    let samples: [SampleStatistics]
  }

  init(_ result: ExperimentResult, _ columns: [ReportColumn], _ screen: Screen) {
    self.result = result
    self.columns = columns
    self.screen = screen
    let metrics = columns.map(\.metric)
    let hasManyDrivers =
      result.experiment.arms.contains { $0.drivers.count > 1 }
      || metrics.contains(where: \.isOfTasks)
    self.hasManyDrivers = hasManyDrivers
    let arms = result.experiment.arms.count
    // What `--only` left out has no rows.
    let groups = result.plan.groups.prefix(Self.pointLimit * arms)
      .filter { $0.runs.contains(where: result.table.contains) }
    rows = groups.flatMap { group in
      group.subjects(of: metrics).map { driver, index in
        let samples = columns.map { column in
          SampleStatistics(
            group.runs.compactMap {
              result.table.record(of: $0)?.value(driver: index, metric: column.position)?.number
            })
        }
        return Row(
          point: group.point,
          labels: group.values + [group.arm.name] + (hasManyDrivers ? [driver] : []),
          driver: driver, samples: samples)
      }
    }
  }

  /// The table and what it does not show.
  var lines: [String] {
    let sweeps = result.experiment.sweeps.map(\.name)
    let shown = shownRows
    let cells = zip(shown, looks(of: shown)).map { row, looks in
      zip(zip(row.samples, columns), looks).map { pair, look in
        TextTable.Cell(text: ReportNumber.text(pair.0, pair.1.metric.unit), look: look)
      }
    }
    let labels = sweeps + ["arm"] + (hasManyDrivers ? ["driver"] : [])
    var count = columns.count
    var lines = table(labels, shown, cells, count)
    while count > 1, lines.contains(where: { $0.width > screen.width }) {
      count -= 1
      lines = table(labels, shown, cells, count)
    }
    return lines.map(\.text) + remarks(shown: shown.count, columns: count)
  }

  private func table(
    _ labels: [String], _ shown: [Row], _ cells: [[TextTable.Cell]], _ count: Int
  ) -> [(text: String, width: Int)] {
    let columns = columns.prefix(count)
    var table = TextTable(labels.map { _ in .left } + columns.map { _ in .right }, screen.style)
    for line in ReportColumn.headings(labels, Array(columns)) { table.append(line) }
    table.appendRule()
    var previous: [String] = []
    let sweeps = result.experiment.sweeps.count
    for (row, cells) in zip(shown, cells) {
      // The values of the sweeps stand only where they change, which shows the groups.
      let values = Array(row.labels.prefix(sweeps))
      let isSame = values == previous
      previous = values
      let names = (isSame ? values.map { _ in "" } : values) + row.labels.dropFirst(sweeps)
      table.append(names.map { TextTable.Cell(text: $0) } + cells.prefix(count))
    }
    let width = table.widths.reduce(0, +) + 2 * (table.widths.count - 1)
    return table.lines.map { ($0, width) }
  }

  /// What the table leaves out, in words.
  private func remarks(shown: Int, columns count: Int) -> [String] {
    var remarks: [String] = []
    let all =
      result.plan.pointCount > Self.pointLimit
      ? result.plan.pointCount * result.experiment.arms.reduce(0) { $0 + $1.drivers.count }
      : rows.count
    if shown < all {
      var text = "… \(shown) of \(all) rows, the most telling; all are in summary.csv."
      let points = result.plan.pointCount
      if points > Self.pointLimit {
        text += " Looked at \(Self.pointLimit) of \(points) sweep points."
      }
      remarks += screen.wrapped(text)
    }
    let hidden = columns.dropFirst(count).map { ReportColumn.words($0.metric.name) }
    if !hidden.isEmpty {
      remarks += screen.wrapped(
        "… no room for \(hidden.joined(separator: ", ")); --metric NAME chooses.")
    }
    return remarks
  }

  // MARK: What is shown

  private var shownRows: [Row] {
    guard rows.count > Self.rowLimit else { return rows }
    let points = Dictionary(grouping: rows.indices) { rows[$0].point }
    let size = points.values.map(\.count).max() ?? 1
    let (failing, greatest) = (failingPoints, greatest)
    let ranks = points.mapValues { indices in
      let point = rows[indices[0]].point
      if failing.contains(point) { return Double.infinity }
      if point == 0 || point == result.plan.pointCount - 1 { return .greatestFiniteMagnitude }
      return spread(indices, in: greatest)
    }
    let ranked = points.keys.sorted { one, other in
      let (first, second) = (ranks[one] ?? 0, ranks[other] ?? 0)
      return first != second ? first > second : one < other
    }
    let chosen = Set(ranked.prefix(max(1, Self.rowLimit / size)))
    return Array(rows.filter { chosen.contains($0.point) }.prefix(Self.rowLimit))
  }

  /// How far the rows of a sweep point differ, each column as a share of its greatest value.
  private func spread(_ indices: [Int], in greatest: [Double]) -> Double {
    columns.indices.reduce(0) { sum, column in
      guard greatest[column] > 0 else { return sum }
      let means = indices.compactMap { rows[$0].samples[column].mean }
      return sum + ((means.max() ?? 0) - (means.min() ?? 0)) / greatest[column]
    }
  }

  /// The points at which an expectation fails.
  private var failingPoints: Set<Int> {
    let perPoint = result.plan.replications * result.experiment.arms.count
    return Set(result.verdicts.compactMap { $0.failure.map { $0.run / perPoint } })
  }

  /// The greatest magnitude in each column.
  private var greatest: [Double] {
    columns.indices.map { column in
      rows.compactMap { $0.samples[column].mean?.magnitude }.max() ?? 0
    }
  }

  /// Zeros recede; where the arms differ at a sweep point, the greatest value stands out.
  private func looks(of shown: [Row]) -> [[Style.Look]] {
    shown.map { row in
      let peers = shown.filter { $0.point == row.point && $0.driver == row.driver }
      return columns.indices.map { column in
        guard let mean = row.samples[column].mean else { return .dim }
        if mean == 0 { return .dim }
        let means = peers.compactMap { $0.samples[column].mean }
        return mean == means.max() && means.contains { $0 != mean } ? .bold : .plain
      }
    }
  }
}
