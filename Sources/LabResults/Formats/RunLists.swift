import LabExperiment
import LabMetrics
import LabTrace

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
