package import LabExperiment
package import LabKernel
import LabMetrics
import LabTrace

/// Performs the runs of an experiment, measures them, and writes the files of its result.
///
/// Every run is recorded as soon as it is finished, so that memory holds a few runs at a time and a
/// kill costs no more than those.
package final class ResultWriter {
  private let lists: PerRunFiles
  private let table: RunTable
  private let request: RunRequest
  private let folder: ResultFolder
  private var listFiles: [DiskFile] = []

  /// Opens the result of an experiment.
  ///
  /// - Parameters:
  ///   - request: What is to be performed and written.
  ///   - plan: All runs of the experiment.
  ///   - path: The folder of the result.
  ///   - policy: What to do about what is there already.
  ///   - reservation: Keeps the place already; `nil` to take it now.
  /// - Throws: ``WriteError`` if what is there must stay, or if nothing can be written.
  package init(
    _ request: RunRequest, _ plan: Plan, at path: String, _ policy: ResultFolder.Policy,
    in reservation: ResultFolder.Reservation? = nil
  ) throws(WriteError) {
    lists = request.lists(of: plan)
    table = RunTable(plan, request.selection(for: plan.experiment))
    self.request = request
    folder = try ResultFolder(path, policy, request: request.json, in: reservation)
  }

  /// Told how far a run is under way, whenever some thousand records of it have been measured;
  /// called on any thread.
  package var underway: (@Sendable (_ run: RunSpec, _ now: Instant) -> Void)?

  /// What came of the expectations, in the order of the script, for runs on a host, which leave
  /// some undecided; empty for what the numbers of the runs say.
  package var outcomes: [Verdict.Outcome] = []

  /// How many runs there will be at most.
  package var limit: Int { Rounds(table.plan, shard: request.shard, metric: table.value).limit }

  /// What the runs come to that are finished; nothing is searched or judged.
  package var known: ExperimentResult {
    ExperimentResult(name: lists.experiment, table: table, verdicts: nil)
  }

  /// Performs all runs that are not finished and writes all files; the folder takes its place last.
  ///
  /// - Parameters:
  ///   - jobs: How many runs are performed at a time.
  ///   - progress: Is told at the start, and after every run, how many are finished; it may throw
  ///     to give up.
  /// - Returns: The runs with their verdicts; `nil` for a part of a plan, which is not judged.
  /// - Throws: `ExperimentFailure` if a run could not be completed, or if its numbers contradict
  ///   each other,
  ///   ``WriteError`` if a file could not be written. Then no result appears, but
  ///   finished runs are kept unless a run is at fault.
  package func perform(
    jobs: Int, progress: (Int) throws -> Void = { _ in }
  ) throws -> ExperimentResult? {
    do {
      try open()
      try performRuns(jobs: jobs, progress: progress)
      guard request.shard.isWhole else {
        try folder.commitRuns { Manifest(request, table.plan, files: $0) }
        return nil
      }
      let searches = SearchJournal(Journal(try folder.file(SearchJournal.name)))
      var result = try ExperimentResult(
        name: lists.experiment, table: table, jobs: jobs, memory: searches)
      for (index, outcome) in outcomes.enumerated() { result.verdicts[index].outcome = outcome }
      try ResultAssembly(
        result: result, lists: lists, folder: folder, request: request, jobs: jobs
      ).write()
      return result
    } catch {
      // A run that failed would fail again; anything else may go better the next time.
      folder.keepsRuns = table.count > 0 && !(error is ExperimentFailure)
      guard folder.keepsRuns, case .refused(let path, let reason) = error as? WriteError
      else { throw error }
      throw WriteError.interrupted(path: path, reason: reason)
    }
  }

  private func performRuns(jobs: Int, progress: (Int) throws -> Void) throws {
    try progress(table.count)
    var runner = Runner(
      jobs: jobs, detail: lists.lists.contains(.events) ? .everything : .measurements)
    runner.underway = underway
    let plan = table.plan
    let spools = folder.runs
    func receive(_ finished: Result<Result<FinishedRun, WriteError>, ExperimentFailure>) throws {
      try record(finished.get().get())
      try progress(table.count)
    }
    try table.performMissing(of: request.shard) { [lists, runner] runs throws(any Error) in
      try runner.measure(
        plan, at: runs,
        watching: { run in
          RunLists(of: run, lists, drivers: plan.arm(of: run.index).drivers.count, in: spools)
        },
        keeping: { result, rows in
          Result { () throws(WriteError) in
            try FinishedRun(result, rows, plan.arm(of: result.run.index), lists)
          }
        }, receive: receive)
      try table.check()
    }
  }

  /// What is kept of a run: its numbers, and its rows in the lists.
  struct FinishedRun: Sendable {
    let record: RunRecord
    let rows: [RowList]

    init(
      _ result: RunResult, _ lists: RunLists, _ arm: Experiment.Arm, _ files: PerRunFiles
    ) throws(WriteError) {
      let loads = files.selection.loads(of: arm)
      record = RunRecord(
        result, drivers: arm.drivers, loads: loads, files.selection, lists: files.count)
      rows = try lists.finish(
        record, drivers: arm.drivers, loads: loads, measured: result.drivers)
    }
  }

  /// Opens the files of the finished runs, and reads those that are there.
  private func open() throws(WriteError) {
    try folder.renew(table.selection, lists)
    for list in lists.files {
      let file = try folder.file(list.name)
      if try file.reading.read(at: 0, count: list.header.count) != list.header {
        // No record of the journal holds for what follows another header.
        try file.truncate(to: 0)
        try file.append(list.header)
      }
      listFiles.append(file)
    }
    let journal = Journal(try folder.file(Journal.name))
    let (isWhole, ends) = try table.add(
      journal, in: folder.runs, lists: Array(zip(listFiles, lists.files.map(\.header))))
    if !isWhole { try journal.truncateTornTail() }
    for (file, end) in zip(listFiles, ends) { try file.truncate(to: end) }
  }

  private func record(_ finished: FinishedRun) throws(WriteError) {
    var record = finished.record
    record.place(finished.rows, atEnds: listFiles.map(\.count))
    for (file, rows) in zip(listFiles, finished.rows) { try rows.write(to: file) }
    try table.append(record)
  }
}

/// A result that was written before, and need not be made again.
package struct FinishedResult {
  /// The experiment's short name.
  package let name: String
  /// Whether the expectations hold, in the order of the script; none for a part of a plan.
  package let verdicts: [Verdict]

  /// Finds the result of a request; `nil` unless all of it is there as it was written.
  package init?(of request: RunRequest, at path: String) {
    guard let published = try? PublishedResult(at: path),
      published.manifest.requestHash == request.hash, published.isComplete
    else { return nil }
    StagingFolder(for: path).cleanUp(after: published)
    name = request.name
    guard let verdicts = request.shard.isWhole ? try? ResultFiles.verdicts(in: path) : [] else {
      return nil
    }
    self.verdicts = verdicts
  }
}

/// The runs of searches in a journal, in the order in which they were asked for.
///
/// A record is the position of the run, then its values, each as in a ``RunRecord``.
final class SearchJournal {
  /// The name of the file in a folder of finished runs.
  static let name = "searches.journal"

  private let journal: Journal
  private var isRecalling = true

  init(_ journal: Journal) {
    self.journal = journal
  }

  /// Performs the runs that a search asks for and that are not kept next, and keeps them.
  ///
  /// - Throws: `WriteError`, or that a run failed.
  func perform(_ runs: [Int], of plan: Plan, jobs: Int, into table: ProbeTable) throws {
    var missing = runs[...]
    while let run = missing.first, let values = try recall(run: run, count: table.count) {
      table.append((run, values))
      missing.removeFirst()
    }
    try Runner(jobs: jobs).measure(plan, at: Array(missing), keeping: table.digest) { finished in
      let finished = try finished.get()
      try keep(finished.values, ofRun: finished.run)
      table.append(finished)
    }
  }

  /// Returns the values of a run if they were kept next; `nil` if not, and from then on.
  private func recall(run: Int, count: Int) throws(WriteError) -> [MetricValue?]? {
    guard isRecalling else { return nil }
    if let (bytes, place) = try journal.next() {
      if bytes.count == 8 + count * MetricValue.codeSize, bytes.word(at: 0) == UInt64(run) {
        return (0..<count).map { bytes.value(at: 8 + $0 * MetricValue.codeSize) }
      }
      journal.refuse(at: place)
    }
    isRecalling = false
    try journal.truncateTornTail()
    return nil
  }

  private func keep(_ values: [MetricValue?], ofRun run: Int) throws(WriteError) {
    var bytes: [UInt8] = []
    bytes.append(word: UInt64(run))
    for value in values { bytes.append(value: value) }
    _ = try journal.append(bytes[...])
  }
}
