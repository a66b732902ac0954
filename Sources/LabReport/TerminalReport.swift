import LabExperiment
import LabMetrics

/// What a person reads after a run: a table of 80 columns, the verdicts, and the answer.
public struct TerminalReport {
  /// How many rows of the table are printed at most; the rest stands in `runs.csv`.
  static let rowLimit = 24

  private let result: ExperimentResult
  private let style: Style

  /// Creates a report.
  ///
  /// - Parameters:
  ///   - result: What to report.
  ///   - colours: Whether to use the terminal's colours.
  public init(_ result: ExperimentResult, colours: Bool) {
    self.result = result
    style = Style(isOn: colours)
  }

  /// The report, without a line feed at the end.
  public var text: String {
    var lines = heading + [""]
    lines += table
    if !result.verdicts.isEmpty { lines += [""] + verdicts }
    if let because = result.experiment.because {
      lines += [""] + wrapped(because, indent: 2)
    }
    return lines.joined(separator: "\n")
  }

  private var heading: [String] {
    let title = result.experiment.title ?? result.name
    return [style.bold(title)] + wrapped(result.experiment.question ?? "", indent: 0)
  }

  // MARK: The table

  /// The metrics of the table, with the two lines of their heading.
  private static let columns: [(metric: String, head: (String, String))] = [
    ("fires", ("", "fires")),
    ("double_fires", ("double", "fires")),
    ("missed", ("missed", "dates")),
    ("dropped_pct", ("dropped", "%")),
    ("hitch_ratio", ("hitch", "ms/s")),
    ("animation_error_max", ("worst", "step ms")),
    ("lateness_p99", ("late p99", "ms")),
  ]

  private var table: [String] {
    let sweeps = result.experiment.sweeps.map(\.name)
    let manyDrivers = result.experiment.arms.contains { $0.drivers.count > 1 }
    let labels = sweeps + ["arm"] + (manyDrivers ? ["driver"] : [])
    var table = TextTable(
      labels.map { _ in .left } + Self.columns.map { _ in .right })
    table.append(labels.map { _ in "" } + Self.columns.map(\.head.0))
    table.append(labels + Self.columns.map(\.head.1))
    table.appendRule()
    let rows = result.groups.flatMap { self.rows(of: $0, manyDrivers) }
    var previous: [String] = []
    for row in rows.prefix(Self.rowLimit) {
      // A sweep's value is printed where it changes only, which shows the groups.
      let values = Array(row.prefix(sweeps.count))
      let shown = values == previous ? values.map { _ in "" } : values
      table.append(shown + row.dropFirst(sweeps.count))
      previous = values
    }
    let hidden = rows.count - Self.rowLimit
    return table.lines + (hidden > 0 ? ["… and \(hidden) rows more in runs.csv"] : [])
  }

  private func rows(of group: [RunResult], _ manyDrivers: Bool) -> [[String]] {
    guard let first = group.first else { return [] }
    return first.drivers.indices.map { index in
      let labels =
        first.run.point.map(\.value) + [first.run.arm]
        + (manyDrivers ? [first.drivers[index].name] : [])
      return labels
        + Self.columns.map { column in
          guard let metric = MetricDictionary.metric(named: column.metric) else { return "" }
          let values = group.compactMap { metric.value($0.drivers[index])?.number }
          guard let mean = SampleStatistics(values).mean else { return "–" }
          return Self.short(mean, metric.unit)
        }
    }
  }

  /// A number with as many decimals as its unit deserves: none for counts, two for the rest.
  private static func short(_ number: Double, _ unit: MetricUnit) -> String {
    let isWhole = number == number.rounded()
    switch unit {
    case .count, .refreshes: return fixed(number, decimals: isWhole ? 0 : 1)
    default: return fixed(number, decimals: 2)
    }
  }

  private static func fixed(_ number: Double, decimals: Int) -> String {
    let scale = decimals == 0 ? 1.0 : decimals == 1 ? 10 : 100
    let text = MetricValue.number((number * scale).rounded() / scale).description
    guard decimals > 0 else { return text }
    let parts = text.split(separator: ".")
    let fraction = parts.count > 1 ? String(parts[1]) : ""
    return "\(parts[0])." + fraction + String(repeating: "0", count: decimals - fraction.count)
  }

  // MARK: The verdicts

  private var verdicts: [String] {
    result.verdicts.flatMap { verdict in
      switch verdict.outcome {
      case .holds:
        [style.green("✓") + " " + verdict.text]
      case .notJudged:
        ["– \(verdict.text)   (no run was selected)"]
      case .fails:
        [style.red("✗") + " " + style.bold(verdict.text)]
          + [
            "    fails in \(verdict.failing) of \(verdict.judged): "
              + (verdict.failure?.values ?? "")
          ]
      }
    }
  }

  private func wrapped(_ text: String, indent: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, indent + line.count + 1 + word.count > 80 {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    if !line.isEmpty { lines.append(line) }
    return lines.map { String(repeating: " ", count: indent) + $0 }
  }
}

/// The terminal's colours, or none.
struct Style {
  let isOn: Bool

  func bold(_ text: String) -> String { wrap(text, "1") }
  func green(_ text: String) -> String { wrap(text, "32") }
  func red(_ text: String) -> String { wrap(text, "31") }

  private func wrap(_ text: String, _ code: String) -> String {
    isOn && !text.isEmpty ? "\u{1b}[\(code)m\(text)\u{1b}[0m" : text
  }
}
