import LabKernel
package import LabMetrics
package import LabWorkload

/// A smallest set of tasks that still cause the trouble: without any one of them there is less.
///
/// A task that follows another one stays and goes with it.
///
/// The set is 1-minimal, which does not make it the smallest of all. It is found by elimination:
/// tasks are left out in halves, the shortest first, as long as the trouble stays, and then one by
/// one until none can be spared.
///
/// - Source: Zeller and Hildebrandt, "Simplifying and isolating failure-inducing input", definition
///   10 (1-minimal).
package struct SmallestSet: Sendable {
  /// A task that is needed.
  package struct Task: Hashable, Sendable {
    /// The load.
    package let load: String
    /// Its position among the tasks of the load, from 0.
    package let number: Int
    /// The task itself.
    package let task: Recording.Task
  }

  /// The metric that stays.
  package let metric: SavingMetric
  /// How much trouble there is with all tasks, and how much must stay.
  package let trouble: Int64
  /// How many tasks there are in all.
  package let count: Int
  /// The tasks that are needed, in the order of arrival.
  package let tasks: [Task]
  /// The run with these tasks alone.
  package let scenario: Scenario
  /// How many runs it took.
  package let reruns: Int
  /// Whether it was verified of every task that it is needed; if not, the budget ran out.
  package let isMinimal: Bool

  /// Finds a smallest set for the first run of a base.
  ///
  /// - Parameters:
  ///   - base: The base.
  ///   - metric: The trouble that must stay as large as it is.
  ///   - budget: How many runs are performed at most.
  /// - Throws: ``ExperimentFailure`` if there is no such trouble, or if a run fails.
  package init(_ base: WhatIf, keeping metric: SavingMetric, budget: Int) throws(ExperimentFailure)
  {
    let first = base.bases[0]
    guard let trouble = metric.value(first.rerun.trouble), trouble > 0 else {
      throw .cannotBegin(
        "\(metric.name) is 0 or undefined: there is nothing to keep")
    }
    let all = first.scenario.loads.flatMap { load in
      (load.leaders.isEmpty ? load.writtenTasks ?? [] : []).enumerated().map {
        Task(load: load.name, number: $0.offset, task: $0.element)
      }
    }
    var search = Elimination(first, all, metric, keeping: trouble, budget: budget)
    let order = all.indices.sorted { (all[$0].task.duration, $0) < (all[$1].task.duration, $1) }
    try search.leaveOut(order[...])
    isMinimal = try search.leaveOutSingly(order)
    tasks = search.kept.sorted().map { all[$0] }
      .enumerated().sorted {
        ($0.element.task.arrival, $0.offset) < ($1.element.task.arrival, $1.offset)
      }
      .map { $0.element }
    scenario = try search.scenario(keeping: search.kept)
    reruns = search.reruns
    count = all.count
    self.metric = metric
    self.trouble = trouble
  }
}

/// Leaves tasks out as long as the trouble stays.
private struct Elimination {
  private let base: WhatIfBase
  private let all: [SmallestSet.Task]
  private let metric: SavingMetric
  private let least: Int64
  private let budget: Int
  private let memory = RecordMemory()
  private(set) var kept: Set<Int>
  private(set) var reruns = 0

  init(
    _ base: WhatIfBase, _ all: [SmallestSet.Task], _ metric: SavingMetric, keeping least: Int64,
    budget: Int
  ) {
    self.base = base
    self.all = all
    self.metric = metric
    self.least = least
    self.budget = budget
    kept = Set(all.indices)
  }

  /// Leaves out a stretch of tasks at once if the trouble stays, or else each half of it.
  mutating func leaveOut(_ stretch: ArraySlice<Int>) throws(ExperimentFailure) {
    guard !stretch.isEmpty, reruns < budget else { return }
    if try spares(stretch) { return }
    guard stretch.count > 1 else { return }
    let middle = stretch.startIndex + stretch.count / 2
    try leaveOut(stretch[..<middle])
    try leaveOut(stretch[middle...])
  }

  /// Leaves out single tasks until none can be spared; returns whether that was verified of all.
  mutating func leaveOutSingly(_ order: [Int]) throws(ExperimentFailure) -> Bool {
    var changes = true
    while changes {
      changes = false
      for task in order where kept.contains(task) {
        guard reruns < budget else { return false }
        if try spares([task]) { changes = true }
      }
    }
    return true
  }

  private mutating func spares(_ stretch: ArraySlice<Int>) throws(ExperimentFailure) -> Bool {
    let rest = kept.subtracting(stretch)
    reruns += 1
    let trouble = try base.perform(scenario(keeping: rest), in: memory).trouble
    guard let value = metric.value(trouble), value >= least else { return false }
    kept = rest
    return true
  }

  /// The run with some of the tasks.
  func scenario(keeping kept: Set<Int>) throws(ExperimentFailure) -> Scenario {
    var left: [String: Set<Int>] = [:]
    for index in all.indices where !kept.contains(index) {
      left[all[index].load, default: []].insert(all[index].number)
    }
    let steps = left.sorted { $0.key < $1.key }.map { load, numbers in
      Change.Step.tasks(TaskSelection(load, .numbers(numbers)), .without)
    }
    return try Change(steps).made(in: base.scenario, seed: base.run.seed)
  }
}
