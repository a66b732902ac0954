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
  /// - Parameters:
  ///   - source: The frames.
  ///   - subject: What messages call the operand.
  ///   - driver: The one timer or link that is asked about; `nil` for all.
  ///   - metric: The one metric or rule that is asked for; `nil` for all.
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
    let names = Set(runs.flatMap { $0.scenario.drivers.map(\.name) }).sorted()
    if let driver, !names.isEmpty, !names.contains(driver) {
      throw UsageError(
        "no driver is called '\(driver)'." + Spelling.choice(for: driver, among: names))
    }
    let findings = try runs.flatMap { run in
      let trace = try Runner(jobs: 1).trace(of: run)
      try known?.check(trace, of: run)
      let measurement = RunMeasurement(trace)
      return measurement.drivers.map(\.name).filter { $0 == driver ?? $0 }.compactMap { name in
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
    let summary = ImportFindings(trace, file: subject, least: least).summary
    return answer(
      found.frames.map { FrameFindings("\(subject): \($0.name)", FrameRules($0.series)) },
      after: [summary] + found.paragraphs)
  }
}
