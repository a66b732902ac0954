import LabExperiment
import LabMetrics
import LabTrace

/// The CSV files that list, run by run, what came out and what happened; each run's rows stand
/// together.
struct PerRunFiles: Sendable {
  /// The experiment's short name.
  let experiment: String
  /// The names of its sweeps.
  let sweeps: [String]
  /// Whether every refresh, firing and event is listed.
  let events: Bool
  /// The columns of `presentmon.csv`; `nil` for no such file.
  let presentMon: PresentMonVersion?

  /// The files with their headers.
  var files: [(name: String, header: [UInt8])] {
    columns.map { ($0.name, CSVWriter(header: $0.header).bytes) }
  }

  /// How many files there are.
  var count: Int { columns.count }

  private var columns: [(name: String, header: [String])] {
    var files = [("runs.csv", ResultFiles.runHeader(sweeps: sweeps))]
    if let presentMon { files.append(("presentmon.csv", PresentMonFile.header(presentMon))) }
    guard events else { return files }
    return files + [
      ("refreshes.csv", TraceFiles.refreshHeader), ("firings.csv", TraceFiles.firingHeader),
      ("blame.csv", TraceFiles.blameHeader), ("events.csv", TraceFiles.eventHeader),
      ("frame_rules.csv", FrameRuleFiles.ruleHeader),
      ("rule_agreement.csv", FrameRuleFiles.disagreementHeader),
    ]
  }

  /// Returns the rows of a run in every file, in the order of the files.
  ///
  /// - Parameters:
  ///   - run: The run.
  ///   - record: What is kept of it.
  ///   - drivers: The names of the drivers of its arm.
  ///   - measurement: What was measured.
  ///   - trace: What happened.
  /// - Returns: The bytes for each file.
  func rows(
    of run: RunSpec, _ record: RunRecord, drivers: [String], _ measurement: RunMeasurement,
    _ trace: Trace
  ) -> [[UInt8]] {
    var writers: [CSVWriter] = []
    func list(_ rows: (inout CSVWriter) -> Void) {
      var writer = CSVWriter()
      rows(&writer)
      writers.append(writer)
    }
    list { ResultFiles.runs(of: experiment, run.label, record, drivers: drivers, to: &$0) }
    if let presentMon { list { PresentMonFile.updates(of: run, measurement, presentMon, to: &$0) } }
    if events {
      let zoos = measurement.drivers.compactMap { driver in
        measurement.frameSeries(of: driver.name).map { (driver.name, FrameRules($0)) }
      }
      list { TraceFiles.refreshes(of: experiment, run, measurement, to: &$0) }
      list { TraceFiles.firings(of: experiment, run, measurement, to: &$0) }
      list { TraceFiles.blame(of: experiment, run, measurement, to: &$0) }
      list { TraceFiles.events(of: experiment, run, trace, to: &$0) }
      list { FrameRuleFiles.rules(of: experiment, run, zoos, to: &$0) }
      list { FrameRuleFiles.disagreements(of: experiment, run, zoos, to: &$0) }
    }
    return writers.map(\.bytes)
  }
}
