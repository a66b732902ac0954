import LabDisplay
package import LabKernel
package import LabMetrics
package import LabTrace
package import LabWorkload

/// Performs the runs of a plan on several cores and hands over what each yields, in order.
package struct Runner: Sendable {
  /// A run that could not be completed.
  package struct Failure: Error, Hashable {
    /// The run.
    package let run: RunSpec
    /// Why its world came to an end.
    package let reason: WorldFailure
    /// The line of the script that is most to blame, as `beat.lab:7`; `nil` if it is unknown.
    package var place: String?
    /// Whether it was to be kept as a whole, which takes a tighter limit on events.
    package internal(set) var wasKept = false
  }

  /// How many events happen at most in a run that is kept as a whole.
  package var keptEvents = Scenario.mostKeptEvents

  /// How many bytes the runs that are performed at a time may take together; `nil` for half of what
  /// the machine has.
  package var mostMemory: Int64?

  /// How many runs are performed at a time.
  package let jobs: Int

  /// How much the traces keep.
  package let detail: Trace.Detail

  /// Whether what is measured is to be kept as a whole later, to be shown: then a run may have no
  /// more events than can be kept.
  let isForShowing: Bool

  /// Told how far a run is whenever a part of its records has been measured; called on any thread.
  package var underway: (@Sendable (_ run: RunSpec, _ now: Instant) -> Void)?

  /// How many events of a run may come of each vsync, task or cost of its recordings: about what
  /// one is and makes.
  private static let eventsPerRecorded = 16

  /// How many records of a run are kept at a time: 1 MB.
  private static let recordCount = 1 << 15

  /// Creates a runner.
  ///
  /// - Parameters:
  ///   - jobs: How many runs are performed at a time; at least 1.
  ///   - detail: How much the traces keep.
  package init(jobs: Int, detail: Trace.Detail = .measurements) {
    self.init(jobs: jobs, detail, isForShowing: false)
  }

  /// Creates a runner of runs that are to be shown later.
  package init(forShowing jobs: Int) { self.init(jobs: jobs, .measurements, isForShowing: true) }

  private init(jobs: Int, _ detail: Trace.Detail, isForShowing: Bool) {
    precondition(jobs >= 1, "\(jobs) jobs cannot perform anything")
    (self.jobs, self.detail, self.isForShowing) = (jobs, detail, isForShowing)
  }

  /// Performs one run, and keeps all that happened: a million events at most, but
  /// for those that recordings bring with them.
  ///
  /// - Returns: What happened.
  /// - Throws: ``ExperimentFailure/run(_:)`` if its world came to an end early.
  package func trace(of run: RunSpec) throws(ExperimentFailure) -> Trace {
    if let recording = run.recording { return recording.trace }
    let scenario = kept(run.scenario)
    let wasKept = scenario.eventLimit < run.scenario.eventLimit
    do throws(WorldFailure) {
      return try Stage(scenario, seed: run.seed, detail: detail).run()
    } catch {
      throw .run(Failure(run: run, reason: error, wasKept: wasKept))
    }
  }

  /// A scenario with no more events than are kept.
  private func kept(_ scenario: Scenario) -> Scenario {
    var scenario = scenario
    scenario.eventLimit = min(
      scenario.eventLimit, keptEvents + Self.eventsPerRecorded * scenario.recordedCount)
    return scenario
  }

  /// Performs one run and measures it.
  ///
  /// - Returns: What it came to.
  /// - Throws: ``ExperimentFailure`` if it would need too much memory, if its world came to an end
  ///   early, or if the numbers contradict each other.
  package func result(of run: RunSpec) throws(ExperimentFailure) -> RunResult {
    try result(of: run, in: RecordMemory())
  }

  /// Performs one run with its records in the memory of the one before, and measures it.
  ///
  /// - Parameters:
  ///   - run: The run.
  ///   - memory: Where its records lie, as many as are kept at a time.
  ///   - watcher: Is given all records once, and what was measured; `nil` for none.
  /// - Returns: What it came to.
  /// - Throws: ``ExperimentFailure`` if it would need too much memory, if its world came to an end
  ///   early, or if the numbers contradict each other.
  package func result(
    of run: RunSpec, in memory: RecordMemory, watchedBy watcher: (any RunWatcher)? = nil
  ) throws(ExperimentFailure) -> RunResult {
    if let trace = run.recording?.trace {
      watcher?.consume(trace)
      let measurement = RunMeasurement(trace)
      watcher?.receive(measurement)
      return try RunResult(run, fingerprint: trace.fingerprint, measurement)
    }
    let scenario = isForShowing ? kept(run.scenario) : run.scenario
    try checkMemory(run, scenario)
    let wasKept = scenario.eventLimit < run.scenario.eventLimit
    // Only who reports needs a copy of the run.
    let report = underway.map { underway in { (now: Instant) in underway(run, now) } }
    let stage = Stage(
      scenario, seed: run.seed, detail: detail, keeping: Self.recordCount, in: memory)
    let walk = RunWalk(
      until: scenario.duration.wholeNanoseconds, expecting: scenario.expectedRecords)
    var trace: Trace
    do throws(WorldFailure) {
      trace = try stage.run(handingOver: Self.recordCount) { [world = stage.world] trace in
        walk.consume(trace)
        watcher?.consume(trace)
        if let report, trace.records.count >= Self.recordCount { report(world.now) }
      }
    } catch {
      throw .run(Failure(run: run, reason: error, wasKept: wasKept))
    }
    let measurement = RunMeasurement(walk, trace.header)
    watcher?.receive(measurement)
    let result = try RunResult(run, fingerprint: trace.fingerprint, measurement)
    memory.keep(&trace)
    return result
  }

  /// Performs runs of a plan, all of them unless positions are given.
  ///
  /// Runs are independent of one another, and what they yield is handed over in the order of their
  /// positions whatever the number of jobs. A job that is far ahead waits, so that memory stays
  /// bounded. Whatever can be worked out from a run alone belongs into `digest`: one thread
  /// receives what all of them yield.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - positions: The runs, by their positions in it.
  ///   - digest: Turns a run and its trace into what is kept of it; called on any thread.
  ///   - receive: Is given what is kept, in order, one at a time, or why a run failed, behind which
  ///     it may throw or go on.
  /// - Throws: What `receive` threw; no run is begun then.
  package func perform<Kept: Sendable, Thrown: Error>(
    _ plan: Plan, at positions: [Int]? = nil,
    keeping digest: @escaping @Sendable (RunSpec, Trace) throws(ExperimentFailure) -> Kept,
    receive: (Result<Kept, ExperimentFailure>) throws(Thrown) -> Void
  ) throws(Thrown) {
    try perform(
      plan, at: positions ?? Array(plan.indices),
      by: { { run throws(ExperimentFailure) in try digest(run, trace(of: run)) } },
      receive: receive)
  }

  /// Performs runs of a plan in the same way, and measures them meanwhile.
  package func measure<Kept: Sendable, Thrown: Error>(
    _ plan: Plan, at positions: [Int],
    keeping digest: @escaping @Sendable (RunResult) -> Kept,
    receive: (Result<Kept, ExperimentFailure>) throws(Thrown) -> Void
  ) throws(Thrown) {
    try perform(
      plan, at: positions,
      by: {
        let memory = RecordMemory()
        return { run throws(ExperimentFailure) in digest(try result(of: run, in: memory)) }
      }, receive: receive)
  }

  /// Performs and measures runs of a plan in the same way, each with a watcher of its own.
  package func measure<Watcher: RunWatcher, Kept: Sendable, Thrown: Error>(
    _ plan: Plan, at positions: [Int],
    watching makeWatcher: @escaping @Sendable (RunSpec) -> Watcher,
    keeping digest: @escaping @Sendable (RunResult, Watcher) -> Kept,
    receive: (Result<Kept, ExperimentFailure>) throws(Thrown) -> Void
  ) throws(Thrown) {
    try perform(
      plan, at: positions,
      by: {
        let memory = RecordMemory()
        return { run throws(ExperimentFailure) in
          let watcher = makeWatcher(run)
          return digest(try result(of: run, in: memory, watchedBy: watcher), watcher)
        }
      }, receive: receive)
  }

  private func perform<Kept: Sendable, Thrown: Error>(
    _ plan: Plan, at positions: [Int],
    by makeWorker: @escaping @Sendable () -> (RunSpec) throws(ExperimentFailure) -> Kept,
    receive: (Result<Kept, ExperimentFailure>) throws(Thrown) -> Void
  ) throws(Thrown) {
    let line = OrderedParallelMap<Result<Kept, ExperimentFailure>>(
      count: positions.count, workers: workers(for: plan, at: positions)
    ) {
      let work = makeWorker()
      return { index in
        let run = plan[positions[index]]
        do throws(ExperimentFailure) {
          return .success(try work(run))
        } catch {
          guard case .run(var failure) = error else { return .failure(error) }
          failure.place = plan.experiment.place(of: failure)
          return .failure(.run(failure))
        }
      }
    }
    try line.deliver(to: receive)
  }
}

extension Scenario {
  /// How many vsyncs, tasks and costs its recordings hold.
  fileprivate var recordedCount: Int {
    var count = 0
    if case .recorded(let vsyncs) = panel.timing { count += vsyncs.count }
    for load in loads {
      if case .recorded(let tasks) = load.tasks { count += tasks.count }
    }
    for driver in drivers {
      switch driver.cost {
      case .inTurn(let costs): count += costs.count
      case .dated(let costs): count += costs.entries.count
      default: break
      }
    }
    return count
  }
}

/// Sees the records of a run while it is made, and what was measured of it.
package protocol RunWatcher: AnyObject {
  /// Is given a trace that holds the records since the last time.
  func consume(_ trace: borrowing Trace)

  /// Is given what was measured, when the run is over.
  func receive(_ run: RunMeasurement)
}

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension Runner.Failure: CustomStringConvertible {
  /// The line of the script, the run, why it ended, and a remedy.
  package var description: String {
    let origin = place.map { "\($0): error: " } ?? ""
    return "\(origin)run \(run.index), arm '\(run.arm)': \(reason)\(remedy)"
  }

  /// How long the run may be to be kept as a whole, as a script has it; `nil` if it is not too long
  /// for that.
  package var keptLength: String? {
    guard wasKept, case .tooManyEvents(let instant, _, _) = reason else { return nil }
    return instant.shorterLength
  }

  private var remedy: String {
    switch reason {
    case .tooManyEvents(let instant, _, _) where wasKept:
      ". More are not kept to be looked at, as they take some 150 MB. Choose another run with --run,"
        + " or \(instant.shorterRun); 'runlooplab run' measures longer ones."
    case .tooManyEvents(_, let events, _): ", or write 'events \(10 * events)'."
    case .timeStandsStill: ". Let time pass between the events: write a longer interval or cost."
    case .asleepForever: ". Write a shorter 'run'."
    case .nestedTooDeeply: ". Write fewer gestures that overlap."
    case .tooManyModes: ". Write fewer modes."
    }
  }
}

extension Runner {
  /// How much memory the machine has, in bytes.
  private static var machineMemory: Int64 {
    #if canImport(Glibc) || canImport(Darwin)
      Int64(max(0, sysconf(Int32(_SC_PHYS_PAGES)))) * Int64(max(0, sysconf(Int32(_SC_PAGESIZE))))
    #else
      2 << 30
    #endif
  }

  /// How many bytes runs may take.
  private var room: Int64 { mostMemory ?? Self.machineMemory / 2 }

  /// How many runs of a plan the memory holds at a time, as the first and the last of them tell.
  func workers(for plan: Plan, at positions: [Int]) -> Int {
    let ends = [positions.first, positions.last].compactMap { $0 }
    let need = ends.map { plan[$0].scenario.expectedBytes }.max() ?? 1
    return Int(clamping: max(1, min(Int64(jobs), room / max(1, need))))
  }

  /// Refuses a run that would take more than half of the machine's memory.
  ///
  /// - Throws: ``ExperimentFailure/cannotBegin(_:)`` with what it takes, and what to do.
  func checkMemory(_ run: RunSpec, _ scenario: Scenario) throws(ExperimentFailure) {
    let need = scenario.expectedBytes
    guard need > room else { return }
    throw .cannotBegin(
      "run \(run.index), arm '\(run.arm)', takes about \(gigabytes(need)) of memory, and half of what"
        + " this machine has is \(gigabytes(room)): write a shorter 'run', fewer drivers, or"
        + " longer intervals")
  }

  private func gigabytes(_ bytes: Int64) -> String {
    let tenths = (bytes + 50_000_000) / 100_000_000
    return "\(tenths / 10).\(tenths % 10) GB"
  }
}

extension Experiment {
  /// Returns the line of the load, gesture or driver that is most to blame for the end of a run.
  func place(of failure: Runner.Failure) -> String? {
    let names: [String] =
      switch failure.reason {
      case .timeStandsStill(_, _, let busiest), .tooManyEvents(_, _, let busiest): busiest
      case .asleepForever, .nestedTooDeeply, .tooManyModes: []
      }
    let known = names.first { place(of: $0, arm: failure.run.arm) != places["run"] }
    return place(of: known, arm: failure.run.arm)
  }

  /// Returns the line of a load, gesture or driver of an arm; that of `run` for none.
  package func place(of name: String?, arm: String) -> String? {
    name.flatMap { places["\(arm).\($0)"] ?? places[$0] } ?? places["run"]
  }
}
