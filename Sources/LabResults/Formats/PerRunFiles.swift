import LabExperiment
import LabMetrics

/// The CSV files that list, run by run, what came out and what happened; each run's rows stand
/// together.
struct PerRunFiles: Sendable {
  /// The experiment's short name.
  let experiment: String
  private let runs: CSVFile<ResultFiles.Run>
  /// `loads.csv`; `nil` if no metric of tasks is a column.
  private let loads: CSVFile<ResultFiles.Run>?
  /// The metrics that are kept of every run.
  let selection: MetricSelection
  /// What is listed of every run, in the order of the files.
  let lists: [TraceList]
  /// The files with their headers.
  let files: [(name: String, header: [UInt8])]
  /// The columns of each.
  let columns: [[ResultColumns.Entry]]
  /// Whether a list is made by the rules for bad frames.
  let hasFrameRules: Bool
  /// The columns of `presentmon.csv`; `nil` for no such file.
  let presentMon: CSVFile<PresentMonFile.Row>?

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
    // Asked for every run, short ones too, and a look-up in a set takes the hash of a name.
    self.lists = TraceList.allCases.filter(lists.contains)
    hasFrameRules = !lists.isDisjoint(with: [.frameRules, .ruleAgreement])
    runs = ResultFiles.runs(sweeps: sweeps, selection)
    loads =
      selection.taskColumns.isEmpty ? nil : ResultFiles.loads(sweeps: sweeps, selection)
    self.presentMon = presentMon.map(PresentMonFile.file)
    columns =
      [ResultColumns.entries(runs)]
      + [loads.map(ResultColumns.entries), self.presentMon.map(ResultColumns.entries)]
      .compactMap { $0 } + self.lists.map(Self.columns)
    files = columns.map { columns in
      (columns.first?.file ?? "", CSVWriter(header: columns.map { $0.column }).bytes)
    }
  }

  /// How many files there are.
  var count: Int { files.count }

  private static func columns(of list: TraceList) -> [ResultColumns.Entry] {
    switch list {
    case .refreshes: ResultColumns.entries(TraceFiles.refreshes)
    case .firings: ResultColumns.entries(TraceFiles.firings)
    case .blame: ResultColumns.entries(TraceFiles.blame)
    case .events: ResultColumns.entries(EventFile.file)
    case .lateFrames: ResultColumns.entries(TraceFiles.lateFrames)
    case .frameRules: ResultColumns.entries(FrameRuleFiles.rules)
    case .ruleAgreement: ResultColumns.entries(FrameRuleFiles.agreement)
    }
  }

  /// Appends the rows of a run to `runs.csv`.
  func appendRun(_ run: RunLabel, _ record: RunRecord, drivers: [String], to rows: Spool) {
    ResultFiles.append(run, of: experiment, record, drivers: drivers) {
      rows.append($0, to: runs)
    }
  }

  /// Whether there is `loads.csv`.
  var hasLoads: Bool { loads != nil }

  /// Appends the rows of a run to `loads.csv`.
  func appendLoads(
    _ run: RunLabel, _ record: RunRecord, loads names: [String], behind drivers: Int,
    to rows: Spool
  ) {
    guard let loads else { return }
    ResultFiles.append(run, of: experiment, record, drivers: names, from: drivers) {
      rows.append($0, to: loads)
    }
  }
}
