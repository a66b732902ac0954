import LabAnswer
import LabExperiment
import LabLanguage
import LabMetrics
import LabResults
import LabText

/// The table of a result: a row for each sweep point, arm and driver.
///
/// Of many sweep points it shows those that tell most: that of the run of which the headline tells,
/// where an expectation fails, the first and the last, and those at which the arms differ most.
struct RunTable {
  /// How many sweep points are looked at.
  private static let pointLimit = 5000

  private let result: ExperimentResult
  private let columns: [RunColumn]
  private let rowLimit: Int
  private let rows: [Row]
  private let hasManyDrivers: Bool

  private struct Row {
    let point: Int
    let arm: String
    let labels: [String]
    let driver: String
    let samples: [SampleStatistics]
  }

  init(_ result: ExperimentResult, _ columns: [RunColumn], _ rowLimit: Int) {
    (self.result, self.columns, self.rowLimit) = (result, columns, rowLimit)
    let metrics = columns.map { $0.metric }
    let hasManyDrivers =
      result.experiment.arms.contains { $0.drivers.count > 1 }
      || metrics.contains(where: { $0.isOfTasks })
    self.hasManyDrivers = hasManyDrivers
    let arms = result.experiment.arms.count
    // What `--only` left out has no rows.
    let groups = Array(result.plan.groups.prefix(Self.pointLimit * arms))
    let isCut = result.plan.pointCount > Self.pointLimit
    let told = isCut ? result.plan.point(of: result.trouble.run) : 0
    let others =
      told < Self.pointLimit
      ? []
      : result.experiment.arms.indices.map {
        RunGroup(plan: result.plan, point: told, armIndex: $0)
      }
    let found = (groups + others).filter { $0.runs.contains(where: result.table.contains) }
    rows = found.flatMap { group in
      group.subjects(of: metrics).map { driver, index in
        let samples = columns.map { column in
          SampleStatistics(
            group.runs.compactMap {
              result.table.record(of: $0)?.value(driver: index, metric: column.position)?.number
            })
        }
        return Row(
          point: group.point, arm: group.arm.name,
          labels: group.values + [group.arm.name] + (hasManyDrivers ? [driver] : []),
          driver: driver, samples: samples)
      }
    }
  }

  /// The table and what it does not show.
  var parts: [Answer.Part] {
    let shown = shownRows
    let words =
      result.experiment.sweeps.map { Table.Column.words($0.name).once } + [.words("arm")]
      + (hasManyDrivers ? [.words("driver")] : [])
    let numbers = columns.enumerated().map { place, column in
      let column = Table.Column.metric(column.metric.name, .asItsUnit(column.metric.unit))
      return place == 0 ? column : column.spare
    }
    var table = Table(nil, words + numbers, hint: "--metric NAME chooses")
    for row in shown {
      let strong = strongest(row, of: shown).map { words.count + $0 }
      table.append(
        row.labels.map { .text($0) } + row.samples.map { .mean($0.mean, half: $0.halfWidth) },
        strong: Set(strong))
    }
    let all =
      result.plan.pointCount > Self.pointLimit
      ? result.plan.pointCount * result.experiment.arms.reduce(0) { $0 + $1.drivers.count }
      : rows.count
    guard shown.count < all else { return [.table(table)] }
    var text = "… \(shown.count) of \(all) rows, the most telling; all are in summary.csv."
    let points = result.plan.pointCount
    if points > Self.pointLimit {
      text += " Looked at \(Self.pointLimit) of \(points) sweep points."
    }
    return [.table(table), .sentences([Answer.Sentence(text)])]
  }

  // MARK: What is shown

  private var shownRows: [Row] {
    guard rows.count > rowLimit else { return rows }
    let points = Dictionary(grouping: rows.indices) { rows[$0].point }
    let size = points.values.map { $0.count }.max() ?? 1
    let (failing, greatest) = (failingPoints, greatest)
    let trouble = result.trouble
    let told = result.plan.point(of: trouble.run)
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
    let chosen = Set(([told] + ranked.filter { $0 != told }).prefix(max(1, rowLimit / size)))
    let found = rows.indices.filter { chosen.contains(rows[$0].point) }
    guard found.count > rowLimit else { return found.map { rows[$0] } }
    // Of one point with more rows that of the headline stays.
    let arm = result.plan.label(of: trouble.run).arm
    let name = (try? result.headline())?.headline.subject.name
    let own = found.filter { rows[$0].arm == arm }
    let first = own.filter { rows[$0].driver == name } + own
    let kept = Set(first.prefix(rowLimit))
    return (kept + found.filter { !kept.contains($0) }).prefix(rowLimit).sorted().map { rows[$0] }
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
    Set(result.verdicts.compactMap { $0.failure.map { result.plan.point(of: $0.run) } })
  }

  /// The greatest magnitude in each column.
  private var greatest: [Double] {
    columns.indices.map { column in
      rows.compactMap { $0.samples[column].mean?.magnitude }.max() ?? 0
    }
  }

  /// The columns of which a row has the greatest value, where the arms differ at a sweep point.
  private func strongest(_ row: Row, of shown: [Row]) -> [Int] {
    let peers = shown.filter { $0.point == row.point && $0.driver == row.driver }
    return columns.indices.filter { column in
      guard let mean = row.samples[column].mean, mean != 0 else { return false }
      let means = peers.compactMap { $0.samples[column].mean }
      return mean == means.max() && means.contains { $0 != mean }
    }
  }
}

/// A metric as a column of a table of runs.
struct RunColumn {
  let metric: Metric
  /// The position of the metric in the dictionary.
  let position: Int

  init?(_ name: String) {
    guard let position = MetricDictionary.everything.firstIndex(where: { $0.name == name }) else {
      return nil
    }
    metric = MetricDictionary.everything[position]
    self.position = position
  }

  /// Returns the columns of an experiment: the metrics that are asked for, or those of its tables.
  static func all(of experiment: Experiment, metrics: [String]) -> [RunColumn] {
    (metrics.isEmpty ? experiment.tableMetrics : metrics).compactMap(RunColumn.init)
  }

  /// Its name in words: `double fires`.
  var words: String { metric.name.with(" ", for: "_") }
}
