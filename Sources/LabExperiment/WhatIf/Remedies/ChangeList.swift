import LabKernel
import LabLoop
import LabMetrics
import LabWorkload

/// What is tried of a base by default.
struct ChangeList {
  /// The loads that have tasks.
  let loads: [String]
  /// The changes of drivers and of loads.
  let changes: [Change]
  /// The factors of the curves, without those that are among the changes.
  let factors: [Change]
  /// The single tasks, each left out.
  let singles: [Change]
  /// What was not looked at.
  let remarks: [String]

  /// All single tasks are tried if there are no more than this, or else the most blamed.
  static let mostSingles = 2000
  static let mostBlamed = 500

  init(_ base: WhatIf, budget: Int) {
    guard base.goal.isOfDriver else {
      let changes = base.changesOfTasks
      (loads, factors, singles, remarks) = ([], [], [], [])
      self.changes = Array(changes.prefix(budget))
      return
    }
    let scenario = base.bases[0].scenario
    let written = scenario.loads.compactMap { load -> (name: String, tasks: [Recording.Task])? in
      guard let tasks = load.writtenTasks, !tasks.isEmpty else { return nil }
      return (load.name, tasks)
    }
    loads = written.map { $0.name }
    changes =
      Change.standard(for: scenario, judging: base.driver)
      + Self.linksInCommon(in: scenario, judging: base.driver)
    factors = loads.flatMap { load in
      Change.factors.filter { $0 != 5 }.map { Self.factor($0, of: load) }
    }
    let room = max(0, budget - changes.count - factors.count - 3)
    var remarks = written.compactMap(Self.chunks)
    let steady = written.filter { load in
      let isSame = base.bases.allSatisfy { other in
        other.scenario.loads.contains {
          $0.name == load.name && $0.writtenTasks == load.tasks
        }
      }
      if !isSame {
        remarks.append(
          "Single tasks of \(load.name) were not tried: they differ between replications.")
      }
      return isSame
    }
    let count = steady.reduce(0) { $0 + $1.tasks.count }
    if count <= min(Self.mostSingles, room) {
      singles = steady.flatMap { Change.single($0.tasks.indices, of: $0.name) }
    } else {
      let most = min(Self.mostBlamed, room)
      singles = Self.blamed(in: base.bases[0], among: steady.map { $0.name }, most: most)
      remarks.append(
        "Of \(count) single tasks the \(singles.count) most blamed were tried; raise --budget for"
          + " more, up to \(Self.mostSingles) tasks.")
    }
    self.remarks = remarks
  }

  /// A display link in place of a timer that some mode stops, added to all of them.
  private static func linksInCommon(in scenario: Scenario, judging judged: String) -> [Change] {
    guard scenario.hasOtherModes,
      let own = scenario.drivers.first(where: { $0.name == judged }), own.modes == [.default],
      own.source.timer != nil
    else { return [] }
    let name = scenario.drivers.count > 1 ? judged : nil
    return [Change([.drivers(.common, of: name), .drivers(.link, of: name)])]
  }

  /// Says that chunks of a load are longer than usual.
  private static func chunks(of load: (name: String, tasks: [Recording.Task])) -> String? {
    let longest = load.tasks.map { $0.duration }.max() ?? .zero
    let usual = Change.chunk
    guard let tried = Change.chunk(for: longest), tried > usual else { return nil }
    let words = [usual, tried].map { "\($0.millisecondText) ms" }
    return
      "Chunks of \(words[0]) of \(load.name) were not tried but of \(words[1]): its longest task"
      + " takes \(longest.millisecondText) ms."
  }

  /// The change of a load to some tenths of its time.
  static func factor(_ tenths: Int64, of load: String) -> Change {
    let ratio = tenths == 5 ? Ratio(1, per: 2) : Ratio(tenths, per: 10)
    return Change([.tasks(TaskSelection(load), .scaled(ratio))])
  }

  /// Whether it is worth a word that a change does not apply.
  func isNotable(_ change: Change) -> Bool {
    change.steps.count == 1 && change.steps[0].ofDrivers == .common
  }

  /// The tasks that are most to blame in troubled refreshes, each left out.
  private static func blamed(in base: WhatIfBase, among loads: [String], most: Int) -> [Change] {
    base.blamedTasks(for: [.droppedSlot, .doubleFire]).tasks
      .filter { loads.contains($0.load) }.prefix(most)
      .flatMap { Change.single([$0.number], of: $0.load) }
  }
}

extension WhatIf {
  /// What is tried where tasks wait, or the thread hangs: the default list, without what takes the
  /// tasks away that are asked about, and the single tasks for which the longest wait was.
  fileprivate var changesOfTasks: [Change] {
    let scenario = bases[0].scenario
    let standard = Change.standard(for: scenario, judging: driver).filter { change in
      !change.steps.contains(where: takesAway)
    }
    return standard + waitedFor
  }

  /// Whether the tasks that are asked about would be gone.
  private func takesAway(_ step: Change.Step) -> Bool {
    guard case .tasks(let selection, let change) = step, selection.load == subject.load else {
      return false
    }
    return switch change {
    case .without, .elsewhere: true
    case .scaled, .chunks, .common, .mainQueue, .sheet: false
    }
  }

  private var waitedFor: [Change] {
    guard !bases[0].scenario.hasPieces, let load = subject.load else { return [] }
    guard let worst = measurement.longestTask(of: load, .wait) else {
      return []
    }
    return measurement.causes(ofWait: worst, in: load)
      .filter { $0.cause == .tasks && $0.owner != load }.prefix(3)
      .flatMap { blame in
        Change.single([blame.serial].compactMap { $0 }, of: blame.owner ?? "")
      }
  }
}

extension WhatIfRow: ChangeTrial {}

extension ChangeSearch<WhatIfRow> {
  /// Ranks by what is surely saved of what counts, then of what goes with it.
  static var ofRows: Self { Self { row in row.goals.map { $0?.sureSaving } } }

  /// Returns the rows with their ranks, then those that cannot be ranked.
  func ranked(_ rows: [WhatIfRow]) -> [WhatIfRow] {
    var ranked = sorted(rows.filter { !$0.asksLess })
    for place in ranked.indices { ranked[place].rank = place + 1 }
    let tried = Set(ranked.map { $0.change })
    return ranked + rows.filter { !tried.contains($0.change) }
  }
}

extension WhatIfStudy {
  /// Whether a smaller intervention saves at least as much in every metric as one that is ranked.
  package func isDominated(_ row: WhatIfRow) -> Bool {
    row.rank != nil
      && rows.contains {
        $0.rank != nil && $0.change.size < row.change.size && $0.saves(asMuchAs: row)
      }
  }
}

extension WhatIfRow {
  /// Whether this saves at least as much in every metric that is defined for the other.
  fileprivate func saves(asMuchAs other: WhatIfRow) -> Bool {
    (self.saving ?? 0) >= (other.saving ?? 0)
      && SavingMetric.allCases.allSatisfy { metric in
        guard let saving = other.saving(metric) else { return true }
        return self.saving(metric).map { $0 >= saving } ?? false
      }
  }
}
