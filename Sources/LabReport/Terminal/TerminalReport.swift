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

  /// The sequences that set the colours of a terminal and take them back.
  public static let colours = Style.codes.map(Style.sequence)

  /// The report, without a line feed at the end.
  public var text: String {
    var lines = heading + [""]
    lines += table + repetitions
    if !culprits.isEmpty { lines += [""] + culprits }
    if !result.predictions.isEmpty {
      lines += [""] + PredictionFile(result).lines(limit: Self.rowLimit)
    }
    if !findings.isEmpty { lines += [""] + findings }
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

  /// The metrics of the table with the two lines of their heading, the most telling first.
  private static let columns: [(metric: String, head: (String, String))] = [
    ("double_fires", ("double", "fires")),
    ("missed", ("missed", "dates")),
    ("dropped_pct", ("dropped", "%")),
    ("animation_error_max", ("jump max", "ms")),
    ("lateness_p99", ("late p99", "ms")),
    ("hitch_ratio", ("hitch", "ms/s")),
    ("fires", ("", "fires")),
  ]

  /// The table, with as many metrics as fit into 80 columns.
  private var table: [String] {
    let sweeps = result.experiment.sweeps.map(\.name)
    let manyDrivers = result.experiment.arms.contains { $0.drivers.count > 1 }
    let labels = sweeps + ["arm"] + (manyDrivers ? ["driver"] : [])
    let rows = result.plan.groups.lazy.flatMap { self.rows(of: $0, manyDrivers) }
      .prefix(Self.rowLimit)
    let shown = groupedBySweep(Array(rows), sweeps: sweeps.count)
    let all = result.plan.pointCount * result.experiment.arms.reduce(0) { $0 + $1.drivers.count }
    for count in (1...Self.columns.count).reversed() {
      let columns = Self.columns.prefix(count)
      var table = TextTable(labels.map { _ in .left } + columns.map { _ in .right })
      table.append(labels.map { _ in "" } + columns.map(\.head.0))
      table.append(labels + columns.map(\.head.1))
      table.appendRule()
      for row in shown { table.append(Array(row.prefix(labels.count + count))) }
      let lines = table.lines
      if count == 1 || lines.allSatisfy({ $0.count <= 80 }) {
        let hidden = all - shown.count
        return lines + (hidden > 0 ? ["… and \(hidden) rows more in runs.csv"] : [])
      }
    }
    return []
  }

  /// How often the sweep points were repeated, if each only as often as its precision took.
  private var repetitions: [String] {
    guard let precision = result.plan.precisionText else { return [] }
    let counts = (0..<result.plan.pointCount).map(result.plan.replications)
    let capped = counts.count { $0 == result.plan.replications }
    let range = counts.min() == counts.max() ? "" : "\(counts.min() ?? 0) to "
    let cap = capped == 0 ? "" : "; at the most at \(capped) of \(counts.count) points"
    return wrapped(
      "repeated \(range)\(counts.max() ?? 0) times until \(precision)\(cap)", indent: 0)
  }

  /// Prints the values of the sweeps only where they change, which shows the groups.
  private func groupedBySweep(_ rows: [[String]], sweeps: Int) -> [[String]] {
    var previous: [String] = []
    return rows.map { row in
      let values = Array(row.prefix(sweeps))
      defer { previous = values }
      return (values == previous ? values.map { _ in "" } : values) + row.dropFirst(sweeps)
    }
  }

  private func rows(of group: RunGroup, _ manyDrivers: Bool) -> [[String]] {
    group.arm.drivers.enumerated().map { index, driver in
      group.values + [group.arm.name] + (manyDrivers ? [driver] : [])
        + Self.columns.map { column in
          guard let position = MetricDictionary.all.firstIndex(where: { $0.name == column.metric })
          else { return "" }
          let metric = MetricDictionary.all[position].name
          let values = group.runs.compactMap {
            result.table.value(run: $0, driver: driver, metric: metric)?.number
          }
          guard let mean = SampleStatistics(values).mean else { return "–" }
          return Self.short(mean, MetricDictionary.all[position].unit)
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

  // MARK: The culprits

  /// For every driver that was ever late, the longest that anything held it up in any run.
  private var culprits: [String] {
    var worst: [(driver: String, blame: Blame)] = []
    for run in result.table.runs {
      let arm = result.plan.arm(of: run)
      let blames = result.table.record(of: run)?.worstBlames(drivers: arm.drivers.count) ?? []
      for case (let driver, let blame?) in zip(arm.drivers, blames) {
        let name = "\(arm.name).\(driver)"
        if let index = worst.firstIndex(where: { $0.driver == name }) {
          if blame.time > worst[index].blame.time { worst[index].blame = blame }
        } else {
          worst.append((name, blame))
        }
      }
    }
    var table = TextTable([.left, .left, .right, .left])
    for (driver, blame) in worst.prefix(Self.rowLimit) {
      let time = Self.fixed(MetricValue.time(blame.time).number, decimals: 2)
      table.append([driver, "worst:", "\(time) ms", blame.words])
    }
    return table.lines
  }

  // MARK: The findings

  /// What the searches found, with the neighbour that fails and a word of warning where it is due.
  private var findings: [String] {
    let lines = result.findings.map { finding in
      let place = finding.place.map { "\($0.name) = \($0.value)" }.joined(separator: ", ")
      let answer =
        switch (finding.found?.value, finding.failing?.value) {
        case (let found?, let failing?): "\(found), and not for \(failing)"
        case (let found?, nil): "\(found), the last of \(finding.tried) values tried"
        case (nil, _): "none of \(finding.tried) values tried"
        }
      let warning =
        finding.changes > 1 ? " (it begins or ceases to hold \(finding.changes) times)" : ""
      return "→ \(finding.text)\n    \(place.isEmpty ? "" : place + ": ")\(answer)\(warning)"
    }
    let hidden = lines.count - Self.rowLimit
    return lines.prefix(Self.rowLimit)
      + (hidden > 0 ? ["… and \(hidden) more in findings.csv"] : [])
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
}

extension Blame {
  /// The reason of a wait, as the end of a sentence, such as `behind ‘page’ #412`.
  fileprivate var words: String {
    let name = owner.map { "‘\($0)’" } ?? ""
    switch cause {
    case .tasks: return "behind \(name)" + (serial.map { " #\($0)" } ?? "")
    case .callouts: return "behind the callout of \(name)"
    case .own: return "behind its own callback"
    case .starved: return "starved in mode \(name)"
    case .wake: return "for the wake-up"
    case .outside: return "outside any run of the loop"
    case .tolerance: return "within its tolerance"
    case .setLate: return "because its date was set late"
    case .commit, .refused, .queue, .render, .panel, .missed, .idle, .phase, .unexplained:
      return "for no reason on record"
    }
  }
}

/// Returns text in lines of at most 80 columns, each indented.
package func wrapped(_ text: String, indent: Int) -> [String] {
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

/// The terminal's colours, or none.
struct Style {
  let isOn: Bool

  func bold(_ text: String) -> String { wrap(text, "1") }
  func green(_ text: String) -> String { wrap(text, "32") }
  func red(_ text: String) -> String { wrap(text, "31") }

  /// The codes of all sequences.
  static let codes = ["0", "1", "31", "32"]

  static func sequence(_ code: String) -> String { "\u{1b}[\(code)m" }

  private func wrap(_ text: String, _ code: String) -> String {
    isOn && !text.isEmpty ? Self.sequence(code) + text + Self.sequence("0") : text
  }
}
