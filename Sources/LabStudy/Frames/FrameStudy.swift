package import LabAnswer
package import LabExperiment
package import LabImport
package import LabMetrics
package import LabResults
package import LabText
import LabWorkload

/// What the published frame rules say of the frames of one operand.
package struct FrameStudy: Study {
  /// Where the frames come from.
  package enum Source {
    /// Runs that are performed again; of a result, as it has them.
    case runs([RunSpec], known: ExperimentResult?)
    /// The swap chains of a capture.
    case capture([(title: String, rules: FrameRules)])
    /// What an app recorded of itself, without tasks that are shorter than some nanoseconds.
    case recording(ImportedTrace, least: Int64)
  }

  package let subject: String
  private let source: Source
  private let driver: String?
  private let metric: String?

  /// Asks about frames.
  ///
  /// - Throws: `UsageError` if there is no such metric.
  package init(
    _ source: Source, of subject: String, driver: String? = nil, metric: String? = nil
  ) throws(UsageError) {
    let names = FrameFindings.names
    if let metric, !names.contains(metric) {
      throw UsageError(
        "there is no metric or rule '\(metric)' of frames."
          + Spelling.hint(for: metric, among: names))
    }
    (self.source, self.subject, self.driver, self.metric) = (source, subject, driver, metric)
  }

  /// Measures the frames.
  ///
  /// - Throws: `UsageError` if no driver has that name, or no frame was shown; what a run throws.
  package func answer(_ watch: Watch) throws -> Answer {
    switch source {
    case .runs(let runs, let known): return answer(try findings(runs, known))
    case .capture(let chains):
      if chains.isEmpty { watch.warns("there are no frames.") }
      return answer(chains.map { FrameFindings($0.title, $0.rules, showsMetrics: true) })
    case .recording(let trace, let least): return try recorded(trace, least)
    }
  }

  private func answer(_ findings: [FrameFindings], after lead: [[Answer.Part]] = []) -> Answer {
    guard let metric else {
      return Answer("measure", of: subject, lead + findings.flatMap(\.paragraphs))
    }
    var tables = findings.map { $0.table(of: metric) }[...]
    guard var values = tables.popFirst() else { return Answer("measure", of: subject) }
    for table in tables { values.append(rowsOf: table) }
    return Answer("measure", of: subject, [[.table(values)]])
  }

  private func findings(
    _ runs: [RunSpec], _ known: ExperimentResult?
  ) throws -> [FrameFindings] {
    // A driver is asked for by its name, or by that of its arm as well, as reports print it.
    func isAsked(_ name: String, _ run: RunSpec) -> Bool {
      driver.map { $0 == name || $0 == "\(run.arm).\(name)" } ?? true
    }
    let asked = runs.filter { run in run.scenario.drivers.contains { isAsked($0.name, run) } }
    if let driver, asked.isEmpty, !runs.isEmpty {
      let names = Set(runs.flatMap { $0.scenario.drivers.map(\.name) }).sorted()
      throw UsageError(
        "no driver is called '\(driver)'." + Spelling.choice(for: driver, among: names))
    }
    let findings = try asked.flatMap { run in
      let trace = try Runner(jobs: 1).trace(of: run)
      try known?.check(trace, of: run)
      let measurement = RunMeasurement(trace)
      return measurement.drivers.map(\.name).filter { isAsked($0, run) }.compactMap { name in
        measurement.frameSeries(of: name).map {
          FrameFindings(run.words(driver: name), FrameRules($0))
        }
      }
    }
    guard !findings.isEmpty else {
      throw UsageError(
        runs.isEmpty
          ? "no run of that arm has that position." : "no frame was shown, and so none is measured."
      )
    }
    return findings
  }

  /// The drivers of a recording, after what became of them.
  private func recorded(_ trace: ImportedTrace, _ least: Int64) throws -> Answer {
    guard trace.loop != nil else {
      throw InputError(path: subject, "this is a trace: runlooplab try \(subject)")
    }
    let made: RecordedRun?
    do {
      made = try RecordedRun(trace)
    } catch {
      throw InputError(path: subject, "\(error)")
    }
    guard let run = made else {
      throw InputError(
        path: subject,
        "the recorder noted no driver that was called twice. Call yours by 'recorder.timer' or"
          + " 'recorder.tick'.")
    }
    let found = RecordedFindings(run, driver: driver)
    guard !found.paragraphs.isEmpty else {
      throw UsageError("\(subject): no driver is called '\(driver ?? "")'.")
    }
    let summary = ImportFindings(trace: trace, file: subject, least: least).summary
    return answer(
      found.frames.map { FrameFindings("\(subject): \($0.name)", FrameRules($0.series)) },
      after: [summary] + found.paragraphs)
  }
}

/// What the frame rules say of one series of frames.
package struct FrameFindings {
  /// Whose frames they are.
  package let title: String
  private let frameRules: FrameRules
  private let showsMetrics: Bool
  /// The verdicts that differ from one another; rules that agree on every frame share one.
  private let groups: [[Bool]]

  package init(_ title: String, _ frameRules: FrameRules, showsMetrics: Bool = false) {
    self.title = title
    self.frameRules = frameRules
    self.showsMetrics = showsMetrics
    groups = frameRules.verdicts.compactMap(\.isBad).reduce(into: []) { groups, isBad in
      if !groups.contains(isBad) { groups.append(isBad) }
    }
  }

  /// What was found, for readers and for programs.
  package var paragraphs: [[Answer.Part]] {
    let series = frameRules.series
    let cadence = series.cadence == 1 ? "every refresh" : "every \(series.cadence) refreshes"
    let head =
      "\(series.frames.count) frames of \(series.updates) updates; a refresh lasts \(period) ms; one"
      + " is wanted \(cadence)."
    var opening: [Answer.Part] = [.heading(title), .sentences([Answer.Sentence(head)])]
    if showsMetrics {
      opening.append(.sentences(["Frame times are taken \(series.basis.words)."]))
    }
    return [
      opening, showsMetrics ? [.table(metrics)] : [],
      [.table(rules)] + remarks.map { .sentences([Answer.Sentence($0, as: "remark")]) },
      groups.count > 1
        ? [.sentences(["How many frames a row calls bad and a column good:"]), .table(matrix)] : [],
    ]
  }

  private var period: String {
    ReportNumber.short(frameRules.series.refreshPeriod / .milliseconds(1), decimals: 3)
  }

  private var remarks: [String] {
    let series = frameRules.series
    let bounds = frameRules.readings.map(\.rule).compactMap { rule -> String? in
      guard let bound = rule.bound, bound < series.refreshPeriod else { return nil }
      return "\(rule.name) calls frames of one refresh bad: its bound of"
        + " \(MetricValue.time(bound)) ms is shorter than a refresh of \(period) ms."
    }
    return bounds
      + frameRules.readings.compactMap { reading in
        reading.grade.map { "\(reading.rule.name) is graded \($0)." }
      }
  }

  /// The names of everything that is told of a capture: metrics, then rules.
  package static var names: [String] {
    let empty = FrameRules(FrameSeries([]))
    return empty.captureValues.map(\.name) + FrameRules.rules.map(\.name)
  }

  /// The value of one metric or rule, with its unit.
  package func table(of name: String) -> Table {
    table("values", .words("frames", []), frameRules.allValues.filter { $0.name == name })
  }

  private var metrics: Table {
    table("metrics", .words("frames").hidden, frameRules.captureValues)
  }

  private func table(
    _ name: String, _ frames: Table.Column, _ values: [FrameRules.CaptureValue]
  ) -> Table {
    Table(
      name, [frames, .words("name", []), .number("value", [], .atMost(3)), .words("unit", [])],
      values.map { name, value, unit in
        [
          .text(title), .text(name), value.map(Table.Cell.value) ?? .none,
          value == nil || unit.isEmpty ? .blank : .text(unit),
        ]
      })
  }

  private var rules: Table {
    Table(
      "rules",
      [
        .words("frames").hidden, .words("rule"), .number("bad"), .number("value", nil, .atMost(3)),
        .words("unit", [""]), .words("same"),
      ],
      frameRules.readings.map { reading in
        let group = reading.isBad.flatMap { groups.firstIndex(of: $0) }
        let hasUnit = reading.value != nil && !reading.rule.unit.isEmpty
        return [
          .text(title), .text(reading.rule.name), .count(reading.bad), .number(reading.value),
          hasUnit ? .text(reading.rule.unit) : .blank,
          group.map { .text(Self.letter($0)) } ?? .blank,
        ]
      })
  }

  private var matrix: Table {
    Table(
      nil,
      [.words("bad", [""])] + groups.indices.map { .number(Self.letter($0)) },
      groups.enumerated().map { row, isBad in
        [.text(Self.letter(row))]
          + groups.enumerated().map { column, other in
            column == row ? .text("·") : .count(zip(isBad, other).count { $0 && !$1 })
          }
      })
  }

  private static func letter(_ index: Int) -> String {
    String(UnicodeScalar(UInt8(ascii: "A") + UInt8(index % 26)))
  }
}

extension FrameSeries.Basis {
  /// Between what, in words.
  var words: String {
    switch self {
    case .displayed: "from display to display"
    case .presented: "from present to present, displayed or not"
    }
  }
}

extension FrameRules {
  /// A metric or a rule with its value and unit.
  typealias CaptureValue = (name: String, value: MetricValue?, unit: String)

  /// What is told of a capture beyond the rules, with units.
  var captureValues: [CaptureValue] {
    series.metrics.map { name, value in
      let isTime = MetricDictionary.metric(named: name)?.unit == .milliseconds
      return (name, value, isTime ? "ms" : "")
    } + [("missed_refreshes", series.missedRefreshes.map(MetricValue.count), "")]
  }

  /// All metrics, and what the rules come to.
  var allValues: [CaptureValue] {
    captureValues
      + readings.map { ($0.rule.name, $0.value.map(MetricValue.number), $0.rule.unit) }
  }
}
