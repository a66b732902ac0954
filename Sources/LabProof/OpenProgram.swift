import LabDisplay
import LabKernel
import LabLoop
import LabTrace
package import LabWorkload

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

extension OpenProgram {
  /// Refuses what decides by anything else than the order of instants, all of it at once.
  static func check(
    _ scenario: Scenario, _ open: [OpenInstant], upTo latest: Int64
  ) throws(Refusal) {
    var found: [Refusal] = []
    if scenario.duration > longest {
      found.add("run", "\(scenario.duration) is too long to decide; 400 s are the most")
    }
    if latest > longest.wholeNanoseconds {
      found.add(
        "open instants",
        "\(Duration.nanoseconds(latest)) is too late to decide; 400 s are the latest")
    }
    if open.count > mostOpen {
      found.add("open instants", "\(open.count) are too many; \(mostOpen) are the most")
    }
    check(scenario.panel, &found)
    switch scenario.panel.presentMode {
    case .mailbox, .fifo: break
    case .blocking, .atTarget:
      found.add("display", "a present that waits is not decided; leave out ‘presents’")
    }
    if open.contains(.firstVsync), scenario.panel.isRecorded || scenario.panel.jitter > .zero {
      found.add("display", "its phase is open at a fixed rate without jitter alone; give it one")
    }
    if scenario.stretch != 1 {
      found.add("thread", "a stretch cuts each time again; write the times as they are to be")
    }
    if scenario.wakeUpDelay != nil {
      found.add("thread", "delayed wake-ups are not decided; leave out ‘wake-up’")
    }
    if scenario.browser != nil {
      found.add("thread", "the line of tasks of a browser is not decided; leave out ‘like’")
    }
    if scenario.renderCost != nil {
      found.add("render server", "its times are not decided; leave out ‘render’")
    }
    if scenario.profile.alarmTick > 0 {
      found.add("alarms", "a clock of ticks is not decided; leave out ‘alarms land on’")
    }
    if scenario.profile.nap != nil {
      found.add("nap", "what it puts off is not decided; leave out ‘napping’")
    }
    if scenario.profile.wall.hasSleeps {
      found.add("sleep", "a machine that sleeps is not decided; leave out ‘sleep’")
    }
    for load in scenario.loads where load.panel != nil {
      found.add("load ‘\(load.name)’", "a modal panel is not decided; leave out ‘runs modal’")
    }
    for driver in scenario.drivers { check(driver, in: scenario, &found) }
    for gesture in scenario.gestures {
      switch gesture.kind {
      case .scroll, .tap: break
      case .drag, .fling:
        found.add(
          "gesture ‘\(gesture.name)’",
          "how far it goes depends on a speed, and what is decided is the order of instants;"
            + " write ‘scroll’ or ‘tap’")
      }
    }
    for load in scenario.loads {
      if case .following = load.tasks {
        found.add("load ‘\(load.name)’", "tasks that follow others are not decided; leave it out")
      }
    }
    if let refusal = Refusal(all: found) { throw refusal }
  }

  /// What to write instead of a display without a rate of its own.
  private static let oneRate = "give it one, such as --set 'display=120 Hz'"

  private static func check(_ panel: Panel, _ found: inout [Refusal]) {
    switch panel.timing {
    case .rate:
      if !panel.laterRates.isEmpty {
        found.add("display", "a change of its rate is not decided; give it one rate")
      }
    case .steps:
      found.add("display", "a rate that links choose is not decided; \(oneRate)")
    case .adaptive: found.add("display", "an adaptive rate is not decided; \(oneRate)")
    case .recorded: break
    }
  }

  private static func check(
    _ driver: Driver, in scenario: Scenario, _ found: inout [Refusal]
  ) {
    let place = "driver ‘\(driver.name)’"
    if driver.motion != nil {
      found.add(
        place, "what it moves is decided by places, not by instants; leave out its motion")
    }
    if driver.source == .loop {
      found.add(place, "a loop of its own is not decided; write ‘timer’ or ‘link’")
    }
    if !driver.lives.isEmpty {
      found.add(place, "a life is not decided; leave out ‘from’ and ‘until’")
    }
    if driver.cap != nil {
      found.add(place, "how often it acts is not decided; leave out ‘acts at most every’")
    }
    let isTimer = driver.source.timer != nil
    if isTimer, scenario.actions.contains(where: { $0.kind == .resume && $0.driver == driver.name })
    {
      found.add(place, "a timer that goes on is not decided; leave out ‘resume’")
    }
    if case .dated = driver.cost {
      found.add(place, "costs that belong to dates are not decided; write ‘takes sequence’")
    }
    if case .link(let link) = driver.source, case .offMain(.timer) = link.lateDelivery {
      found.add(
        place, "a hop after a time is not decided; write ‘via main-queue’ or ‘via selector’")
    }
    if let timer = driver.source.timer, timer.tolerance > .zero,
      scenario.profile.alarmLanding == .anywhere
    {
      found.add(place, "random landings in a tolerance are not decided; say early or late")
    }
  }

  /// The vsyncs of a run with their jitter, two more than it has.
  static func vsyncs(of scenario: Scenario, seed: UInt64) -> [Int64] {
    let panel = scenario.panel
    let jitter = panel.jitter.wholeNanoseconds
    var deviations = panel.jitterStream(seed: seed)
    let end =
      panel.vsync(0).nanoseconds + scenario.duration.wholeNanoseconds
      + 2 * panel.rate.period.wholeNanoseconds
    var vsyncs: [Int64] = []
    while vsyncs.count < 3 || vsyncs[vsyncs.count - 3] < end {
      let vsync = panel.vsync(vsyncs.count).nanoseconds
      vsyncs.append(max(0, vsync + (jitter > 0 ? deviations.next(in: -jitter...jitter) : 0)))
    }
    return vsyncs
  }

  /// The loads with every task written out.
  static func writtenOut(_ scenario: Scenario, seed: UInt64) throws(Refusal) -> [Load] {
    try scenario.loads.map { load throws(Refusal) in
      let end = Instant.at(scenario.duration)
      guard let written = load.writtenOut(seed: seed, until: end, limit: 10_000) else {
        throw Refusal("load ‘\(load.name)’", "it has more than 10,000 tasks; shorten the run")
      }
      return written
    }
  }

  /// The costs of a driver's callbacks in units, as they are drawn one after the other.
  static func listed(
    _ driver: Driver, in scenario: Scenario, seed: UInt64
  ) throws(Refusal) -> DurationLaw {
    switch driver.cost {
    case .constant(let cost): return .constant(cost.inUnits)
    case .inTurn(let costs): return .inTurn(costs.map { $0.inUnits })
    case .anyOf(let costs): return .anyOf(costs.map { $0.inUnits })
    default: break
    }
    let step = min(
      driver.source.interval > .zero ? driver.source.interval : .seconds(1),
      scenario.panel.rate.period)
    let count = scenario.duration / step + 16
    guard count <= 100_000 else {
      throw Refusal("driver ‘\(driver.name)’", "its costs are too many to draw; shorten the run")
    }
    var costs = driver.costStream(seed: seed)
    return .inTurn((0..<Int(count)).map { _ in driver.cost.draw(from: &costs).inUnits })
  }
}

/// An instant of a program that is left open, on the grid of whole nanoseconds.
///
/// Everything that happens in the program either keeps its place when the instant moves, or moves
/// with it by as much, until the order of what happens changes.
package enum OpenInstant: Hashable, Sendable {
  /// When a timer fires first, by the name of its driver.
  case firstFire(of: String)
  /// When the display refreshes first.
  case firstVsync
  /// When a task arrives that is recorded: its position from 0, and the name of its load.
  case arrival(Int, of: String)
}

/// Up to so many equal tasks, each at any instant of a grid.
package struct OpenTasks: Hashable, Sendable {
  /// How many there are at most.
  package var most: Int
  /// How long each takes.
  package var duration: Duration
  /// The distance of two instants of the grid.
  package var step: Duration
  /// Where the grid ends; the end is not one of its instants.
  package var within: Duration
  /// How they are delivered.
  package var delivery: Delivery

  /// Creates tasks.
  ///
  /// - Precondition: The step and the end are positive, and the number is not negative.
  package init(
    upTo most: Int, of duration: Duration, every step: Duration = .nanoseconds(1),
    within: Duration, as delivery: Delivery = .mainQueue
  ) {
    require(most >= 0 && step > .zero && within > .zero, "\(most) tasks within \(within)")
    (self.most, self.duration, self.step) = (most, duration, step)
    (self.within, self.delivery) = (within, delivery)
  }

  /// How many instants the grid has.
  package var places: Int64 { (within.wholeNanoseconds - 1) / step.wholeNanoseconds + 1 }

  /// In how many ways so many tasks or fewer can arrive: Σ C(n + k − 1, k) on n instants.
  package func arrangements(of most: Int) -> Double {
    var (ways, sum) = (1.0, 1.0)
    for count in stride(from: 1, through: most, by: 1) {
      ways = ways * (Double(places) + Double(count) - 1) / Double(count)
      sum += ways
    }
    return sum
  }
}
