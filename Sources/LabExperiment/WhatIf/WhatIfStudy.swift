import LabDisplay
import LabKernel
package import LabMetrics
import LabText
package import LabWorkload

/// All changes that are tried of one base, ranked.
package struct WhatIfStudy: Sendable {
  /// What single tasks save when each is left out alone, and all of them together.
  package struct Interaction: Hashable, Sendable {
    /// The load.
    package let load: String
    /// How many tasks were left out, each alone.
    package let count: Int
    /// The sum of their savings.
    package let sum: Double
    /// What it saves to leave out all tasks of the load at once.
    package let together: Double
    /// What the tasks do together that none does alone; negative if they share what each saves.
    package var interaction: Double { together - sum }
  }

  /// How much of its time a load can keep.
  package struct Curve: Hashable, Sendable {
    /// The load.
    package let load: String
    /// The largest factor with which half of the trouble is saved, in tenths; `nil` for none tried.
    package let tenths: Int64?
  }

  /// The base.
  package let base: WhatIf
  /// The changes in the order of their ranks, then those that are not ranked.
  package let rows: [WhatIfRow]
  /// What to try, the best first: single changes of different things, among them one that asks for
  /// less of the driver, behind the others unless none saves a half; then two changes at once, if
  /// they leave none, or save more than the best alone by a twentieth of the trouble.
  package let recommended: [WhatIfRow]
  /// The changes that do not apply, and why.
  package let skipped: [WhatIf.Skipped]
  /// What the single tasks of each load come to.
  package let interactions: [Interaction]
  /// The tasks with the most attributed time, and what each saves.
  package let attributed: [AttributedTask]
  /// How many tasks have any attributed time.
  package let attributedCount: Int
  /// The curves of the loads.
  package let curves: [Curve]
  /// What was not looked at, in sentences.
  package let remarks: [String]
  /// That the search was ended early, in a sentence; `nil` if it was not.
  package let stop: String?
  /// How many runs of a change alone were performed; of a task that met an idle thread it is known
  /// that leaving it out changes nothing, and of very many tasks several are left out of one run.
  package let reruns: Int

  /// What the best changes save at other phases, of those recommended that leave the phase of a
  /// timer open.
  package let phases: [Change: PhaseRange]

  /// What is ranked by.
  package var goal: Goal { base.goal }

  /// The trouble of the base, by what is ranked by; `nil` if it is undefined.
  package var trouble: Double? { base.trouble }

  /// Tries every change of the default list, all single tasks as far as the budget goes, and pairs.
  ///
  /// - Parameters:
  ///   - base: The base.
  ///   - metric: What a driver is judged by; `nil` for the usual.
  ///   - more: Changes that are tried besides.
  ///   - budget: How many runs are performed at most.
  ///   - goesOn: Is told again and again how many changes of how many were tried; returns whether
  ///     to go on. If not, the study is of what was tried by then, and says so among its
  ///     ``remarks``.
  /// - Throws: What ``WhatIf/rows(for:while:)`` throws.
  package init(
    _ base: WhatIf, by metric: SavingMetric? = nil, trying more: [Change] = [], budget: Int,
    while goesOn: (Int, Int) -> Bool = { _, _ in true }
  ) throws(ExperimentFailure) {
    var base = base
    if let metric { base.goal = .metric(metric) }
    let list = ChangeList(base, budget: max(0, budget / base.runs.count - 3))
    let named = Set(more)
    func unnamed(_ changes: [Change]) -> [Change] { changes.filter { !named.contains($0) } }
    let search = ChangeSearch<WhatIfRow>.ofRows
    var skipped: [WhatIf.Skipped] = []
    var isStopped = false
    let rows = try search.trials(
      of: more + unnamed(list.changes), besides: unnamed(list.factors + list.singles),
      pairing: { search.ranked($0).singles(base.goal) },
      perform: { changes throws(ExperimentFailure) in
        // What is undefined, or not there, nothing can save.
        guard !isStopped, base.goal.isOfDriver || base.trouble ?? 0 > 0 else { return [] }
        let tried = try base.rows(for: changes) { count in
          isStopped = !goesOn(count, changes.count)
          return !isStopped
        }
        skipped += tried.skipped
        return tried.rows
      })
    reruns = rows.count { $0.fingerprint != nil } * base.runs.count
    self.base = base
    self.skipped = skipped.filter { named.contains($0.change) || list.isNotable($0.change) }
    let factors = Set(list.factors)
    var ranked =
      search.ranked(rows.filter { !factors.contains($0.change) })
      + rows.filter { factors.contains($0.change) }
    phases = Self.markHarmful(&ranked, in: base)
    self.rows = try base.priced(ranked)
    recommended = self.rows.recommended(base.goal, of: base.trouble ?? 0)
    stop = isStopped ? Self.stopped(after: rows.count) : nil
    remarks = list.remarks + [stop].compactMap { $0 }
    let savings = Dictionary(
      keepingFirst: rows.compactMap { row in row.saving.map { (row.change, $0) } })
    (attributed, attributedCount) =
      base.goal.problem.map { problem in
        base.attributedTasks(problem, most: Self.mostAttributed) { load, number in
          Change.single([number], of: load).first.flatMap { savings[$0] }
        }
      } ?? ([], 0)
    interactions = Self.interactions(list, savings)
    let whole = base.trouble ?? 0
    curves = list.loads.map { load in
      let enough = Change.factors.first { tenths in
        let row = rows.first { $0.change == ChangeList.factor(tenths, of: load) }
        let saving = row?.saving ?? 0
        // Half of it, but for what a reader cannot see.
        return saving > 0 && 2 * saving > whole - base.goal.least
      }
      return Curve(load: load, tenths: enough)
    }
  }

  /// How many tasks are listed with their attribution.
  static let mostAttributed = 5

  /// The changes of one step that save anything, the best first, those that take no tasks away
  /// before the others: to leave tasks out is no fix, but a bound.
  package var helping: [WhatIfRow] { rows.helping(goal) }

  /// Returns for how many refreshes wrong pictures are shown; `nil` for another goal, or where the
  /// rate of the display changes.
  package func refreshes(_ value: Double) -> Double? {
    let panel = base.bases[0].scenario.panel
    guard goal == .wrongPicture, panel.hasOneRate else { return nil }
    let count = value * panel.rate.hertz / 1e9
    return base.runs.count == 1 && abs(count) >= 0.5 ? count.rounded() : count
  }

  /// A value of what is ranked by, as reports write it: a time in milliseconds, wrong pictures in
  /// refreshes where the display has one rate.
  package func metricValue(_ value: Double) -> MetricValue {
    guard let count = refreshes(value) else { return goal.metricValue(value) }
    return abs(count - count.rounded()) < 1e-3 ? .count(Int(count.rounded())) : .number(count)
  }

  /// What to do to make a change.
  package func title(of change: Change) -> ChangeTitle {
    change.title(in: base.bases[0].scenario)
  }

  /// What to do to make a change; of one that is recommended behind another that moves the same
  /// work away, for which work.
  package func imperative(of change: Change) -> String {
    let title = title(of: change).imperative
    guard recommended.contains(where: { change.isAlternative(to: $0.change) }) else { return title }
    let isInPage = base.bases[0].scenario.browser != nil
    return title + (isInPage ? ", if it needs the document" : ", if it needs the UI")
  }

  /// How many changes are ranked.
  package var rankedCount: Int { rows.count { $0.rank != nil } }

  private static func interactions(
    _ list: ChangeList, _ savings: [Change: Double]
  ) -> [Interaction] {
    list.loads.compactMap { load in
      let singles = list.singles.filter { $0.steps.first?.load == load }
      let values = singles.compactMap { savings[$0] }
      let all = Change([.tasks(TaskSelection(load), .without)])
      guard !values.isEmpty, let together = savings[all] else { return nil }
      return Interaction(
        load: load, count: values.count, sum: values.reduce(0, +), together: together)
    }
  }
}

extension Change.Step {
  /// The load whose tasks it changes.
  var load: String? {
    if case .tasks(let selection, _) = self { selection.load } else { nil }
  }
}

extension WhatIfStudy {
  /// That a search was ended before all changes were tried.
  static func stopped(after count: Int) -> String {
    "Stopped: only the \(count) changes that were tried by then are ranked."
  }
}
