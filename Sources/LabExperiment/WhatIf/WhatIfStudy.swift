import LabKernel
import LabMetrics
public import LabWorkload

/// All changes that are tried of one base, ranked.
public struct WhatIfStudy: Sendable {
  /// What single tasks save when each is left out alone, and all of them together.
  public struct Interaction: Hashable, Sendable {
    /// The load.
    public let load: String
    /// How many tasks were left out, each alone.
    public let count: Int
    /// The sum of their savings.
    public let sum: Double
    /// What it saves to leave out all tasks of the load at once.
    public let together: Double
    /// What the tasks do together that none does alone; negative if they share what each saves.
    public var interaction: Double { together - sum }
  }

  /// How much of its time a load can keep.
  public struct Curve: Hashable, Sendable {
    /// The load.
    public let load: String
    /// The largest factor with which half of the trouble is saved, in tenths; `nil` for none tried.
    public let tenths: Int64?
  }

  /// The base.
  public let base: WhatIf
  /// What is ranked by.
  public let primary: SavingMetric
  /// The changes in the order of their ranks, then those that are not ranked.
  public let rows: [WhatIfRow]
  /// The changes that do not apply, and why.
  public let skipped: [WhatIf.Skipped]
  /// What the single tasks of each load come to.
  public let interactions: [Interaction]
  /// The tasks with the most attributed time, and what each saves.
  public let attributed: [AttributedTask]
  /// The curves of the loads.
  public let curves: [Curve]
  /// What was not looked at, in sentences.
  public let remarks: [String]
  /// How many runs were performed beyond the base; of a task that met an idle thread it is known that
  /// leaving it out changes nothing.
  public let reruns: Int

  /// The metric that decides between two that save as much.
  var secondary: SavingMetric { primary == .dropped ? .doubleFires : .dropped }

  /// The trouble of the base, in the metric that is ranked by; `nil` if it is undefined.
  public var trouble: Double? {
    let values = base.troubles.compactMap(primary.value)
    guard values.count == base.troubles.count else { return nil }
    return Double(values.reduce(0, +)) / Double(values.count)
  }

  /// Tries every change of the default list, all single tasks as far as the budget goes, and pairs.
  ///
  /// - Parameters:
  ///   - base: The base.
  ///   - primary: What is ranked by; `nil` for dropped slots, or double fires without any.
  ///   - more: Changes that are tried besides.
  ///   - budget: How many runs are performed at most.
  /// - Throws: What ``WhatIf/rows(for:)`` throws.
  public init(
    _ base: WhatIf, by primary: SavingMetric? = nil, trying more: [Change] = [], budget: Int
  ) throws {
    let worst = primary ?? base.worstMetric
    let list = ChangeList(base, budget: max(0, budget / base.runs.count - 3))
    let others = Set(more)
    let all = list.changes + list.factors + list.singles
    var (rows, skipped) = try base.rows(for: more + all.filter { !others.contains($0) })
    let ranking = Ranking(worst)
    let pairs = Self.pairs(of: ranking.sorted(rows.filter { !list.areFactors.contains($0.change) }))
    let tried = Set(rows.map(\.change))
    let more = try base.rows(for: pairs.filter { !tried.contains($0) })
    rows += more.rows
    reruns = rows.count { $0.fingerprint != nil } * base.runs.count
    skipped.removeAll { !list.isNotable($0.change) }
    self.base = base
    self.primary = worst
    self.skipped = skipped
    let unranked = rows.filter { list.areFactors.contains($0.change) }
    self.rows =
      ranking.ranked(rows.filter { !list.areFactors.contains($0.change) }) + unranked
    remarks = list.remarks
    let savings = Dictionary(
      rows.compactMap { row in row.saving(worst).map { (row.change, $0) } }
    ) { first, _ in first }
    attributed = base.attributedTasks(
      worst == .doubleFires ? .doubleFire : .droppedSlot, most: Self.mostAttributed
    ) { load, number in Change.single([number], of: load).first.flatMap { savings[$0] } }
    interactions = Self.interactions(list, savings)
    let whole = base.troubles.compactMap(worst.value).reduce(0, +)
    curves = list.loads.map { load in
      let enough = Change.factors.first { tenths in
        let row = rows.first { $0.change == ChangeList.factor(tenths, of: load) }
        let saving = row?.saving(worst) ?? 0
        return saving > 0 && 2 * saving * Double(base.runs.count) >= Double(whole)
      }
      return Curve(load: load, tenths: enough)
    }
  }

  /// How many tasks are listed with their attribution.
  static let mostAttributed = 5

  /// How many changes are ranked.
  public var rankedCount: Int { rows.count { $0.rank != nil } }

  /// The pairs of the best three changes that leave no whole load out and set different things.
  private static func pairs(of ranked: [WhatIfRow]) -> [Change] {
    var best: [Change] = []
    var slots: Set<String> = []
    for row in ranked where best.count < 3 && row.change.size.0 < .removal {
      guard row.change.steps.count == 1, slots.insert(row.change.slot).inserted else { continue }
      best.append(row.change)
    }
    return best.indices.flatMap { first in
      best.indices.dropFirst(first + 1).map { best[first] + best[$0] }
    }
  }

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

extension Change {
  /// What the first step sets: of two changes with the same slot the second replaces the first.
  fileprivate var slot: String {
    guard case .tasks(_, let change)? = steps.first else { return subject }
    return subject + String("\(change)".prefix { $0 != "(" })
  }
}

extension Change.Step {
  /// The load whose tasks it changes.
  var load: String? {
    if case .tasks(let selection, _) = self { selection.load } else { nil }
  }
}
