import LabExperiment
import LabKernel
import LabMetrics
import LabText
import LabTrace

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

/// Writes what lists tell of one driver of a run.
final class DriverLists {
  /// The driver's name.
  let name: String
  /// Its rows in `refreshes.csv`, `firings.csv` and `presentmon.csv`; `nil` for no such list.
  let refreshes: Spool?
  let firings: Spool?
  let presentMon: Spool?
  /// Its rows in `blame.csv` of each kind of problem; none for no such list.
  private let problems: [Problem: Spool]
  private let run: RunName
  /// Makes the rows of `presentmon.csv`.
  private var updates: (rows: PresentMonRows, file: CSVFile<PresentMonFile.Row>)?

  init(
    of driver: String, number: Int, in run: RunName, _ files: PerRunFiles, keeping limit: Int,
    in file: SpoolFile?
  ) {
    func spool(_ list: TraceList) -> Spool? {
      files.lists.contains(list) ? Spool(in: file, keeping: limit) : nil
    }
    name = driver
    self.run = run
    refreshes = spool(.refreshes)
    firings = spool(.firings)
    problems = Dictionary(
      keepingFirst: Problem.allCases.compactMap { problem in
        spool(.blame).map { (problem, $0) }
      })
    presentMon = files.presentMon.map { _ in Spool(in: file, keeping: limit) }
    updates = files.presentMon.map { file in
      (
        PresentMonRows(of: "\(run.arm).\(driver)", run: run.index, swapChain: number), file
      )
    }
  }

  /// Its rows in `blame.csv`, one kind of problem after the other.
  var blame: [Spool] { Problem.allCases.compactMap { problems[$0] } }

  /// Writes the rows of a run that is over.
  func write(_ measured: RunMeasurement) {
    func add<Content>(
      _ content: Content, to spool: Spool, _ file: CSVFile<DriverRow<Content>>
    ) {
      spool.append(DriverRow(run: run, driver: name, content: content), to: file)
    }
    if let refreshes {
      measured.forEachRefreshRow(of: name) { add($0, to: refreshes, TraceFiles.refreshes) }
    }
    if let firings {
      var number = 0
      measured.forEachFiringRow(of: name) {
        add((number, $0), to: firings, TraceFiles.firings)
        number += 1
      }
    }
    if !problems.isEmpty {
      for row in measured.blameRows(of: name) {
        if let spool = problems[row.problem] { add(row, to: spool, TraceFiles.blame) }
      }
    }
    guard let presentMon, let file = updates?.file else { return }
    for update in measured.presentedUpdates(of: name) {
      updates?.rows.add(update) { presentMon.append($0, to: file) }
    }
    updates?.rows.finish { presentMon.append($0, to: file) }
  }
}

/// Writes the lists of one run: its events while it is made, the others when it is over.
///
/// A list is in the order of drivers, and of a driver's kinds of problems; each has a spool of its
/// own, and these are joined at the end. All share one file.
final class RunLists: RunWatcher {
  private let files: PerRunFiles
  private let run: RunLabel
  private let name: RunName
  private let file: SpoolFile?
  /// How many bytes of each spool are kept in memory.
  private let limit: Int
  private let events: Spool?
  private var eventCount = 0
  private var drivers: [DriverLists] = []
  /// What the rules for bad frames say of each driver; nothing without a measured refresh.
  private var rules: [(driver: String, rules: FrameRules)] = []

  /// How many bytes of all spools are kept in memory, about.
  private static let memory = 1 << 22

  /// Begins the lists of a run.
  ///
  /// - Parameters:
  ///   - run: The run.
  ///   - files: Which lists there are.
  ///   - drivers: How many drivers its arm has.
  ///   - folder: Where rows are kept that are many; `nil` for in memory.
  init(of run: RunSpec, _ files: PerRunFiles, drivers: Int, in folder: String?) {
    self.files = files
    self.run = run.label
    name = RunName(files.experiment, run)
    file = folder.map { SpoolFile(in: $0) }
    limit = max(1 << 12, min(1 << 18, Self.memory / 8 / max(1, drivers)))
    events = files.lists.contains(.events) ? Spool(in: file, keeping: limit) : nil
  }

  func consume(_ trace: borrowing Trace) {
    guard let events else { return }
    EventFile.events(of: name, trace, from: eventCount, to: events)
    eventCount += trace.records.count
  }

  func receive(_ run: RunMeasurement) {
    for (number, driver) in run.drivers.map({ $0.name }).enumerated() {
      let lists = DriverLists(
        of: driver, number: number + 1, in: name, files, keeping: limit, in: file)
      lists.write(run)
      drivers.append(lists)
      guard files.hasFrameRules, let series = run.frameSeries(of: driver) else { continue }
      rules.append((driver, FrameRules(series)))
    }
  }

  /// Ends the lists, and returns the rows in every file, in the order of the files.
  func finish(
    _ record: RunRecord, drivers names: [String], loads: [String], measured: [DriverMetrics]
  ) throws(WriteError) -> [RowList] {
    let runs = Spool(in: file)
    files.appendRun(run, record, drivers: names, to: runs)
    var lists = [try RowList([runs])]
    if files.hasLoads {
      let rows = Spool(in: file)
      files.appendLoads(run, record, loads: loads, behind: names.count, to: rows)
      lists.append(try RowList([rows]))
    }
    if files.presentMon != nil { lists.append(try RowList(drivers.compactMap({ $0.presentMon }))) }
    for list in files.lists { lists.append(try RowList(spools(of: list, measured))) }
    return lists
  }

  private func spools(of list: TraceList, _ measured: [DriverMetrics]) -> [Spool] {
    let rows = Spool(in: file)
    switch list {
    case .refreshes: return drivers.compactMap { $0.refreshes }
    case .firings: return drivers.compactMap { $0.firings }
    case .blame: return drivers.flatMap { $0.blame }
    case .events: return [events].compactMap { $0 }
    case .lateFrames: TraceFiles.lateFrames(of: name, measured, to: rows)
    case .frameRules: FrameRuleFiles.rules(of: name, rules, to: rows)
    case .ruleAgreement: FrameRuleFiles.agreement(of: name, rules, to: rows)
    }
    return [rows]
  }
}

/// Writes `events.csv`: everything that happened, one row per record of a trace.
enum EventFile {
  /// A record of the trace of a run.
  struct Event: RunRow {
    let run: RunName
    /// The number of the record.
    let index: Int
    let time: Instant
    let row: Trace.Row
    /// The mode in which the loop ran.
    let mode: String
    let depth: Int
  }

  /// The columns that say which record a row is about.
  static let key: [Column<Event>] =
    Column.runKey + [Column("event", "The number of the record, from 0.") { $1.field($0.index) }]

  static let file = CSVFile<Event>(
    "events.csv",
    columns: key + [
      Column("time_ms", .milliseconds, "When it happened, since the start of the run.") {
        $1.milliseconds($0.time.nanoseconds)
      },
      Column("what", "What happened: the kind of the record.") { $1.field($0.row.what) },
      Column("who", "Who it happened to.") { $1.field($0.row.who ?? "") },
      Column("detail", "The kind of source, activity, result or outcome.") {
        $1.field($0.row.detail)
      },
      Column("mode", "The mode in which the loop ran; empty outside any run.") {
        $1.field($0.mode)
      },
      Column("depth", .count, "How many runs were nested in one another.") { $1.field($0.depth) },
      Column(
        "first", "A number that belongs to the kind of the record, often nanoseconds."
      ) { event, csv in
        if let place = event.row.place { return csv.field("\(place)") }
        csv.field(event.row.first.map { Int($0) })
      },
      Column("second", "Another number that belongs to the kind of the record.") { event, csv in
        if let real = event.row.secondReal { return csv.field("\(real)") }
        csv.field(event.row.second.map { Int($0) })
      },
    ])

  /// Appends the rows of a run, or of a part of it whose first record has a number.
  static func events(
    of run: RunName, _ trace: borrowing Trace, from first: Int = 0, to rows: Spool
  ) {
    for index in trace.records.indices {
      let record = trace.records[index]
      rows.append(
        Event(
          run: run, index: first + index, time: record.time, row: trace.row(of: record),
          mode: record.mode == TraceRecord.noMode ? "" : trace.modes[Int(record.mode)],
          depth: Int(record.depth)),
        to: file)
    }
  }
}

/// The CSV files that set the rules for bad frames side by side, written run by run.
enum FrameRuleFiles {
  /// What a rule says of a driver's frames, and how many there are.
  typealias Reading = (reading: FrameRules.Reading, frames: Int)

  /// How many of all frames a rule calls bad and another one good.
  typealias Agreement = (rule: FrameRule, other: FrameRule, frames: Int, disputed: Int)

  private static let ruleMeaning = "The rule for bad frames that the row is about."
  private static let framesMeaning =
    "How many shown frames have one before them, and so are judged."

  /// The file `frame_rules.csv`: a row per driver and rule.
  static let rules = CSVFile<DriverRow<Reading>>(
    "frame_rules.csv",
    columns: Column.driverKey() + [
      Column("rule", ruleMeaning) { $1.field($0.content.reading.rule.name) },
      Column("frames", .count, framesMeaning) { $1.field($0.content.frames) },
      Column(
        "bad_frames", .count,
        "How many frames the rule calls bad; empty if it judges no single frames."
      ) { $1.field($0.content.reading.bad) },
      Column("value", "The number that the rule is known by; empty where it is undefined.") {
        $1.number($0.content.reading.value)
      },
      Column("value_unit", "The unit of that number.") {
        $1.field($0.content.reading.rule.unit)
      },
      Column("grade", "What the publisher of the rule calls that number; empty without a word.") {
        $1.field($0.content.reading.grade ?? "")
      },
    ])

  /// The file `rule_agreement.csv`: a row per driver and ordered pair of rules that judge single
  /// frames.
  static let agreement = CSVFile<DriverRow<Agreement>>(
    "rule_agreement.csv",
    columns: Column.driverKey() + [
      Column("rule", ruleMeaning) { $1.field($0.content.rule.name) },
      Column("other_rule", "The rule with which the row compares.") {
        $1.field($0.content.other.name)
      },
      Column("frames", .count, framesMeaning) { $1.field($0.content.frames) },
      Column(
        "disputed_frames", .count,
        "How many frames the rule calls bad and the other one calls good."
      ) { $1.field($0.content.disputed) },
    ])

  /// Appends the rows of a run to `frame_rules.csv`.
  static func rules(
    of run: RunName, _ drivers: [(driver: String, rules: FrameRules)], to rows: Spool
  ) {
    for (driver, rules) in drivers {
      for reading in rules.readings {
        let content = (reading: reading, frames: rules.series.frames.count)
        rows.append(DriverRow(run: run, driver: driver, content: content), to: Self.rules)
      }
    }
  }

  /// Appends the rows of a run to `rule_agreement.csv`.
  static func agreement(
    of run: RunName, _ drivers: [(driver: String, rules: FrameRules)], to rows: Spool
  ) {
    for (driver, rules) in drivers {
      for rule in rules.verdicts {
        for other in rules.verdicts where other.rule.name != rule.rule.name {
          let content = (
            rule: rule.rule, other: other.rule, frames: rules.series.frames.count,
            disputed: rule.disagreement(with: other) ?? 0
          )
          rows.append(DriverRow(run: run, driver: driver, content: content), to: agreement)
        }
      }
    }
  }
}
