import Foundation
package import LabExperiment
package import LabMetrics

/// The finished runs of a plan, by their position in it.
///
/// The numbers stay in files.
package final class RunTable {
  /// A journal, and the folder of the lists of which its records speak.
  struct Source {
    let journal: Journal
    let folder: String
  }

  /// The runs of which some are finished.
  package let plan: Plan
  /// How many are finished.
  package private(set) var count = 0
  /// Why a record could not be read; everything read since then is undefined.
  private(set) var failure: WriteError?

  private(set) var sources: [Source] = []
  /// What the finished runs are read from.
  private(set) var records: RecordReader
  private let metricIndex: [String: Int]

  /// Creates a table without a finished run.
  init(_ plan: Plan, _ selection: MetricSelection) {
    var plan = plan
    plan.measuresTasks = selection.keepsTasks
    self.plan = plan
    records = RecordReader(count: plan.count, selection)
    metricIndex = Dictionary(
      uniqueKeysWithValues: MetricDictionary.everything.enumerated().map { ($1.name, $0) })
  }

  /// Creates a table with a hidden journal, for runs that are not to be kept.
  ///
  /// - Throws: ``WriteError`` if the system refuses a temporary file.
  package convenience init(temporaryFor plan: Plan) throws(WriteError) {
    try self.init(temporaryFor: plan, .all)
  }

  /// Creates a table with a hidden journal in which some metrics are kept.
  convenience init(
    temporaryFor plan: Plan, _ selection: MetricSelection
  ) throws(WriteError) {
    self.init(plan, selection)
    let folder = FileManager.default.temporaryDirectory.path
    do throws(WriteError) {
      add(Source(journal: Journal(try DiskFile(temporaryIn: folder)), folder: folder))
    } catch {
      guard case .refused(_, let reason) = error else { throw error }
      throw .noTemporaryFile(folder: folder, reason: reason)
    }
  }

  /// The metrics that are kept of every run.
  package var selection: MetricSelection { records.selection }

  private func add(_ source: Source) {
    sources.append(source)
    records.add(source.journal.anotherReader)
  }

  /// Records what a run came to.
  ///
  /// - Throws: ``WriteError`` if the system refuses.
  package func append(_ result: RunResult) throws(WriteError) {
    let run = result.run.index
    try append(RunRecord(result, drivers: drivers(of: run), loads: loads(of: run), selection))
  }

  /// Takes in the runs that are recorded in a folder.
  ///
  /// - Parameters:
  ///   - journal: The journal of the folder.
  ///   - folder: Where the lists are.
  ///   - lists: The files of the lists, each with its header.
  /// - Returns: Whether all of the journal made sense and the lists are as it says, and where each
  ///   list ends.
  /// - Throws: ``WriteError`` if something cannot be read.
  func add(
    _ journal: Journal, in folder: String, lists: [(file: DiskFile, header: [UInt8])]
  ) throws(WriteError) -> (isWhole: Bool, ends: [Int]) {
    add(Source(journal: journal, folder: folder))
    var ends = lists.map(\.header.count)
    while let (bytes, place) = try journal.next() {
      let record = RunRecord(bytes: bytes, selection)
      guard isSensible(record), try areWhole(record, lists.map(\.file), after: ends) else {
        journal.refuse(at: place)
        return (false, ends)
      }
      enter(record.run, at: place)
      ends = record.rows.map(\.upperBound)
    }
    return (journal.isAtEnd, ends)
  }

  /// Whether a record is the whole one of a run that is not finished yet.
  private func isSensible(_ record: RunRecord) -> Bool {
    plan.indices.contains(record.run) && !contains(record.run)
      && record.isWhole(drivers: drivers(of: record.run).count + loads(of: record.run).count)
  }

  /// Whether the rows of a record are in the lists as they were written, behind those before.
  private func areWhole(
    _ record: RunRecord, _ lists: [DiskFile], after ends: [Int]
  ) throws(WriteError) -> Bool {
    let (rows, hashes) = (record.rows, record.rowHashes)
    guard rows.map(\.lowerBound) == ends else { return false }
    for ((rows, hash), list) in zip(zip(rows, hashes), lists) {
      guard rows.upperBound <= list.count, try list.reading.hash(of: rows) == hash else {
        return false
      }
    }
    return true
  }

  /// Records a run in the last journal.
  func append(_ record: RunRecord) throws(WriteError) {
    guard let journal = sources.last?.journal else { preconditionFailure("there is no journal") }
    enter(record.run, at: try journal.append(record.bytes))
  }

  private func enter(_ run: Int, at place: Int) {
    records.enter(run, at: place)
    count += 1
  }

  /// Whether a run is finished.
  package func contains(_ run: Int) -> Bool { records.contains(run) }

  /// The runs that are finished, in the order of the plan.
  package var runs: some Sequence<Int> { plan.indices.lazy.filter { self.contains($0) } }

  /// The names of the drivers of a run, in the order of its record.
  package func drivers(of run: Int) -> [String] { plan.arm(of: run).drivers }

  /// The names of the loads of a run, which stand behind the drivers in its record; none if no
  /// metric of tasks is kept.
  package func loads(of run: Int) -> [String] {
    selection.keepsTasks ? plan.arm(of: run).loads : []
  }

  /// Returns the record of a run; `nil` if it is not finished or cannot be read.
  package func record(of run: Int) -> RunRecord? {
    guard failure == nil else { return nil }
    do {
      return try records.record(of: run)
    } catch {
      failure = error
      return nil
    }
  }

  /// Returns the value of a metric of a driver, or of the tasks of a load; `nil` if it is undefined
  /// or the run is not finished.
  package func value(run: Int, driver: String, metric: String) -> MetricValue? {
    guard let metric = metricIndex[metric] else { return nil }
    let names = drivers(of: run)
    let isOfTasks = MetricDictionary.everything[metric].isOfTasks
    guard let position = (isOfTasks ? loads(of: run) : names).firstIndex(of: driver) else {
      return nil
    }
    return record(of: run)?.value(
      driver: isOfTasks ? names.count + position : position, metric: metric)
  }

  /// Whether the values of a metric are kept.
  package func keeps(_ metric: String) -> Bool {
    metricIndex[metric].map { selection.place(of: $0) != nil } ?? false
  }

  /// Throws if a record could not be read.
  package func check() throws(WriteError) {
    if let failure { throw failure }
  }
}

extension RunTable {
  /// How many runs are handed out at a time, so that a long list of them is never in memory.
  private static let portion = 1 << 16

  /// Performs all runs of a part of the plan that are not finished, round by round.
  ///
  /// - Parameters:
  ///   - shard: The part.
  ///   - perform: Performs some of them; called round by round.
  /// - Throws: What `perform` throws, or ``WriteError`` if a run cannot be read again.
  func performMissing(
    of shard: Shard, by perform: ([Int]) throws -> Void
  ) throws {
    var rounds = Rounds(plan, shard: shard, metric: value)
    while let round = rounds.next() {
      for begin in stride(from: 0, to: round.count, by: Self.portion) {
        let portion = round[begin..<Swift.min(begin + Self.portion, round.count)]
        let missing = portion.filter { plan.performs($0) && !contains($0) }
        if !missing.isEmpty { try perform(missing) }
      }
      // A value that cannot be read must not decide how the next round looks.
      try check()
    }
  }
}
