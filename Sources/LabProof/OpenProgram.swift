import LabDisplay
import LabKernel
import LabLoop
import LabWorkload

/// A scenario with some instants left open, and the runs that it comes to when they are set.
///
/// Of each run there are two: one in whole nanoseconds, and one in units of 2⁻²⁰ ns in which every
/// open instant is later by a few units of its own. The loop, the display and the loads are the
/// same in both, so that the low bits of every recorded instant name the open instant with which it
/// moves.
struct OpenProgram {
  /// How many units a nanosecond has.
  static let unit: Int64 = 1 << 20
  /// The longest run: what 63 bits hold in units, and the longest limit that a loop knows.
  static let longest = Duration.seconds(400)
  /// The most events of a run: it is kept twice, with all its instants.
  static let mostEvents = Scenario.mostKeptEvents
  /// The most open instants: each has a bit of its own.
  static let mostOpen = 16

  let seed: UInt64
  let open: [OpenInstant]
  /// The vsyncs in nanoseconds, as far as the run and what is open reach; from 0 on if the first
  /// one is open.
  let vsyncs: [Int64]
  /// The run in whole nanoseconds, every task written out.
  let plain: Scenario
  private let scaled: Scenario
  let memory = RecordMemory()

  /// Opens instants whose values are at most a number of nanoseconds.
  init(
    _ scenario: Scenario, seed: UInt64, open: [OpenInstant], upTo latest: Int64
  ) throws(Refusal) {
    (self.seed, self.open) = (seed, open)
    try Self.check(scenario, open, upTo: latest)
    var plain = scenario
    plain.eventLimit = min(plain.eventLimit, Self.mostEvents)
    plain.loads = try Self.writtenOut(scenario, seed: seed)
    let vsyncs = Self.vsyncs(of: scenario, seed: seed)
    let first = open.contains(.firstVsync) ? vsyncs[0] : 0
    self.vsyncs = vsyncs.map { $0 - first }
    let panel = plain.panel
    if open.contains(.firstVsync) {
      plain.panel = Panel(panel, at: self.vsyncs, guardTime: panel.guardTime)
    }
    var scaled = plain
    scaled.panel = Panel(
      panel, at: self.vsyncs.map { $0 * Self.unit }, guardTime: panel.guardTime.inUnits)
    scaled.duration = plain.duration.inUnits
    scaled.loads = plain.loads.map { $0.inUnits }
    scaled.gestures = plain.gestures.map { $0.inUnits }
    for (index, driver) in plain.drivers.enumerated() {
      let costs = try Self.listed(driver, in: plain, seed: seed)
      scaled.drivers[index] = Self.scaled(driver, costs)
    }
    for index in scaled.actions.indices {
      scaled.actions[index].instant = scaled.actions[index].instant.inUnits
    }
    (self.plain, self.scaled) = (plain, scaled)
  }

  /// The run in whole nanoseconds at a point: a value for every open instant.
  func concrete(at point: [Int64]) -> Scenario {
    var scenario = plain
    set(point, in: &scenario, unit: 1)
    return scenario
  }

  /// The same run in units; `marks` says by how many each open instant is later.
  func scaled(at point: [Int64], marks: [Int64]) -> Scenario {
    var scenario = scaled
    set(zip(point, marks).map { $0 * Self.unit + $1 }, in: &scenario, unit: Self.unit)
    return scenario
  }

  /// Sets the open instants, in the unit of the scenario.
  private func set(_ values: [Int64], in scenario: inout Scenario, unit: Int64) {
    for (instant, value) in zip(open, values) {
      switch instant {
      case .firstFire(let name): setFirstFire(of: name, in: &scenario, to: value)
      case .firstVsync:
        let panel = scenario.panel
        scenario.panel = Panel(
          panel, at: vsyncs.map { $0 * unit + value }, guardTime: panel.guardTime)
      case .arrival(let position, let name):
        setArrival(position, of: name, in: &scenario, to: value)
      }
    }
  }

  private func setFirstFire(of name: String, in scenario: inout Scenario, to date: Int64) {
    for index in scenario.drivers.indices where scenario.drivers[index].name == name {
      scenario.drivers[index].source.timer?.firstFire = Instant(nanoseconds: date)
    }
  }

  private func setArrival(
    _ position: Int, of name: String, in scenario: inout Scenario, to date: Int64
  ) {
    for index in scenario.loads.indices where scenario.loads[index].name == name {
      guard case .recorded(var tasks) = scenario.loads[index].tasks else { continue }
      // Held once, the list is changed in place.
      scenario.loads[index].tasks = .recorded([])
      tasks[position].arrival = Instant(nanoseconds: date)
      scenario.loads[index].tasks = .recorded(tasks)
    }
  }
}

extension Duration {
  /// The duration in units, as so many nanoseconds; what is longer than any run is cut.
  var inUnits: Duration {
    .nanoseconds(min(self, OpenProgram.longest).wholeNanoseconds * OpenProgram.unit)
  }
}

extension Instant {
  /// The instant in units, as so many nanoseconds; what is later than any run is cut.
  var inUnits: Instant {
    Instant(
      nanoseconds: min(nanoseconds, OpenProgram.longest.wholeNanoseconds) * OpenProgram.unit)
  }
}

extension Gesture {
  fileprivate var inUnits: Gesture {
    Gesture(
      name: name, begins: begins.inUnits, lasts: lasts.inUnits, moves: moves?.inUnits, kind: kind)
  }
}

extension Load {
  fileprivate var inUnits: Load {
    var load = self
    load.ends = ends?.inUnits
    guard case .recorded(let tasks) = tasks else { return load }
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
}

extension OpenProgram {
  private static func scaled(_ driver: Driver, _ cost: DurationLaw) -> Driver {
    var driver = driver
    driver.cost = cost
    guard var timer = driver.source.timer else { return driver }
    // Half of an odd interval is cut to whole nanoseconds before it is scaled.
    let half = timer.interval > .zero ? timer.interval.wholeNanoseconds / 2 : .max
    timer.tolerance = .nanoseconds(min(timer.tolerance.wholeNanoseconds, half)).inUnits
    timer.firstFire = (timer.firstFire ?? Instant.start.advanced(by: timer.interval)).inUnits
    timer.interval = timer.interval.inUnits
    driver.source = .timer(timer)
    return driver
  }
}
