import LabExperiment
import LabMetrics
import LabTrace

/// The CSV files that list, run by run, what came out and what happened; each run's rows stand
/// together.
struct PerRunFiles: Sendable {
  /// The experiment's short name.
  let experiment: String
  private let runs: CSVFile<ResultFiles.Run>
  /// Whether every refresh, firing and event is listed.
  let events: Bool
  /// The columns of `presentmon.csv`; `nil` for no such file.
  private let presentMon: CSVFile<PresentMonFile.Row>?

  /// Says which files there are.
  ///
  /// - Parameters:
  ///   - experiment: The experiment's short name.
  ///   - sweeps: The names of its sweeps.
  ///   - events: Whether every refresh, firing and event is listed.
  ///   - presentMon: The columns of `presentmon.csv`; `nil` for no such file.
  init(experiment: String, sweeps: [String], events: Bool, presentMon: PresentMonVersion?) {
    self.experiment = experiment
    self.events = events
    runs = ResultFiles.runs(sweeps: sweeps)
    self.presentMon = presentMon.map(PresentMonFile.file)
  }

  /// The files with their headers.
  var files: [(name: String, header: [UInt8])] {
    columns.map { ($0.name, CSVWriter(header: $0.header).bytes) }
  }

  /// How many files there are.
  var count: Int { columns.count }

  private var columns: [(name: String, header: [String])] {
    var files = [(runs.name, runs.header)]
    if let presentMon { files.append((presentMon.name, presentMon.header)) }
    guard events else { return files }
    func add<Row>(_ file: CSVFile<Row>) { files.append((file.name, file.header)) }
    add(TraceFiles.refreshes)
    add(TraceFiles.firings)
    add(TraceFiles.blame)
    add(EventFile.file)
    add(FrameRuleFiles.rules)
    add(FrameRuleFiles.agreement)
    return files
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
    let name = RunName(experiment, run)
    list {
      ResultFiles.append(run.label, of: experiment, record, drivers: drivers, to: runs, &$0)
    }
    if let presentMon { list { PresentMonFile.updates(of: run, measurement, to: presentMon, &$0) } }
    if events {
      let drivers = measurement.drivers.compactMap { driver in
        measurement.frameSeries(of: driver.name).map { (driver.name, FrameRules($0)) }
      }
      list { TraceFiles.refreshes(of: name, measurement, to: &$0) }
      list { TraceFiles.firings(of: name, measurement, to: &$0) }
      list { TraceFiles.blame(of: name, measurement, to: &$0) }
      list { EventFile.events(of: name, trace, to: &$0) }
      list { FrameRuleFiles.rules(of: name, drivers, to: &$0) }
      list { FrameRuleFiles.agreement(of: name, drivers, to: &$0) }
    }
    return writers.map(\.bytes)
  }
}
