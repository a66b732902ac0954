import LabKernel
package import LabMetrics
import LabText
import LabTrace
package import LabWorkload

/// Does the same runs again with something changed, and compares.
///
/// A base is one arm at one sweep point, in all its replications. A change is made to what was
/// planned for each of them, with the same draws, and the runs are performed again. What a metric
/// loses by it is the saving: exact, signed, and a statement about these runs alone. The model
/// assumption is that tasks would have arrived at the same instants, but those that follow others.
package struct WhatIf: Sendable {
  /// The runs of the base, one a replication.
  package let runs: [RunSpec]
  /// The driver that is judged; beside tasks the one that shows them, or the first.
  package let driver: String
  /// Who is judged.
  package let subject: Headline.Subject
  /// What changes are ranked by.
  package internal(set) var goal = Goal.hangs
  /// The plan of the runs, of which the expectations are told that a change breaks; `nil` for none.
  package var plan: Plan?
  /// The expectation of the plan that fails, of which is told with which changes it holds.
  var failing: String?
  let bases: [WhatIfBase]
  /// What was measured of the first run, with its tasks.
  var measurement: RunMeasurement { bases[0].measurement }
  let jobs: Int

  /// A change that does not apply, and why.
  package struct Skipped: Hashable, Sendable {
    /// The change.
    package let change: Change
    /// Why it does not apply.
    package let reason: String
  }

  /// Judges a driver; `nil` for the one that is worst off.
  ///
  /// - Throws: ``ExperimentFailure`` if two performances of a run differ, or if one fails.
  package init(_ runs: [RunSpec], driver: String? = nil, jobs: Int = 1) throws(ExperimentFailure) {
    try self.init(runs, judging: .driver(driver), jobs: jobs)
  }

  /// Judges one who is known.
  ///
  /// - Parameters:
  ///   - runs: The replications of one arm at one sweep point; at least one.
  ///   - subject: Who is judged.
  ///   - jobs: How many runs are performed at a time; no result depends on it.
  /// - Throws: ``ExperimentFailure`` if two performances of a run differ, or if one fails.
  package init(
    _ runs: [RunSpec], judging subject: Headline.Subject, jobs: Int = 1
  ) throws(ExperimentFailure) {
    try self.init(runs, jobs: jobs) { _ in subject }
  }

  /// Judges who is asked about in a run, else who is worst off in it.
  init(
    _ run: RunSpec, about trouble: Plan.Trouble, jobs: Int
  ) throws(ExperimentFailure) {
    try self.init([run], jobs: jobs) { measurement in
      trouble.subject
        ?? Headline(measurement, of: run.scenario, about: trouble)?.subject ?? .driver(nil)
    }
  }

  /// Performs the base three times each: as it is, again, and with every task written out.
  ///
  /// - Parameters:
  ///   - runs: The replications of one arm at one sweep point; at least one.
  ///   - jobs: How many runs are performed at a time; no result depends on it.
  ///   - choose: Chooses who is judged by what was measured of the first.
  /// - Throws: ``ExperimentFailure`` if these differ, or if a run fails.
  private init(
    _ runs: [RunSpec], jobs: Int, choosing choose: (RunMeasurement) -> Headline.Subject
  ) throws(ExperimentFailure) {
    guard let first = runs.first, !first.scenario.drivers.isEmpty else {
      throw .cannotBegin("there is no timer or display link to judge")
    }
    for run in runs { try run.checkRepeatable() }
    self.jobs = jobs
    let trace = try Runner(jobs: 1).trace(of: first.measuringTasks)
    let measurement = RunMeasurement(trace)
    var subject = choose(measurement)
    if case .driver(let name) = subject {
      (driver, self.runs) = (
        name ?? measurement.driverWorstOff ?? first.scenario.drivers[0].name, runs
      )
      subject = .driver(driver)
    } else {
      if case .tasks(let question) = subject {
        subject = .tasks(try question.resolved(in: first, measurement))
      }
      (driver, self.runs) = (
        first.scenario.driver(showing: subject.load), runs.map { $0.measuringTasks }
      )
    }
    self.subject = subject
    let name = driver
    var bases: [WhatIfBase] = []
    for run in self.runs {
      let isFirst = bases.isEmpty
      let own = isFirst ? trace : try Runner(jobs: 1).trace(of: run)
      bases.append(
        try WhatIfBase(
          run, own, isFirst ? measurement : RunMeasurement(own), driver: name, judging: subject))
    }
    self.bases = bases
    goal = usualGoal
  }

  /// The name of what is judged.
  package var name: String {
    switch subject {
    case .driver: driver
    case .tasks, .waiter: subject.load ?? driver
    case .thread: "thread"
    }
  }

  /// What went wrong in each run of the base.
  package var troubles: [RunTrouble] { bases.map { $0.rerun.trouble } }

  /// What the base is judged by unless the user says otherwise: the worst of its `Symptoms`.
  ///
  /// A driver that does not draw, and of which every date was answered, is judged by its lateness
  /// if that exceeds `RunTrouble/latenessLimit`.
  package var worstMetric: SavingMetric {
    let symptoms = Symptoms(troubles)
    if troubles.contains(where: { $0.oldRefreshes > 0 }) { return symptoms.worstBesideOld }
    if let worst = symptoms.worst { return worst.metric }
    guard troubles.allSatisfy({ $0.dropped == nil }) else { return .dropped }
    let isLate = troubles.contains { $0.latenessP99 ?? .zero > $0.latenessLimit }
    return isLate ? .lateness : .missed
  }

  /// How many records single tasks must leave, were each left out of a run of its own, before they
  /// share runs.
  package var sharingLimit = 50_000_000

  /// Tries changes, each by itself.
  ///
  /// - Parameters:
  ///   - changes: The changes.
  ///   - goesOn: Is told again and again how many of them were tried; returns whether to go on.
  /// - Returns: A row for every change that applies and was tried, in order, and those that do not
  ///   apply with their reasons.
  /// - Throws: ``ExperimentFailure`` if an identity is broken, or if a run fails.
  package func rows(
    for changes: [Change], while goesOn: (Int) -> Bool = { _ in true }
  ) throws(ExperimentFailure) -> (rows: [WhatIfRow], skipped: [Skipped]) {
    var rows: [WhatIfRow?] = changes.map { _ in nil }
    var skipped: [Skipped] = []
    var tried = 0
    let shared = shared(changes)
    let others = changes.indices.filter { shared[$0] == nil }
    let isOver = try tryAlone(others.map { changes[$0] }) {
      number, result throws(ExperimentFailure) in
      switch result {
      case .success(let row): rows[others[number]] = row
      case .failure(.misfit(let mismatch)):
        skipped.append(Skipped(change: changes[others[number]], reason: mismatch.description))
      case .failure(.run(let failure)):
        // The base was performed: what cannot be performed with a change is no way out.
        skipped.append(Skipped(change: changes[others[number]], reason: failure.reason.description))
      case .failure(let failure): throw failure
      }
      tried += 1
      return goesOn(tried)
    }
    if isOver {
      try tryTogether(shared) { found in
        for (number, row) in found { rows[number] = row }
        tried += found.count
        return goesOn(tried)
      }
    }
    return (rows.compactMap { $0 }, skipped)
  }

  /// Tries changes, each in runs of its own, and delivers the rows in order as long as it goes on;
  /// returns whether that is to the end.
  private func tryAlone(
    _ changes: [Change],
    deliver: (Int, Result<WhatIfRow, ExperimentFailure>) throws(ExperimentFailure) -> Bool
  ) throws(ExperimentFailure) -> Bool {
    let line = OrderedParallelMap<Result<WhatIfRow, ExperimentFailure>>(
      count: changes.count, workers: jobs
    ) {
      let memory = RecordMemory()
      return { number in
        Result { () throws(ExperimentFailure) in try row(for: changes[number], in: memory) }
      }
    }
    var (number, goesOn) = (0, true)
    try line.deliver { result throws(ExperimentFailure) in
      goesOn = try deliver(number, result)
      number += 1
    } while: {
      goesOn
    }
    return goesOn
  }

  /// Tries one change in all replications, in the memory of the one before.
  func row(
    for change: Change, in memory: RecordMemory = RecordMemory()
  ) throws(ExperimentFailure) -> WhatIfRow {
    var reruns: [Rerun] = []
    var planned: [Duration] = []
    var asksLess = false
    var unfit: WhatIfRow.Flaw?
    for base in bases {
      let scenario = try change.made(in: base.scenario, seed: base.run.seed)
      planned.append(scenario.plannedWork)
      let (interval, changed) = (base.scenario.interval(of: driver), scenario.interval(of: driver))
      let isLonger = interval > .zero && changed > interval
      asksLess =
        asksLess || change.asksLess(of: driver, in: base.scenario, and: scenario)
        || isLonger && goal.isOfCallbacks
      if change.asksMore(of: driver, in: base.scenario, and: scenario) {
        unfit = .asksMore
      } else if change.isOfLab(of: driver, in: base.scenario, and: scenario) {
        unfit = unfit ?? .ofLab
      }
      if let known = base.foreseen(change) {
        reruns.append(known)
      } else {
        reruns.append(
          try base.perform(
            scenario, sameUntil: change.firstArrival(in: base.scenario), in: memory))
      }
    }
    return try WhatIfRow(
      change, reruns, of: bases, by: goal, planned: planned, asksLess: asksLess,
      unfit: unfit)
  }
}

// MARK: Single tasks

extension WhatIf {
  /// The single tasks among changes, by their numbers, if there are so many that they share runs.
  private func shared(_ changes: [Change]) -> [Int: SharedReruns.Task] {
    guard bases.count == 1, subject.isDriver, let reruns = SharedReruns(bases[0]) else {
      return [:]
    }
    var tasks: [Int: SharedReruns.Task] = [:]
    for (number, change) in changes.enumerated() { tasks[number] = reruns.task(of: change) }
    let isWorthwhile = tasks.count * bases[0].trace.records.count >= sharingLimit
    return isWorthwhile ? tasks : [:]
  }

  /// Leaves single tasks out of shared runs, farther apart each time, and those of which nothing
  /// can be told then out of runs of their own.
  private func tryTogether(
    _ tasks: [Int: SharedReruns.Task], deliver: ([(Int, WhatIfRow)]) -> Bool
  ) throws(ExperimentFailure) {
    guard !tasks.isEmpty, let reruns = SharedReruns(bases[0]) else { return }
    var numbers = Dictionary(keepingFirst: tasks.map { ($1, $0) })
    func rows(
      _ outcomes: [(SharedReruns.Task, RunTrouble)]
    ) throws(ExperimentFailure) -> [(Int, WhatIfRow)] {
      var rows: [(Int, WhatIfRow)] = []
      for (task, trouble) in outcomes {
        guard let number = numbers.removeValue(forKey: task) else { continue }
        let row = try WhatIfRow(
          task.change, [Rerun(trouble: trouble, fingerprint: nil)], of: bases, by: goal,
          planned: [bases[0].planned - task.duration])
        rows.append((number, row))
      }
      return rows
    }
    let idle = numbers.keys.filter { bases[0].foreseen($0.change) != nil }
    guard deliver(try rows(idle.map { ($0, bases[0].rerun.trouble) })) else { return }
    // Tasks closer than that can be told apart in no run.
    let gaps = [Duration.milliseconds(500), .seconds(2)].filter { $0 > reruns.interval }
    for gap in gaps + [.seconds(8)] {
      let batches = SharedReruns.batches(Array(numbers.keys), apart: gap)
      guard batches.count * 3 <= numbers.count else { break }
      let line = OrderedParallelMap<Result<[SharedReruns.Task: RunTrouble], ExperimentFailure>>(
        count: batches.count, workers: jobs
      ) {
        let memory = RecordMemory()
        return { number in
          Result { () throws(ExperimentFailure) in
            try reruns.outcomes(of: batches[number], in: memory)
          }
        }
      }
      var goesOn = true
      try line.deliver { result throws(ExperimentFailure) in
        goesOn = deliver(try rows(result.get().map { ($0, $1) }))
      } while: {
        goesOn
      }
      guard goesOn else { return }
    }
    let left = numbers.values.sorted()
    _ = try tryAlone(left.compactMap { tasks[$0]?.change }) {
      number, result throws(ExperimentFailure) in
      deliver([(left[number], try result.get())])
    }
  }
}

extension Change {
  /// When the first of the tasks arrives that are changed, if nothing else is.
  func firstArrival(in scenario: Scenario) -> Instant? {
    // What joins other modes does so before anything arrives.
    if steps.contains(where: { $0.joinsModes }) { return .start }
    return taskSelections?.compactMap { selection in
      guard let load = scenario.loads.first(where: { $0.name == selection.load }),
        let tasks = load.writtenTasks
      else { return Instant.start }
      let first = selection.positions(in: tasks).first
      // What follows another task arrives when that one has ended.
      guard load.leaders.isEmpty else { return first == nil ? nil : Instant.start }
      return first.map { tasks[$0].arrival }
    }.min()
  }
}

extension Change.Step {
  fileprivate var joinsModes: Bool {
    switch self {
    case .tasks(_, .common), .tasks(_, .mainQueue), .tasks(_, .sheet): true
    default: false
    }
  }
}

extension RunMeasurement {
  /// The driver that stood still for the longest; `nil` if nothing is wrong with any.
  fileprivate var driverWorstOff: String? {
    complaints(awaiting: []).lazy.compactMap { complaint in
      if case .driver(let name) = complaint.subject { name } else { nil }
    }.first
  }
}

extension TaskQuestion {
  /// The same question about the load that is worst off, if it names none.
  fileprivate func resolved(
    in run: RunSpec, _ measurement: RunMeasurement
  ) throws(ExperimentFailure) -> TaskQuestion {
    guard let tasks = tasks(of: measurement.loads, inputs: run.scenario.inputs),
      let known = TaskQuestion(metric, of: tasks.name)
    else {
      let isThere = measurement.loads.contains { $0.name == load ?? $0.name }
      throw .cannotBegin(
        isThere
          ? "no driver shows the tasks of \(load.map { "'\($0)'" } ?? "a load"), so that they have no"
            + " \(metric). Write 'shown through \(run.scenario.drivers.first?.name ?? "DRIVER")' at"
            + " the end of the line of the load"
          : load.map { "run \(run.index) has no load '\($0)'" }
            ?? "run \(run.index) has no load whose tasks could be judged")
    }
    return known
  }
}

extension RunSpec {
  /// The same, with the tasks of its loads measured.
  package var measuringTasks: RunSpec {
    var scenario = scenario
    scenario.measuresTasks = true
    return RunSpec(label, scenario, recording: recording)
  }
}

extension Scenario {
  /// The names of the loads whose tasks answer a user.
  fileprivate var inputs: Set<String> { Set(loads.filter { $0.isInput }.map { $0.name }) }

  /// The driver that shows the tasks of a load, else the first.
  fileprivate func driver(showing load: String?) -> String {
    loads.first { $0.name == load }?.driver ?? drivers.first?.name ?? ""
  }
}

extension Scenario {
  /// The interval of a timer; zero for any other driver.
  fileprivate func interval(of name: String) -> Duration {
    drivers.first { $0.name == name }?.source.interval ?? .zero
  }
}
