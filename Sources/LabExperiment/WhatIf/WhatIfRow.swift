import LabKernel
package import LabMetrics
package import LabWorkload

/// What one change comes to.
package struct WhatIfRow: Sendable {
  /// A metric before and after the change: means over the replications, times in nanoseconds.
  package struct Value: Hashable, Sendable {
    /// The value without the change.
    package let before: Double
    /// The value with it.
    package let after: Double
    /// The 95 % interval of the saving; `nil` for one replication.
    package let interval: ClosedRange<Double>?

    /// What the change saves: before − after; negative for harm.
    package var saving: Double { before - after }
    /// What the saving is at least, for the ranking.
    var sureSaving: Double { interval?.lowerBound ?? saving }
  }

  /// Where trouble went and came, in refreshes of all replications.
  package struct Moved: Hashable, Sendable {
    /// The refreshes that were troubled before and are not any more.
    package let fixed: Int
    /// The refreshes that were sound before.
    package let broke: Int
  }

  /// The change.
  package let change: Change
  /// How much it interferes.
  package var intervention: Intervention { change.size.0 }
  /// How much less planned work the thread has, in the mean over the replications.
  package let removedWork: Duration
  /// What is measured; a metric that is undefined in some run is missing.
  package let values: [SavingMetric: Value]
  /// What the changes are ranked by, and what decides between equals; `nil` where undefined.
  let goals: [Value?]
  /// Whether what is ranked by is a time.
  private let isTime: Bool
  /// What the pictures or the callbacks of the driver come to as a whole.
  let whole: Value?
  /// What the display shows of the driver; `nil` if it shows nothing.
  let showing: Showing?
  /// Where dropped slots went and came.
  package let dropped: Moved
  /// Where double fires went and came.
  package let doubled: Moved
  /// How many drops and double fires come that were not there before.
  package var broke: Int { dropped.broke + doubled.broke }
  /// The hash of everything that happened in the first replication.
  ///
  /// `nil` if the run was not performed, since nothing in it could differ for the driver.
  package let fingerprint: UInt64?
  /// The place in the ranking, from 1; `nil` for a row that is not ranked.
  package internal(set) var rank: Int?
  /// Whether less is asked of the driver with the change, so that what it saves of that counts for
  /// nothing: it is not ranked, but listed apart.
  package let asksLess: Bool
  /// Why it is no fix; `nil` if it may be one.
  package internal(set) var flaw: Flaw?
  /// What it costs, of those changes that are recommended.
  package internal(set) var price: Tradeoff?
  /// Whether it makes something worse, or frames later by a refresh, of those changes that are
  /// recommended.
  var harms = false

  /// Returns what the change saves of a metric; `nil` if that is undefined.
  package func saving(_ metric: SavingMetric) -> Double? { values[metric]?.saving }

  /// What the change saves of what is ranked by; `nil` if that is undefined.
  package var saving: Double? { goal?.saving }
  /// What is ranked by, without the change and with it.
  package var goal: Value? { goals.first ?? nil }

  /// Whether it makes no difference to any metric, but for times below a microsecond.
  package var changesNothing: Bool {
    [dropped, doubled].allSatisfy { $0.fixed == 0 && $0.broke == 0 }
      && goals.allSatisfy { abs($0?.saving ?? 0) < (isTime ? 1000 : 1e-9) }
      && values.allSatisfy { metric, value in
        metric.isTime ? abs(value.saving) < 1000 : value.saving == 0
      }
  }

  init(
    _ change: Change, _ reruns: [Rerun], of bases: [WhatIfBase], by goal: Goal,
    planned: [Duration], asksLess: Bool = false, unfit: Flaw? = nil
  ) throws(ExperimentFailure) {
    self.change = change
    self.asksLess = asksLess
    let spared = zip(bases, planned).reduce(Duration.zero) { $0 + ($1.0.planned - $1.1) }
    removedWork = spared / bases.count
    let pairs = zip(bases, reruns).map { ($0.rerun.trouble, $1.trouble) }
    var values: [SavingMetric: Value] = [:]
    for metric in SavingMetric.allCases { values[metric] = Value(metric, pairs) }
    self.values = values
    goals = Value.all(goal, bases, reruns)
    isTime = goal.isTime
    let wholes = [Goal.wrongPicture, .unanswered].compactMap {
      Value.all($0, bases, reruns).first ?? nil
    }
    whole = wholes.first
    showing = Showing(pairs, over: bases[0].scenario.duration)
    dropped = Moved(pairs.map { ($0.droppedRefreshes, $1.droppedRefreshes) })
    doubled = Moved(pairs.map { ($0.doubleRefreshes, $1.doubleRefreshes) })
    fingerprint = reruns.first?.fingerprint
    let refreshes = pairs.reduce(0) { $0 + max($1.0.wholeRefreshes, $1.1.wholeRefreshes) }
    try check(.dropped, dropped, bases.count, refreshes)
    try check(.doubleFires, doubled, bases.count, refreshes)
    flaw = asksLess || change.isOfTarget ? .asksLess : unfit ?? flaw(goal)
  }

  /// What is saved is what was fixed less what broke, on the way over the refreshes; only a
  /// troubled refresh can be fixed, and only a sound one can break.
  private func check(
    _ metric: SavingMetric, _ moved: Moved, _ count: Int, _ refreshes: Int
  ) throws(ExperimentFailure) {
    guard let value = values[metric] else { return }
    let all = (value.before * Double(count)).rounded()
    guard (value.saving * Double(count)).rounded() == Double(moved.fixed - moved.broke),
      Double(moved.fixed) <= all, Double(moved.broke) <= Double(refreshes) - all
    else {
      throw .broken(
        "'\(change)' saves \(value.saving) of \(metric.name), but fixes \(moved.fixed)"
          + " and breaks \(moved.broke)")
    }
  }
}

extension WhatIfRow.Moved {
  fileprivate init(_ pairs: [([Int32], [Int32])]) {
    let differences = pairs.map { RunTrouble.difference($0, $1) }
    fixed = differences.reduce(0) { $0 + $1.fixed }
    broke = differences.reduce(0) { $0 + $1.broke }
  }
}

extension WhatIfRow.Showing {
  /// The means over all runs; `nil` if nothing is shown in one of them.
  fileprivate init?(_ pairs: [(RunTrouble, RunTrouble)], over duration: Duration) {
    func value(_ number: (RunTrouble) -> Double?) -> WhatIfRow.Value? {
      WhatIfRow.Value(before: pairs.map { number($0.0) }, after: pairs.map { number($0.1) })
    }
    guard let frames = value({ $0.shownFrames.map { Double($0) } }),
      let wanted = value({ Double($0.refreshes) }), wanted.before > 0,
      let latency = value({ $0.latency.map { Double($0.wholeNanoseconds) } })
    else { return nil }
    (self.frames, self.wanted, self.latency) = (frames, wanted, latency)
    length = Double(duration.wholeNanoseconds) / wanted.before
  }
}

extension WhatIfRow.Value {
  /// The means over all runs; `nil` if the metric is undefined in one of them.
  fileprivate init?(_ metric: SavingMetric, _ pairs: [(RunTrouble, RunTrouble)]) {
    self.init(
      before: pairs.map { metric.value($0.0).map { Double($0) } },
      after: pairs.map { metric.value($0.1).map { Double($0) } })
  }

  /// The values of what is to be saved, and of what decides between equals.
  fileprivate static func all(_ goal: Goal, _ bases: [WhatIfBase], _ reruns: [Rerun]) -> [Self?] {
    let before = bases.map { goal.values($0.rerun) }
    let after = reruns.map { goal.values($0) }
    let count = (before + after).map { $0.count }.min() ?? 0
    return (0..<count).map { place in
      Self(before: before.map { $0[place] }, after: after.map { $0[place] })
    }
  }

  fileprivate init?(before: [Double?], after: [Double?]) {
    let count = before.count
    let (before, after) = (before.compactMap { $0 }, after.compactMap { $0 })
    guard count > 0, before.count == count, after.count == count else { return nil }
    self.before = before.reduce(0, +) / Double(count)
    self.after = after.reduce(0, +) / Double(count)
    interval = SampleStatistics(zip(before, after).map { $0 - $1 }).interval
  }
}

/// A task, how much of the trouble is attributed to it, and what leaving it out alone saves.
///
/// Attribution says who held the thread while the driver waited: it adds up to all of the waiting.
/// A saving says what would be better without: it does not add up, and may be 0 for a task that
/// held the thread all the time, if another one would have done so in its place.
package struct AttributedTask: Hashable, Sendable {
  /// The load.
  package let load: String
  /// The position of the task among those of its load, from 0.
  package let number: Int
  /// How long the task takes, as planned.
  package let duration: Duration
  /// How much of the dropped slots, or of the lateness before double fires, it is attributed.
  package let time: Duration
  /// The share of all that is attributed, in percent.
  package let percent: Double
  /// What leaving it out alone saves; `nil` if that was not tried.
  package let saving: Double?
}

extension WhatIf {
  /// Returns the tasks with the most attributed time in the first run of the base, and how many
  /// have any.
  func attributedTasks(
    _ problem: Problem, most: Int, saving: (String, Int) -> Double?
  ) -> (tasks: [AttributedTask], count: Int) {
    let base = bases[0]
    guard !base.scenario.hasPieces else { return ([], 0) }
    let (worst, all) = base.blamedTasks(for: [problem])
    let tasks = worst.prefix(most).map { load, number, time in
      let planned = base.scenario.loads.first { $0.name == load }?.writtenTasks
      return AttributedTask(
        load: load, number: number, duration: planned?[number].duration ?? .zero, time: time,
        percent: 100 * (time / all), saving: saving(load, number))
    }
    return (tasks, worst.count)
  }
}

extension WhatIfBase {
  /// Returns the tasks to which some kinds of problems are put down, with their time, the most
  /// first, and the time of these problems for all causes.
  func blamedTasks(
    for problems: [Problem]
  ) -> (tasks: [(load: String, number: Int, time: Duration)], all: Duration) {
    let blames = measurement.blameRows(of: driver)
      .filter { problems.contains($0.problem) }.map { $0.blame }
    let tasks: [(load: String, number: Int, time: Duration)] = blames.summed().compactMap {
      guard $0.cause == .tasks, let load = $0.owner, let number = $0.serial else { return nil }
      return (load, number, $0.time)
    }
    return (tasks, blames.reduce(.zero) { $0 + $1.time })
  }
}
