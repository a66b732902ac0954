import LabExperiment
import LabMetrics
import LabTrace

/// Writes the lists of one run while it is made.
///
/// A list is in the order of drivers, and of a driver's kinds of problems, while rows come in the
/// order of time; so each has a spool of its own, and these are joined at the end. All share one
/// file.
final class RunLists: RunWatcher, RowReceiver {
  private let files: PerRunFiles
  private let run: RunLabel
  private let name: RunName
  private let file: SpoolFile?
  /// How many bytes of each spool are kept in memory.
  private let limit: Int
  private let events: Spool?
  private var eventCount = 0
  private var drivers: [DriverLists] = []
  /// How long the measured refreshes lasted, of which the rules for bad frames need the median;
  /// `nil` if those are not asked.
  private var periods: (column: RefreshPeriods, words: Spool)?

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
    periods = files.hasFrameRules ? (RefreshPeriods(), Spool(in: file, keeping: 1 << 16)) : nil
  }

  var kinds: RowKinds { files.rowKinds }

  var receiver: (any RowReceiver)? { files.rowKinds.isEmpty ? nil : self }

  func consume(_ trace: borrowing Trace) {
    guard let events else { return }
    EventFile.events(of: name, trace, from: eventCount, to: events)
    eventCount += trace.records.count
  }

  func receiver(of driver: String) -> any DriverRowReceiver {
    let lists = DriverLists(
      of: driver, number: drivers.count + 1, in: name, files, keeping: limit, in: file)
    drivers.append(lists)
    return lists
  }

  func refreshLasted(_ period: Int64) {
    periods?.column.add(period)
    periods?.words.append(period)
  }

  /// Ends the lists, and returns the rows in every file, in the order of the files.
  ///
  /// - Parameters:
  ///   - record: What is kept of the run.
  ///   - names: The names of the drivers of its arm.
  ///   - loads: Those of its loads, as far as they are measured.
  ///   - measured: What was measured of each driver of the run.
  /// - Returns: The rows for each file.
  /// - Throws: ``WriteError`` if a row could not be kept or read again.
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
    let rules = try frameRules()
    for list in files.lists {
      lists.append(try RowList(spools(of: list, measured, rules)))
    }
    return lists
  }

  private func spools(
    of list: TraceList, _ measured: [DriverMetrics],
    _ rules: [(driver: String, counts: FrameRuleCounts)]
  ) -> [Spool] {
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

  /// What the rules for bad frames say of each driver; nothing without a measured refresh.
  private func frameRules() throws(WriteError) -> [(
    driver: String, counts: FrameRuleCounts
  )] {
    var rules: [(driver: String, counts: FrameRuleCounts)] = []
    guard let (column, words) = periods,
      let period = try column.median(reading: { body throws(WriteError) in
        try words.forEachNumber(body)
      })
    else { return [] }
    for driver in drivers {
      guard let frames = driver.frames else { continue }
      let counts = try FrameRuleCounts(
        frames.times, period: period, cadence: driver.cadence,
        reading: { body throws(WriteError) in try frames.visit(body) })
      rules.append((driver.name, counts))
    }
    return rules
  }
}
