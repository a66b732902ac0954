import LabBrowser
import LabDisplay
import LabKernel
import LabLoop
import LabWorkload

/// What the language has beyond timers, links, loads and gestures.
extension RandomStage {
  /// Puts more drivers on the stage, lets some begin and end, and others be a thread's of their
  /// own, adds inputs, and makes a browser's page of one stage in four.
  mutating func addStatements() {
    var chance = RandomStream(seed: seed, name: "statements")
    if chance.isLucky(3) {
      for _ in 0...chance.next(in: 0...2) {
        scenario.drivers.append(chance.driver(scenario.drivers.count))
      }
    }
    for index in scenario.drivers.indices {
      chance.alter(&scenario.drivers[index])
      if chance.isLucky(3) { scenario.drivers[index].lives = chance.lives() }
    }
    for index in 0..<Int(max(0, chance.next(in: -2...2))) {
      let instants = (0...2).map { _ in Instant.at(chance.duration(0...400_000_000)) }
      scenario.loads.append(
        Load(
          name: "input \(index)",
          tasks: .drawn(.at(instants.sorted()), takes: chance.law(upTo: 30_000_000)),
          delivery: .source, modes: [.common], isInput: true,
          shownThrough: chance.picks([nil, "driver 0", "driver 1"])))
    }
    let names = scenario.drivers.map(\.name)
    if let driver = scenario.loads.last?.driver, !names.contains(driver) {
      scenario.loads[scenario.loads.count - 1].driver = nil
    }
    for index in scenario.actions.indices where chance.isLucky(3) {
      scenario.actions[index].driver = chance.picks(names)
    }
    scenario.profile.alarmLanding = chance.picks([.early, .early, .late, .anywhere])
    if chance.isLucky(5) { scenario.profile.alarmTick = chance.next(in: 1_000_000...20_000_000) }
    if chance.isLucky(6) {
      let begins = chance.duration(0...200_000_000)
      scenario.profile.nap = Profile.Nap(
        from: .at(begins), until: .at(begins + chance.duration(1...300_000_000)),
        by: chance.duration(1...150_000_000))
    }
    if chance.isLucky(4) { makePage(&chance) }
    if scenario.browser == nil { addSleeps() }
  }

  /// Lets the machine sleep now and then, and timers go by the clock on the wall.
  private mutating func addSleeps() {
    var chance = RandomStream(seed: seed, name: "sleeps")
    guard chance.isLucky(4) else { return }
    var begins = Duration.zero
    for _ in 0...chance.next(in: 0...2) {
      begins += chance.duration(1...200_000_000)
      scenario.profile.wall.add(
        WallClock.Sleep(at: .at(begins), for: chance.duration(1...400_000_000)))
    }
    for index in scenario.drivers.indices where chance.isLucky(2) {
      guard let timer = scenario.drivers[index].source.timer,
        timer.catchUp ?? .coalesce == .coalesce
      else { continue }
      scenario.drivers[index].source.timer?.isByWallClock = true
    }
  }

  /// Leaves out what a browser does not have.
  private mutating func makePage(_ chance: inout RandomStream) {
    var rules = TaskRules(chance.picks(TaskRules.Browser.allCases))
    for _ in 0..<max(0, chance.next(in: -2...2)) {
      rules = rules.without(chance.picks(TaskRules.Rule.allCases)) ?? rules
    }
    scenario.profile = .darwin
    scenario.browser = rules
    scenario.gestures = []
    if rules.without(.costs) != nil { scenario.wakeUpDelay = nil }
    if rules.objection(to: scenario) != nil { scenario.panel = Panel(rate: .hertz(60)) }
    for index in scenario.drivers.indices {
      scenario.drivers[index].modes = [.common]
      guard case .timer(var timer) = scenario.drivers[index].source else {
        scenario.drivers[index].source = .link()
        continue
      }
      timer.interval = .milliseconds(timer.interval.wholeNanoseconds / 1_000_000)
      timer.tolerance = .zero
      timer.catchUp = chance.picks([nil, .delay, rules.timers.interval])
      scenario.drivers[index].source = .timer(timer)
    }
    for index in scenario.loads.indices {
      scenario.loads[index].panel = nil
      scenario.loads[index].isInput = scenario.loads[index].isInput && rules.inputs != nil
      if !scenario.loads[index].isInput {
        scenario.loads[index].delivery = chance.picks([.port, .relay])
      }
      scenario.loads[index].modes = [.common]
    }
  }

  /// Why the browser whose page it is cannot have something of it.
  var objections: [String] {
    guard let rules = scenario.browser else { return [] }
    return
      ([rules.objection(to: scenario)] + scenario.drivers.map { rules.objection(to: $0) }
      + scenario.loads.map { rules.objection(to: $0) }).compactMap(\.self)
  }
}

extension RandomStream {
  fileprivate mutating func isLucky(_ one: Int64) -> Bool { next(in: 1...one) == 1 }

  /// Lives of a driver, which may begin or end on a vsync.
  fileprivate mutating func lives() -> [Driver.Life] {
    let first = picks([.zero, duration(0...200_000_000)])
    let end = first + duration(1_000_000...200_000_000)
    guard isLucky(2) else {
      return [Driver.Life(from: .at(first), until: picks([nil, .at(end)]))]
    }
    return [
      Driver.Life(from: .at(first), until: .at(end)),
      Driver.Life(from: .at(end + duration(0...100_000_000)), until: nil),
    ]
  }

  /// Lets a link be on a thread of its own, or begin anew with a time of 0, and a timer fire once.
  fileprivate mutating func alter(_ driver: inout Driver) {
    switch driver.source {
    case .link(var link):
      link.zeroTimestampOnResume = isLucky(4)
      if isLucky(3) {
        link.lateDelivery = .offMain(
          picks([
            .queue, .coalesced, .once, .port, .selector, .timer(after: duration(0...20_000_000)),
          ]))
        link.keepsPhase = false
        driver.modes = [.common]
      }
      driver.source = .link(link)
    case .timer(var timer):
      if isLucky(6) { (timer.interval, timer.catchUp) = (.zero, nil) }
      driver.source = .timer(timer)
    case .loop: break
    }
  }
}
