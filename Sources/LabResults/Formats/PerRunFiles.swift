import LabExperiment
import LabMetrics
import LabTrace

/// The CSV files that list, run by run, what came out and what happened; each run's rows stand
/// together.
struct PerRunFiles: Sendable {
  /// The experiment's short name.
  let experiment: String
  private let runs: CSVFile<ResultFiles.Run>
  /// The metrics that are kept of every run.
  let selection: MetricSelection
  /// What is listed of every run.
  let lists: Set<TraceList>
  /// The columns of `presentmon.csv`; `nil` for no such file.
  private let presentMon: CSVFile<PresentMonFile.Row>?

  /// Says which files there are.
  ///
  /// - Parameters:
  ///   - experiment: The experiment's short name.
  ///   - sweeps: Its sweeps.
  ///   - lists: What is listed of every run.
  ///   - presentMon: The columns of `presentmon.csv`; `nil` for no such file.
  ///   - selection: The metrics that are kept of every run.
  init(
    experiment: String, sweeps: [SweepColumn], lists: Set<TraceList>,
    presentMon: PresentMonVersion?, _ selection: MetricSelection = .all
  ) {
    self.selection = selection
    self.experiment = experiment
    self.lists = lists
    runs = ResultFiles.runs(sweeps: sweeps, selection)
    self.presentMon = presentMon.map(PresentMonFile.file)
  }

  /// The files with their headers.
  var files: [(name: String, header: [UInt8])] {
    columns.map { ($0.name, CSVWriter(header: $0.header).bytes) }
  }

  /// Whether there is a list that is made of a whole run at once.
  var needTraces: Bool { presentMon != nil || !lists.isSubset(of: [.events]) }

  /// How many files there are.
  var count: Int { columns.count }

  private var columns: [(name: String, header: [String])] {
    var files = [(runs.name, runs.header)]
    if let presentMon { files.append((presentMon.name, presentMon.header)) }
    for list in TraceList.allCases where lists.contains(list) {
      files.append(("\(list.rawValue).csv", Self.header(of: list)))
    }
    return files
  }

  private static func header(of list: TraceList) -> [String] {
    switch list {
    case .refreshes: TraceFiles.refreshes.header
    case .firings: TraceFiles.firings.header
    case .blame: TraceFiles.blame.header
    case .events: EventFile.file.header
    case .lateFrames: TraceFiles.lateFrames.header
    case .frameRules: FrameRuleFiles.rules.header
    case .ruleAgreement: FrameRuleFiles.agreement.header
    }
  }

  /// Returns the rows of a run in every file, in the order of the files.
  ///
  /// - Parameters:
  ///   - run: The run.
  ///   - record: What is kept of it.
  ///   - drivers: The names of the drivers of its arm.
  ///   - whole: What was measured and what happened; `nil` if nothing but the numbers is listed.
  ///   - events: The rows of everything that happened, if they were written under way.
  ///   - folder: Where rows are kept that are many; `nil` for in memory.
  /// - Returns: The rows for each file.
  func rows(
    of run: RunSpec, _ record: RunRecord, drivers: [String],
    _ whole: (measurement: RunMeasurement, trace: Trace)? = nil, events: RowSpool? = nil,
    in folder: String? = nil
  ) -> [RowSpool] {
    var spools: [RowSpool] = []
    func list(_ rows: (RowSpool) -> Void) {
      let spool = RowSpool(in: folder)
      rows(spool)
      spools.append(spool)
    }
    list { rows in
      ResultFiles.append(run.label, of: experiment, record, drivers: drivers) {
        rows.append($0, to: runs)
      }
    }
    guard let (measurement, trace) = whole else { return spools }
    let name = RunName(experiment, run)
    if let presentMon { list { PresentMonFile.updates(of: run, measurement, to: presentMon, $0) } }
    let frameRules =
      lists.isDisjoint(with: [.frameRules, .ruleAgreement])
      ? []
      : measurement.drivers.compactMap { driver in
        measurement.frameSeries(of: driver.name).map { (driver.name, FrameRules($0)) }
      }
    for kind in TraceList.allCases where lists.contains(kind) {
      if kind == .events, let events {
        spools.append(events)
        continue
      }
      list { rows in
        switch kind {
        case .refreshes: TraceFiles.refreshes(of: name, measurement, to: rows)
        case .firings: TraceFiles.firings(of: name, measurement, to: rows)
        case .blame: TraceFiles.blame(of: name, measurement, to: rows)
        case .events: EventFile.events(of: name, trace, to: rows)
        case .lateFrames: TraceFiles.lateFrames(of: name, measurement, to: rows)
        case .frameRules: FrameRuleFiles.rules(of: name, frameRules, to: rows)
        case .ruleAgreement: FrameRuleFiles.agreement(of: name, frameRules, to: rows)
        }
      }
    }
    return spools
  }
}
