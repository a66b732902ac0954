import LabDisplay
import LabKernel
import LabLoop
import LabMotion
import LabTrace

extension Change {
  /// The factors of the curve of a load: how much of its time is enough.
  package static let factors: [Int64] = [9, 8, 7, 6, 5, 4, 3, 2, 1]

  /// How long the chunks are that are tried by default, of what is not very long.
  package static let chunk = Duration.milliseconds(4)

  /// Returns how long the chunks of something are that are tried by default: a thousand at most;
  /// `nil` if it is no longer than one, or each would be as long as a hang.
  package static func chunk(for length: Duration) -> Duration? {
    let least = Duration.milliseconds((length.wholeNanoseconds + 999_999_999) / 1_000_000_000)
    return length > chunk && least < .milliseconds(250) ? max(chunk, least) : nil
  }

  /// Returns every change that is tried by default, but for single tasks; some may not apply.
  ///
  /// - Parameters:
  ///   - scenario: What is planned, with every task written out.
  ///   - judged: The driver that is judged, to which changes of a driver are made; `nil` for all of
  ///     them.
  /// - Returns: The changes of drivers, then those of the loads, in the order in which they are
  ///   tried.
  package static func standard(for scenario: Scenario, judging judged: String? = nil) -> [Change] {
    ofDrivers(in: scenario, judging: judged) + ofClock(in: scenario)
      + scenario.loads.flatMap { load in
        otherModes(of: load, in: scenario)
          + (load.panel == nil ? [] : [Change([.tasks(TaskSelection(load.name), .sheet)])])
          + ofLoad(load.name, tasks: load.writtenTasks ?? [], on: scenario.panel)
      }
  }

  /// A clock of 1 ms, where it has longer ticks, and no nap, where there is one.
  private static func ofClock(in scenario: Scenario) -> [Change] {
    (scenario.profile.nap == nil ? [] : [Change([.awake])])
      + (scenario.profile.alarmTick > 1_000_000 ? [Change([.alarms(.milliseconds(1))])] : [])
  }

  /// Other ways to serve the tasks of a load while a finger scrolls.
  private static func otherModes(of load: Load, in scenario: Scenario) -> [Change] {
    guard scenario.hasOtherModes, load.modes != [.common] else { return [] }
    let ways: [TaskChange] =
      load.delivery == .block && scenario.browser == nil ? [.mainQueue, .common] : [.common]
    return ways.map { Change([.tasks(TaskSelection(load.name), $0)]) }
  }

  private static func ofDrivers(in scenario: Scenario, judging judged: String?) -> [Change] {
    guard let judged, let own = scenario.drivers.first(where: { $0.name == judged }) else {
      let long = scenario.drivers.contains { isLong($0, on: scenario.panel) } ? [halved] : []
      return (settings(in: scenario) + long).map { Change([.drivers($0)]) }
    }
    let others = scenario.drivers.filter { $0.name != judged }.prefix(mostNames)
    var alone = scenario
    alone.drivers = [own]
    let remedies = Remedies(for: own, in: scenario)
    var changes = (settings(in: alone) + remedies.ofDriver).map {
      Change([others.isEmpty ? .drivers($0) : .drivers($0, of: judged)])
    }
    changes += shorter(own, on: scenario.panel) + away(own)
    if !others.isEmpty {
      changes += [DriverChange.link, .timer, .common].map { Change([.drivers($0)]) }
    }
    for other in others {
      changes.append(Change([.drivers(.without, of: other.name)]))
      changes += shorter(other, on: scenario.panel) + away(other)
      if let timer = other.source.timer {
        changes.append(Change([.drivers(.every(timer.interval * 2), of: other.name)]))
      }
    }
    // A render server that is late now and then has more time in a deeper pipeline.
    if scenario.renderCost != nil, own.draws, !scenario.panel.isAdaptive, scenario.panel.depth < 2 {
      changes.append(Change([.depth(scenario.panel.depth + 1)]))
    }
    return changes + remedies.ofDisplay.map { Change([$0]) }
  }

  /// The work of a driver's callbacks elsewhere, and in chunks, unless it is what they show.
  private static func away(_ driver: Driver) -> [Change] {
    guard !driver.draws, let longest = driver.cost.longest, longest > TaskChange.hop else {
      return []
    }
    let chunks = chunk(for: longest)
      .flatMap { driver.piece ?? .seconds(1) > $0 ? DriverChange.chunks(of: $0) : nil }
    return [chunks, .elsewhere].compactMap { $0 }.map { Change([.drivers($0, of: driver.name)]) }
  }

  /// The callbacks of a driver take half of their time; not tried of those that are short.
  private static func shorter(_ driver: Driver, on panel: Panel) -> [Change] {
    isLong(driver, on: panel) ? [Change([.drivers(halved, of: driver.name)])] : []
  }

  private static let halved = DriverChange.scaled(Ratio(1, per: 2))

  private static func isLong(_ driver: Driver, on panel: Panel) -> Bool {
    driver.cost.longestListed ?? .seconds(1) >= panel.rate.period / 10
  }

  /// The settings of drivers that are tried.
  private static func settings(in scenario: Scenario) -> [DriverChange] {
    let timers = scenario.drivers.compactMap { $0.source.timer }.filter { $0.interval > .zero }
    var changes: [DriverChange] = [.link]
    if timers.contains(where: { scenario.panel.refreshes(nearest: $0.interval) > 1 }) {
      changes.append(.linkAtTimerPace)
    }
    changes += [.timer, .common]
    if timers.contains(where: { $0.tolerance > .zero }) { changes.append(.tolerance(.zero)) }
    // The timers of Foundation have no other way to catch up than the usual one.
    if timers.contains(where: { $0.catchUp ?? .coalesce != .coalesce }) {
      changes += CatchUp.allCases.map { .catchUp($0) }
    }
    if scenario.profile.wall.hasSleeps, scenario.drivers.contains(where: { $0.source.timer != nil })
    {
      changes.append(.wallClock)
    }
    if !scenario.panel.isAdaptive, !scenario.panel.isRecorded {
      changes += [1, 3].map { .phase(Ratio($0, per: 4)) }
    }
    changes += [LateDelivery.pending, .skip, .latest].map { .policy($0) }
    let animated = scenario.drivers.filter { driver in
      switch driver.motion?.content {
      case .animation?, .scene?: true
      case .views?, nil: false
      }
    }
    if !animated.isEmpty { changes.append(.clock(.timestamp)) }
    // A timer is not told for which vsync it is called.
    if animated.contains(where: { $0.source.timer == nil }) { changes.append(.clock(.target)) }
    return changes
  }

  /// The changes of a load: of all its tasks, of those of a name, and of the long ones.
  private static func ofLoad(
    _ name: String, tasks: [Recording.Task], on panel: Panel
  ) -> [Change] {
    guard let longest = tasks.map({ $0.duration }).max() else { return [] }
    func change(_ range: TaskSelection.Range, _ what: TaskChange) -> Change {
      Change([.tasks(TaskSelection(name, range), what)])
    }
    var changes: [Change] = []
    // What runs in such chunks already is not split again.
    if let chunk = chunk(for: longest),
      tasks.contains(where: { min($0.duration, $0.piece ?? $0.duration) > chunk })
    {
      changes.append(change(.all, .chunks(of: chunk)))
    }
    if longest > .zero { changes.append(change(.all, .scaled(Ratio(1, per: 2)))) }
    // The way back takes as long.
    if longest > TaskChange.hop { changes.append(change(.all, .elsewhere(.queue))) }
    changes.append(change(.all, .without))
    let longs = [panel.longTask, .milliseconds(50)].filter { least in
      let count = tasks.count { $0.duration >= least }
      return count > 0 && count < tasks.count
    }
    changes += longs.map { change(.from($0), .elsewhere(.queue)) }
    var work: [String: Duration] = [:]
    for task in tasks where !Recording.Task.isPlaceholder(task.name) {
      work[task.name, default: .zero] += task.duration
    }
    if work.count > 1 || work.count == 1 && tasks.contains(where: { work[$0.name] == nil }) {
      let names = work.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(mostNames)
      changes += names.map { change(.named($0.key), .without) }
    }
    return changes
  }

  /// How many names of tasks are tried, those with the most work first.
  static let mostNames = 10

  /// The changes of one task each: to leave it out.
  package static func single(_ positions: some Sequence<Int>, of load: String) -> [Change] {
    positions.map { Change([.tasks(TaskSelection(load, .numbers([$0])), .without)]) }
  }
}

extension Panel {
  /// What counts as a long task: three quarters of a refresh, cut to 0.1 ms.
  fileprivate var longTask: Duration {
    let tenths = rate.period.wholeNanoseconds * 3 / 4 / 100_000
    return .microseconds(tenths * 100)
  }
}
