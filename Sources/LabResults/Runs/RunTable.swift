package import LabExperiment
package import LabMetrics
import LabText

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
      keepingFirst: MetricDictionary.everything.enumerated().map { ($1.name, $0) })
  }

  /// Creates a table with a hidden journal, for runs that are not to be kept.
  package convenience init(temporaryFor plan: Plan) throws(WriteError) {
    try self.init(temporaryFor: plan, .all)
  }

  /// Creates a table with a hidden journal in which some metrics are kept.
  convenience init(
    temporaryFor plan: Plan, _ selection: MetricSelection
  ) throws(WriteError) {
    self.init(plan, selection)
    let folder = DiskFile.temporaryFolder
    do throws(WriteError) {
      add(Source(journal: Journal(try DiskFile(temporaryIn: folder)), folder: folder))
    } catch {
      guard case .refused(_, let reason) = error else { throw error }
      throw .noTemporaryFile(folder: folder, reason: reason)
    }
  }

  /// The metrics that are kept of every run.
  package var selection: MetricSelection { records.selection }

  /// Takes a journal, in which the runs are that are entered from now on.
  func add(_ source: Source) {
    sources.append(source)
    records.add(source.journal.anotherReader)
  }

  /// Records what a run came to.
  package func append(_ result: RunResult) throws(WriteError) {
    let run = result.run.index
    try append(RunRecord(result, drivers: drivers(of: run), loads: loads(of: run), selection))
  }

  /// Records a run in the last journal.
  func append(_ record: RunRecord) throws(WriteError) {
    guard let journal = sources.last?.journal else { preconditionFailure("there is no journal") }
    enter(record.run, at: try journal.append(record.bytes))
  }

  /// Takes in a run whose record is at a place of the last journal.
  func enter(_ run: Int, at place: Int) {
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
  package func loads(of run: Int) -> [String] { selection.loads(of: plan.arm(of: run)) }

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

  /// Asks for all runs of a part of the plan that are not finished, round by round.
  ///
  /// - Parameters:
  ///   - shard: The part.
  ///   - perform: Performs some of them, and throws unless what is recorded can be read: a value
  ///     that cannot must not decide how the next round looks.
  /// - Throws: What `perform` throws.
  func performMissing<Refusal>(
    of shard: Shard, by perform: ([Int]) throws(Refusal) -> Void
  ) throws(Refusal) {
    var rounds = Rounds(plan, shard: shard, metric: value)
    while let round = rounds.next() {
      for begin in stride(from: 0, to: round.count, by: Self.portion) {
        let portion = round[begin..<Swift.min(begin + Self.portion, round.count)]
        try perform(portion.filter { plan.performs($0) && !contains($0) })
      }
    }
  }
}
