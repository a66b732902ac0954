import LabDisplay
import LabKernel
import LabLoop
import LabWorkload

/// A scenario with some instants left open, and the runs that it comes to when they are set.
///
/// Of each run there are two: one in whole nanoseconds, and one in units of 2⁻²⁰ ns in which every
/// open instant is later by a few units of its own. The loop, the display and the loads are the same
/// in both, so that the low bits of every recorded instant name the open instant with which it moves.
struct OpenProgram {
  /// How many units a nanosecond has.
  static let unit: Int64 = 1 << 20
  /// The longest run: what 63 bits hold in units, and the longest limit that a loop knows.
  static let longest = Duration.seconds(400)
  /// The most open instants: each has a bit of its own.
  static let mostOpen = 16

  let scenario: Scenario
  let seed: UInt64
  let open: [OpenInstant]
  /// The vsyncs in nanoseconds, as far as the run and what is open reach.
  let vsyncs: [Int64]
  let loads: [Load]
  private let costs: [DurationLaw]

  init(_ scenario: Scenario, seed: UInt64, open: [OpenInstant]) throws(Refusal) {
    (self.scenario, self.seed, self.open) = (scenario, seed, open)
    try Self.check(scenario, open)
    vsyncs = Self.vsyncs(of: scenario, seed: seed)
    loads = try Self.writtenOut(scenario, seed: seed)
    costs = try scenario.drivers.map { driver throws(Refusal) in
      try Self.listed(driver, in: scenario, seed: seed)
    }
  }

  /// The run in whole nanoseconds at a point: a value for every open instant.
  func concrete(at point: [Int64]) -> Scenario {
    var scenario = scenario
    scenario.loads = loads
    for (instant, value) in zip(open, point) { set(instant, to: value, in: &scenario) }
    return scenario
  }

  /// The same run in units; `marks` says by how many each open instant is later.
  func scaled(at point: [Int64], marks: [Int64]) -> Scenario {
    var scaled = scenario
    let panel = scenario.panel
    scaled.panel = Panel(
      panel, at: vsyncs.map { $0 * Self.unit }, guardTime: panel.guardTime.inUnits)
    scaled.duration = scenario.duration.inUnits
    scaled.loads = loads.map { Self.scaled($0) }
    scaled.gestures = scenario.gestures.map(\.inUnits)
    for index in scaled.drivers.indices {
      scaled.drivers[index] = Self.scaled(scaled.drivers[index], costs[index])
    }
    for index in scaled.actions.indices {
      scaled.actions[index].instant = scaled.actions[index].instant.inUnits
    }
    for (index, instant) in open.enumerated() {
      set(instant, to: point[index] * Self.unit + marks[index], in: &scaled)
    }
    return scaled
  }

  /// Sets an open instant, in the unit of the scenario.
  private func set(_ instant: OpenInstant, to value: Int64, in scenario: inout Scenario) {
    switch instant {
    case .firstFire(let name): setFirstFire(of: name, in: &scenario, to: value)
    case .arrivals(let name):
      change(name, in: &scenario) { $1.arrival = $1.arrival.advanced(byNanoseconds: value) }
    case .arrival(let position, let name):
      change(name, in: &scenario) {
        if $0 == position { $1.arrival = Instant(nanoseconds: value) }
      }
    }
  }

  private func setFirstFire(of name: String, in scenario: inout Scenario, to date: Int64) {
    for index in scenario.drivers.indices where scenario.drivers[index].name == name {
      guard
        case .timer(let interval, _, let tolerance, let catchUp) = scenario.drivers[index].source
      else { continue }
      scenario.drivers[index].source = .timer(
        interval: interval, firstFire: Instant(nanoseconds: date), tolerance: tolerance,
        catchUp: catchUp)
    }
  }

  private func change(
    _ name: String, in scenario: inout Scenario, by change: (Int, inout Recording.Task) -> Void
  ) {
    for index in scenario.loads.indices where scenario.loads[index].name == name {
      guard case .recorded(var tasks) = scenario.loads[index].tasks else { continue }
      for position in tasks.indices { change(position, &tasks[position]) }
      scenario.loads[index].tasks = .recorded(tasks)
    }
  }
}

extension Duration {
  /// The duration in units, as so many nanoseconds.
  var inUnits: Duration { .nanoseconds(wholeNanoseconds * OpenProgram.unit) }
}

extension Instant {
  /// The instant in units, as so many nanoseconds.
  var inUnits: Instant { Instant(nanoseconds: nanoseconds * OpenProgram.unit) }
}

extension Gesture {
  fileprivate var inUnits: Gesture {
    Gesture(
      name: name, begins: begins.inUnits, lasts: lasts.inUnits, moves: moves?.inUnits, kind: kind)
  }
}

extension OpenProgram {
  private static func scaled(_ load: Load) -> Load {
    var load = load
    load.ends = load.ends?.inUnits
    guard case .recorded(let tasks) = load.tasks else { return load }
    load.tasks = .recorded(
      tasks.map { task in
        var task = task
        task.arrival = task.arrival.inUnits
        task.duration = task.duration.inUnits
        task.piece = task.piece?.inUnits
        return task
      })
    return load
  }

  private static func scaled(_ driver: Driver, _ cost: DurationLaw) -> Driver {
    var driver = driver
    driver.cost = cost
    guard case .timer(let interval, let first, let tolerance, let catchUp) = driver.source else {
      return driver
    }
    // Half of an odd interval is cut to whole nanoseconds before it is scaled.
    let allowed = Duration.nanoseconds(
      interval > .zero
        ? min(tolerance.wholeNanoseconds, interval.wholeNanoseconds / 2)
        : tolerance.wholeNanoseconds)
    let begins = first ?? Instant.start.advanced(by: interval)
    driver.source = .timer(
      interval: interval.inUnits, firstFire: begins.inUnits, tolerance: allowed.inUnits,
      catchUp: catchUp)
    return driver
  }
}
