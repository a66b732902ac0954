import LabDisplay
public import LabKernel
import LabLoop
public import LabTrace

/// Something that is done otherwise: a pure function from one scenario to another.
///
/// A change is made to what is planned, never to what happened. All draws stay the same, since each
/// comes from a stream of its own, and tasks arrive at the same instants: they do not answer to the
/// change. Only a task that follows another arrives when that one has ended.
public struct Change: Hashable, Sendable {
  /// One step of a change.
  public enum Step: Hashable, Sendable {
    /// Some tasks of a load run otherwise.
    case tasks(TaskSelection, TaskChange)
    /// All drivers, or the one of a name, are other ones, or differ in one setting.
    case drivers(DriverChange, of: String? = nil)
    /// So many refreshes lie between commit and display.
    case depth(Int)
    /// The display refreshes so often.
    case display(RefreshRate)
    /// This becomes of pictures that are committed faster than they are shown.
    case presents(PresentMode)
    /// The clock that wakes the thread for a timer has ticks so far apart.
    case alarms(Duration)
    /// The system does not nap.
    case awake
  }

  /// Why a change cannot be made to a scenario.
  public struct Mismatch: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason, as a sentence without a full stop.
    public let description: String
    /// Whether the scenario is so already, rather than that it lacks what is to be changed.
    package var isSoAlready = false
  }

  /// What is changed, one step after the other; nothing at all without a step.
  ///
  /// Every step that selects tasks selects them among those of the unchanged scenario.
  public var steps: [Step]

  /// Creates a change of some steps, made from left to right.
  public init(_ steps: [Step]) { self.steps = steps }

  /// Returns the change that makes another one after this one.
  public static func + (first: Change, second: Change) -> Change {
    Change(first.steps + second.steps)
  }

  /// The most tasks of one load that are written out for a change.
  public static let taskLimit = 200_000

  /// Returns the scenario with this change.
  ///
  /// - Parameters:
  ///   - scenario: What is planned.
  ///   - seed: The seed of the run, from which drawn tasks are written out.
  /// - Returns: Another plan; the one that is given stays as it is.
  /// - Throws: ``Mismatch`` if the change does not apply, or changes nothing.
  public func applied(to scenario: Scenario, seed: UInt64) throws(Mismatch) -> Scenario {
    var changed = scenario
    var edits: [(load: Int, edits: TaskEdits)] = []
    for step in steps {
      switch step {
      case .tasks(let selection, .common):
        try changed.serveInCommon(selection)
      case .tasks(let selection, .mainQueue):
        try changed.serveByMainQueue(selection)
      case .tasks(let selection, .sheet):
        try changed.showAsSheet(selection)
      case .tasks(let selection, let change):
        guard let load = scenario.loads.firstIndex(where: { $0.name == selection.load }) else {
          throw Mismatch(description: "there is no load '\(selection.load)'")
        }
        let known = edits.firstIndex { $0.load == load }
        let place = known ?? edits.count
        if known == nil {
          let tasks = try changed.writeOut(load, seed: seed)
          let follows = !changed.loads[load].leaders.isEmpty
          edits.append((load, TaskEdits(tasks, ofLoad: load, follows: follows)))
        }
        try edits[place].edits.add(change, to: selection)
      case .drivers(let change, let name): try change.apply(to: &changed, of: name)
      case .depth, .display, .presents: try step.applyToPanel(of: &changed)
      case .alarms(let tick): try changed.landAlarms(on: tick)
      case .awake:
        guard changed.profile.nap != nil else { throw Mismatch(description: "nothing naps") }
        changed.profile.nap = nil
      }
    }
    for edit in edits { edit.edits.apply(to: &changed) }
    if let objection = changed.browser?.objection(toAnyOf: changed) {
      throw Mismatch(description: objection)
    }
    if let objection = changed.presentObjections.first {
      throw Mismatch(description: objection.text)
    }
    return changed
  }

  /// Returns this change without the steps that change nothing, each after those before it.
  package func withoutIdleSteps(in scenario: Scenario, seed: UInt64) -> Change {
    var kept = Change([])
    for step in steps
    where (try? Change(kept.steps + [step]).applied(to: scenario, seed: seed)) != nil {
      kept.steps.append(step)
    }
    return kept
  }
}

extension Scenario {
  /// Returns this scenario with all tasks of a run written out, which runs the same.
  ///
  /// - Throws: ``Change/Mismatch`` if a load has too many tasks.
  public func writtenOut(seed: UInt64) throws(Change.Mismatch) -> Scenario {
    var written = self
    for index in loads.indices { _ = try written.writeOut(index, seed: seed) }
    return written
  }

  /// Serves all tasks of a load in the common modes.
  fileprivate mutating func serveInCommon(
    _ selection: TaskSelection
  ) throws(Change.Mismatch) {
    let index = try load(selection, "are served in the same modes")
    guard hasOtherModes else { throw .noOtherMode }
    guard loads[index].delivery != .mainQueue, !areAll(loads[index].modes) else {
      throw Change.Mismatch(
        description: "'\(selection.load)' is served in the common modes already",
        isSoAlready: true)
    }
    loads[index].modes = [.common]
  }

  /// Makes all tasks of a load, which are blocks of the loop, blocks of the main queue.
  fileprivate mutating func serveByMainQueue(
    _ selection: TaskSelection
  ) throws(Change.Mismatch) {
    let index = try load(selection, "come by the same way")
    guard loads[index].delivery == .block else {
      throw Change.Mismatch(
        description: "the tasks of '\(selection.load)' are no blocks of the run loop",
        isSoAlready: loads[index].delivery == .mainQueue)
    }
    (loads[index].delivery, loads[index].modes) = (.mainQueue, [.common])
  }

  /// Gives the clock that wakes the thread other ticks.
  fileprivate mutating func landAlarms(on tick: Duration) throws(Change.Mismatch) {
    let (now, before) = (tick.wholeNanoseconds, profile.alarmTick)
    guard before > 0, before != now else {
      throw Change.Mismatch(
        description: before == 0
          ? "alarms land at any instant" : "alarms land on \(tick.millisecondText) ms already",
        isSoAlready: before == now)
    }
    profile.alarmTick = now
  }

  /// Shows the panels of all tasks of a load as sheets.
  fileprivate mutating func showAsSheet(_ selection: TaskSelection) throws(Change.Mismatch) {
    let index = try load(selection, "show their panels in the same way")
    guard loads[index].panel != nil else {
      throw Change.Mismatch(description: "'\(selection.load)' shows no modal panel")
    }
    loads[index].panel = nil
  }

  /// The position of a load of which all tasks are selected, since they are alike in something.
  private func load(
    _ selection: TaskSelection, _ alike: String
  ) throws(Change.Mismatch) -> Int {
    guard let index = loads.firstIndex(where: { $0.name == selection.load }) else {
      throw Change.Mismatch(description: "there is no load '\(selection.load)'")
    }
    guard selection.range == .all else {
      throw Change.Mismatch(description: "all tasks of '\(selection.load)' \(alike)")
    }
    return index
  }

  mutating func writeOut(
    _ index: Int, seed: UInt64
  ) throws(Change.Mismatch) -> [Recording.Task] {
    if case .recorded(let tasks) = loads[index].tasks, loads[index].begins == .start {
      return tasks
    }
    if case .following(let following) = loads[index].tasks {
      return try writeOut(index, after: following, seed: seed)
    }
    let load = loads[index].writtenOut(
      seed: seed, until: .at(duration), limit: Change.taskLimit)
    guard let load, case .recorded(let tasks) = load.tasks else {
      throw Change.Mismatch(
        description: "the load '\(loads[index].name)' has more than \(Change.taskLimit) tasks")
    }
    loads[index] = load
    return tasks
  }

  /// Writes out the tasks of a load that follows others, and the others.
  private mutating func writeOut(
    _ index: Int, after following: Following, seed: UInt64
  ) throws(Change.Mismatch) -> [Recording.Task] {
    if let tasks = loads[index].writtenTasks { return tasks }
    var count = loads[index].driverFollowed.map { mostEnds(of: $0) } ?? 0
    for leader in loads.indices
    where !following.isAfterDriver && following.leaders.contains(loads[leader].name) {
      // A load that is declared below is followed only if a change made it.
      guard leader < index || loads[leader].writtenTasks != nil else { continue }
      let tasks = try writeOut(leader, seed: seed)
      count = max(count, tasks.enumerated().map { ($0.element.number ?? $0.offset) + 1 }.max() ?? 0)
    }
    loads[index] = loads[index].writtenOut(following: count, seed: seed)
    return loads[index].writtenTasks ?? []
  }
}

extension Change.Mismatch {
  /// That there is nothing to serve in the common modes alone.
  static var noOtherMode: Change.Mismatch {
    Change.Mismatch(
      description: "there is no gesture and no modal panel, and so no other mode than the default")
  }
}

extension Change.Step {
  /// Changes the display of a scenario.
  func applyToPanel(of scenario: inout Scenario) throws(Change.Mismatch) {
    let panel = scenario.panel
    func check(
      _ applies: Bool, _ reason: String, isSoAlready: Bool = false
    ) throws(Change.Mismatch) {
      if !applies { throw Change.Mismatch(description: reason, isSoAlready: isSoAlready) }
    }
    switch self {
    case .depth(let depth):
      try check(!panel.isAdaptive, "an adaptive display has no depth")
      try check(panel.depth != depth, "the depth is \(depth) already", isSoAlready: true)
      scenario.panel.depth = depth
    case .presents(let mode):
      try check(!panel.isAdaptive, "an adaptive display has no queue of frames")
      try check(panel.presentMode != mode, "the display presents so already", isSoAlready: true)
      scenario.panel.presentMode = mode
    case .display(let rate):
      try check(panel.hasOneRate, "this display has not one rate")
      try check(
        panel.rate != rate, "that is the rate of the display already", isSoAlready: true)
      scenario.panel = panel.refreshing(at: rate)
      scenario.leaveVsyncs()
    case .tasks, .drivers, .alarms, .awake: break
    }
  }
}

extension Scenario {
  /// Moves the first dates of repeating timers that meet the vsyncs again and again to where they
  /// meet none.
  fileprivate mutating func leaveVsyncs() {
    for index in drivers.indices {
      guard let timer = drivers[index].source.timer, timer.interval > .zero,
        let first = timer.firstFire
      else { continue }
      let interval = Fraction(timer.interval.wholeNanoseconds)
      let grid = TieGrid(interval: interval, panel: panel)
      guard grid.contains(first) else { continue }
      let begins = drivers[index].begins
      drivers[index].source.timer?.firstFire = grid.firstDate(
        notBefore: first, exactly: interval, after: begins)
    }
  }
}
