import LabDisplay
import LabKernel
import LabLoop
import LabTrace
import LabWorkload

extension OpenProgram {
  /// Refuses what decides by anything else than the order of instants.
  static func check(
    _ scenario: Scenario, _ open: [OpenInstant], upTo latest: Int64
  ) throws(Refusal) {
    guard scenario.duration <= longest else {
      throw Refusal("run", "\(scenario.duration) is too long to decide; 400 s are the most")
    }
    guard latest <= longest.wholeNanoseconds else {
      throw Refusal(
        "open instants",
        "\(Duration.nanoseconds(latest)) is too late to decide; 400 s are the latest")
    }
    guard open.count <= mostOpen else {
      throw Refusal("open instants", "\(open.count) are too many; \(mostOpen) are the most")
    }
    try check(scenario.panel)
    switch scenario.panel.presentMode {
    case .mailbox, .fifo: break
    case .blocking, .atTarget:
      throw Refusal("panel", "a present that waits is not decided; leave out ‘presents’")
    }
    if open.contains(.firstVsync), scenario.panel.isRecorded || scenario.panel.jitter > .zero {
      throw Refusal("panel", "its phase is open at a fixed rate without jitter alone; give it one")
    }
    if scenario.stretch != 1 {
      throw Refusal("thread", "a stretch cuts each time again; write the times as they are to be")
    }
    if scenario.wakeUpDelay != nil {
      throw Refusal("thread", "delayed wake-ups are not decided; leave out ‘wake-up’")
    }
    if scenario.browser != nil {
      throw Refusal("thread", "the line of tasks of a browser is not decided; leave out ‘like’")
    }
    if scenario.renderCost != nil {
      throw Refusal("render server", "its times are not decided; leave out ‘render’")
    }
    if scenario.profile.alarmTick > 0 {
      throw Refusal("alarms", "a clock of ticks is not decided; leave out ‘alarms land on’")
    }
    if scenario.profile.nap != nil {
      throw Refusal("nap", "what it puts off is not decided; leave out ‘napping’")
    }
    if let load = scenario.loads.first(where: { $0.panel != nil }) {
      throw Refusal("load ‘\(load.name)’", "a modal panel is not decided; leave out ‘runs modal’")
    }
    for driver in scenario.drivers { try check(driver, in: scenario) }
    for gesture in scenario.gestures {
      switch gesture.kind {
      case .scroll, .tap: break
      case .drag, .fling:
        throw Refusal(
          "gesture ‘\(gesture.name)’", "a speed is no instant; write ‘scroll’ or ‘tap’")
      }
    }
    for load in scenario.loads {
      if case .following = load.tasks {
        throw Refusal("load ‘\(load.name)’", "tasks that follow others are not decided")
      }
    }
  }

  private static func check(_ panel: Panel) throws(Refusal) {
    switch panel.timing {
    case .rate:
      if !panel.laterRates.isEmpty {
        throw Refusal("panel", "a change of its rate is not decided; give it one rate")
      }
    case .steps: throw Refusal("panel", "a rate that links choose is not decided; give it one")
    case .adaptive: throw Refusal("panel", "an adaptive rate is not decided; give it one rate")
    case .recorded: break
    }
  }

  private static func check(_ driver: Driver, in scenario: Scenario) throws(Refusal) {
    let place = "driver ‘\(driver.name)’"
    if driver.motion != nil {
      throw Refusal(place, "what it moves decides by places, not instants; leave out ‘animate’")
    }
    if driver.source == .loop {
      throw Refusal(place, "a loop of its own is not decided; write ‘timer’ or ‘link’")
    }
    if !driver.lives.isEmpty {
      throw Refusal(place, "a life is not decided; leave out ‘from’ and ‘until’")
    }
    if driver.cap != nil {
      throw Refusal(place, "how often it acts is not decided; leave out ‘acts at most every’")
    }
    let isTimer = driver.source.timer != nil
    if isTimer, scenario.actions.contains(where: { $0.kind == .resume && $0.driver == driver.name })
    {
      throw Refusal(place, "a timer that goes on is not decided; leave out ‘resume’")
    }
    if case .dated = driver.cost {
      throw Refusal(place, "costs that belong to dates are not decided; write ‘takes sequence’")
    }
    if case .link(let link) = driver.source, case .offMain(.timer) = link.lateDelivery {
      throw Refusal(
        place, "a hop after a time is not decided; write ‘via main-queue’ or ‘via selector’")
    }
    if let timer = driver.source.timer, timer.tolerance > .zero,
      scenario.profile.alarmLanding == .anywhere
    {
      throw Refusal(place, "random landings in a tolerance are not decided; say early or late")
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
