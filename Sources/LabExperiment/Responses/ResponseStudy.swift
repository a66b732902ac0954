import LabKernel
import LabMetrics
import LabTrace
import LabWorkload

/// All changes that are tried for the tasks of one load in one run, ranked by what they save.
///
/// A change is made to what is planned, with the same draws, and the run is performed again. No
/// change is tried that takes the tasks away which are asked about.
struct ResponseStudy: Sendable {
  /// What one change comes to.
  struct Row: ChangeTrial, Sendable {
    let change: Change
    let removedWork: Duration
    /// The metric with the change.
    let value: Double
    /// The mean of the quantity, which decides between equals.
    let mean: Double
  }

  let run: RunSpec
  let load: Load
  let question: TaskQuestion
  /// What happened without any change, and why.
  let headline: TaskHeadline
  /// The metric without any change; `nil` if it is undefined.
  let value: Double?
  /// The changes that apply, the best first.
  let rows: [Row]
  /// That the search was ended early; `nil` if it was not.
  let stop: String?

  /// Tries every change of the default list, and pairs of the best.
  ///
  /// - Throws: ``ExperimentFailure``.
  init(
    _ run: RunSpec, about question: TaskQuestion, jobs: Int, budget: Int,
    while goesOn: () -> Bool = { true }
  ) throws(ExperimentFailure) {
    let trial = try ResponseTrial(run, about: question)
    (self.run, self.question) = (run, question)
    (load, headline, value) = (trial.load, trial.headline, trial.value)
    guard trial.value ?? 0 > 0 else {
      (rows, stop) = ([], nil)
      return
    }
    let search = ChangeSearch<Row> { row in
      [(trial.value ?? 0) - row.value, trial.mean - row.mean]
    }
    var stops = false
    rows = search.sorted(
      try search.trials(of: Array(trial.changes.prefix(budget))) {
        changes throws(ExperimentFailure) in
        guard !stops else { return [] }
        return try trial.rows(for: changes, jobs: jobs) {
          stops = !goesOn()
          return !stops
        }
      })
    stop = stops ? WhatIfStudy.stopped(after: rows.count) : nil
  }

  /// Returns what a row saves of the metric; negative for harm.
  func saving(_ row: Row) -> Double { (value ?? 0) - row.value }
}

/// A run that is performed again with changes.
private struct ResponseTrial: Sendable {
  let run: RunSpec
  let scenario: Scenario
  let load: Load
  let metric: Metric
  let quantity: TaskQuantity
  let measurement: RunMeasurement
  let tasks: TaskMetrics
  let headline: TaskHeadline

  init(_ run: RunSpec, about question: TaskQuestion) throws(ExperimentFailure) {
    try run.checkRepeatable()
    guard let metric = MetricDictionary.metric(named: question.metric) else {
      throw .cannotBegin("there is no metric '\(question.metric)'")
    }
    var measured = run.scenario
    measured.measuresTasks = true
    scenario = try RunSpec(run.label, measured).writtenScenario
    let traces = try [measured, scenario].map { scenario throws(ExperimentFailure) in
      try Runner(jobs: 1).trace(of: RunSpec(run.label, scenario))
    }
    guard traces[0].fingerprint == traces[1].fingerprint else {
      throw .broken("the change of nothing differs from run \(run.index)")
    }
    measurement = RunMeasurement(traces[0])
    guard let tasks = question.tasks(of: measurement.loads, in: scenario),
      let load = scenario.loads.first(where: { $0.name == tasks.name }),
      let headline = TaskHeadline(measurement, scenario, about: question)
    else {
      throw .cannotBegin(
        question.load.map { "run \(run.index) has no load '\($0)'" }
          ?? "run \(run.index) has no load whose tasks could be judged")
    }
    (self.run, self.metric, self.load, self.tasks) = (run, metric, load, tasks)
    self.headline = headline
    quantity = question.quantity
  }

  var value: Double? { metric.value(of: tasks)?.number }
  var mean: Double { Self.mean(quantity, of: tasks) }

  private static func mean(_ quantity: TaskQuantity, of tasks: TaskMetrics) -> Double {
    tasks[quantity].map { Double($0.mean.wholeNanoseconds) } ?? 0
  }

  /// What is tried: the default list, and the single tasks for which the longest wait was.
  var changes: [Change] {
    let judged = load.driver ?? scenario.drivers.first?.name
    let standard = Change.standard(for: scenario, judging: judged).filter { change in
      !change.steps.contains(where: takesAway)
    }
    return standard + singles
  }

  /// Whether the tasks that are asked about would be gone.
  private func takesAway(_ step: Change.Step) -> Bool {
    guard case .tasks(let selection, let change) = step, selection.load == load.name else {
      return false
    }
    return switch change {
    case .without, .elsewhere: true
    case .scaled, .chunks, .common: false
    }
  }

  private var singles: [Change] {
    guard !scenario.hasPieces,
      let worst = measurement.taskRows(of: load.name).longest(quantity)
    else { return [] }
    return measurement.causes(ofWait: worst, in: load.name)
      .filter { $0.cause == .tasks && $0.owner != load.name }.prefix(3)
      .flatMap { blame in
        Change.single([blame.serial].compactMap { $0 }, of: blame.owner ?? "")
      }
  }

  /// Tries changes, each by itself; those that do not apply are left out.
  func rows(
    for changes: [Change], jobs: Int, while goesOn: () -> Bool
  ) throws(ExperimentFailure) -> [ResponseStudy.Row] {
    let line = OrderedParallelMap<Result<ResponseStudy.Row?, ExperimentFailure>>(
      count: changes.count, workers: jobs
    ) {
      let memory = RecordMemory()
      return { number in
        Result { () throws(ExperimentFailure) in try row(for: changes[number], in: memory) }
      }
    }
    var rows: [ResponseStudy.Row] = []
    try line.deliver(
      to: { result throws(ExperimentFailure) in
        if let row = try result.get() { rows.append(row) }
      }, while: goesOn)
    return rows
  }

  private func row(
    for change: Change, in memory: RecordMemory
  ) throws(ExperimentFailure) -> ResponseStudy.Row? {
    guard let changed = try? change.applied(to: scenario, seed: run.seed) else { return nil }
    let result = try Runner(jobs: 1).result(of: RunSpec(run.label, changed), in: memory)
    guard let after = result.loads.first(where: { $0.name == load.name }),
      let value = metric.value(of: after)?.number
    else { return nil }
    return ResponseStudy.Row(
      change: change, removedWork: scenario.plannedWork - changed.plannedWork, value: value,
      mean: Self.mean(quantity, of: after))
  }
}

extension [TaskRow] {
  /// The task with the most of a quantity, the first of equals.
  func longest(_ quantity: TaskQuantity) -> TaskRow? {
    enumerated().max {
      ($0.element[quantity] ?? .zero, $1.offset) < ($1.element[quantity] ?? .zero, $0.offset)
    }?.element
  }
}
