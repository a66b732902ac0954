import LabDisplay
import LabKernel
import LabLoop
import LabMetrics
import LabTrace
import LabWorkload

/// A stage put together by chance, and what its run breaks.
struct RandomStage {
  var scenario: Scenario
  let seed: UInt64

  init(seed: UInt64, hasPages: Bool = true) {
    self.seed = seed
    var chance = RandomStream(seed: seed, name: "stage")
    let profile: Profile = chance.picks([.darwin, .linux])
    scenario = Scenario(
      panel: chance.panel(),
      duration: chance.duration(50_000_000...600_000_000),
      wakeUpDelay: chance.picks([nil, nil, chance.law(upTo: 15_000_000)]),
      renderCost: chance.picks([nil, nil, chance.law(upTo: 40_000_000)]),
      profile: profile)
    for index in 0...Int(chance.next(in: 0...2)) { scenario.drivers.append(chance.driver(index)) }
    for index in 0..<Int(chance.next(in: 0...3)) { scenario.loads.append(chance.load(index)) }
    chance.addFollowers(to: &scenario)
    for index in 0..<Int(chance.next(in: 0...2)) {
      scenario.gestures.append(
        Gesture(
          name: "gesture \(index)", begins: .at(chance.duration(0...500_000_000)),
          lasts: chance.duration(0...300_000_000),
          moves: chance.picks([nil, chance.duration(2_000_000...30_000_000)]),
          kind: chance.picks([
            .scroll, .scroll, .tap, .drag(speed: 400), .fling(speed: 90, slop: 2),
          ])))
    }
    waitForDisplay()
    scenario.stretch = chance.picks([1, 1, 1, 1.3])
    for _ in 0..<Int(chance.next(in: 0...2)) { scenario.actions.append(chance.action()) }
    showPanels()
    if hasPages { addStatements() }
  }

  /// Lets some blocks of the main queue show modal panels.
  private mutating func showPanels() {
    var chance = RandomStream(seed: seed, name: "panels")
    for index in scenario.loads.indices
    where scenario.loads[index].delivery == .mainQueue && chance.next(in: 0...2) == 0 {
      scenario.loads[index].panel = .lasting(chance.duration(1...90_000_000))
    }
  }

  /// Lets presents wait on some stages, and some drivers be loops.
  private mutating func waitForDisplay() {
    var chance = RandomStream(seed: seed, name: "presents")
    let room = Int(chance.next(in: 1...4))
    let mode = chance.picks([nil, nil, PresentMode.blocking(capacity: room), .atTarget])
    if let mode, !scenario.panel.isAdaptive, scenario.panel.objection(to: mode) == nil {
      scenario.panel.presentMode = mode
    }
    for index in scenario.drivers.indices where chance.next(in: 0...9) == 0 {
      scenario.drivers[index].source = .loop
      scenario.drivers[index].cost = .constant(chance.duration(1_000_000...25_000_000))
    }
  }

  /// Takes over a stage that was not put together by chance.
  init(scenario: Scenario, seed: UInt64) {
    self.scenario = scenario
    self.seed = seed
  }

  /// The identities that the run breaks.
  func violations() throws -> [ConservationViolation] { try measurement().verifyConservation() }

  /// What is measured of its run.
  func measurement() throws -> RunMeasurement {
    let trace = try Stage(scenario, seed: seed).run()
    return RunMeasurement(trace)
  }

  /// The rules of a trace that the run's breaks.
  func contractViolations() throws -> [TraceContract.Violation] {
    TraceContract.violations(of: try Stage(scenario, seed: seed).run())
  }

  /// The same stage with as little on it as still breaks something.
  func shrunk() throws -> RandomStage {
    var smallest = self
    var shrinks = true
    while shrinks {
      shrinks = false
      for smaller in smallest.smaller where try !smaller.violations().isEmpty {
        smallest = smaller
        shrinks = true
        break
      }
    }
    return smallest
  }

  /// Every stage that lacks one thing of this one.
  private var smaller: [RandomStage] {
    var stages: [RandomStage] = []
    func propose(_ change: (inout Scenario) -> Void) {
      var stage = self
      change(&stage.scenario)
      if stage.scenario != scenario { stages.append(stage) }
    }
    for index in scenario.loads.indices { propose { $0.loads.remove(at: index) } }
    for index in scenario.gestures.indices { propose { $0.gestures.remove(at: index) } }
    if scenario.drivers.count > 1 {
      for index in scenario.drivers.indices { propose { $0.drivers.remove(at: index) } }
    }
    for index in scenario.actions.indices { propose { $0.actions.remove(at: index) } }
    propose { $0.wakeUpDelay = nil }
    propose { $0.stretch = 1 }
    propose { $0.renderCost = nil }
    propose { $0.panel = Panel(rate: .hertz(60), depth: $0.panel.depth) }
    propose { $0.panel.presentMode = .mailbox }
    propose { if !$0.panel.isAdaptive { ($0.panel.depth, $0.panel.guardTime) = (1, .zero) } }
    propose { ($0.profile, $0.browser) = (.darwin, nil) }
    for index in scenario.drivers.indices { propose { $0.drivers[index].lives = [] } }
    for index in scenario.drivers.indices { propose { $0.drivers[index].cost = .constant(.zero) } }
    propose { if $0.duration > .milliseconds(60) { $0.duration = $0.duration / 2 } }
    return stages
  }
}

extension RandomStream {
  fileprivate mutating func panel() -> Panel {
    let rates: [RefreshRate] = [
      .hertz(60), .hertz(120), .hertz(50), RefreshRate(60_000, per: 1001),
      RefreshRate(599_503, per: 10_000), .hertz(24),
    ]
    var panel: Panel
    switch next(in: 0...7) {
    case 0: return Panel(slowest: picks([.hertz(24), .hertz(40)]), fastest: .hertz(120))
    case 1: panel = picks([.promotionPhone, .promotionPad])
    case 2:
      let gaps = (0...next(in: 1...9)).map { _ in duration(1_000_000...30_000_000) }
      var vsync = Instant.start
      panel = Panel(
        recorded: gaps.map {
          vsync = vsync.advanced(by: $0)
          return vsync
        })
    case 3:
      panel = Panel(
        rate: picks(rates), drift: next(in: -1_000_000...1_000_000),
        jitter: duration(0...4_000_000),
        changes: [
          Panel.RateChange(at: .at(duration(0...400_000_000)), to: picks([.hertz(60), .hertz(90)]))
        ])
    default:
      panel = Panel(rate: picks(rates), phase: picks([.zero, duration(0...16_000_000)]))
    }
    panel.depth = picks([0, 1, 2])
    panel.guardTime = picks([.zero, duration(0...4_000_000)])
    panel.presentMode = picks([.mailbox, .mailbox, .fifo(capacity: Int(next(in: 1...4)))])
    return panel
  }

  mutating func picks<Choice>(_ choices: [Choice]) -> Choice {
    choices[Int(next(in: 0...Int64(choices.count - 1)))]
  }

  mutating func duration(_ nanoseconds: ClosedRange<Int64>) -> Duration {
    // Round numbers make instants coincide, which is where mistakes hide.
    let grain: Int64 = picks([1, 1000, 1_000_000])
    return .nanoseconds(max(nanoseconds.lowerBound, next(in: nanoseconds) / grain * grain))
  }

  mutating func law(upTo limit: Int64) -> DurationLaw {
    switch next(in: 0...4) {
    case 0: .constant(.zero)
    case 4: .inTurn([duration(0...limit), .zero, duration(0...limit)])
    case 1: .constant(duration(0...limit))
    case 2: .uniform(.zero...duration(0...limit))
    default: .exponential(mean: duration(1...max(1, limit / 4)))
    }
  }

  fileprivate mutating func modes() -> [SimulatedRunLoop.Mode] {
    picks([[.default], [.common], [.tracking], [.default, .tracking]])
  }

  mutating func driver(_ index: Int) -> Driver {
    let source: Driver.Source =
      next(in: 0...1) == 0
      ? .timer(
        interval: duration(1_000_000...40_000_000), firstFire: .at(duration(0...50_000_000)),
        tolerance: picks([.zero, duration(0...10_000_000)]),
        catchUp: picks([.coalesce] + CatchUp.allCases))
      : .link(
        pace: pace(),
        lateDelivery: picks([.pending, .skip, .queue(2), .queue(16), .latest]),
        keepsPhase: picks([false, true]))
    return Driver(
      name: "driver \(index)", source: source, modes: modes(), cost: law(upTo: 25_000_000),
      targetCadence: picks([nil, nil, 1, 2, .rate(.hertz(30)), .rate(.hertz(70)), .undeclared]))
  }

  private mutating func pace() -> LinkPace {
    switch next(in: 0...3) {
    case 0, 1: .every(picks([1, 1, 2, 3]))
    case 2: .preferred(picks([.hertz(24), .hertz(30), .hertz(60), .hertz(17)]))
    default: .range(slowest: .hertz(20), fastest: .hertz(50), preferred: .hertz(40))
    }
  }

  fileprivate mutating func action() -> DriverAction {
    DriverAction(
      picks([.pause, .resume, .pause, .resume, .invalidate]), "driver \(next(in: 0...2))",
      at: .at(duration(0...400_000_000)))
  }

  /// Loads that follow those before them, and one another.
  fileprivate mutating func addFollowers(to scenario: inout Scenario) {
    guard !scenario.loads.isEmpty else { return }
    for index in 0..<max(0, Int(next(in: -2...2))) {
      let isDriver = next(in: 0...2) == 0
      let leader = isDriver ? picks(scenario.drivers).name : picks(scenario.loads).name
      let following = Following(
        leader, isDriver: isDriver, delay: law(upTo: 30_000_000), takes: law(upTo: 20_000_000))
      scenario.loads.append(
        Load(
          name: "follower \(index)", tasks: .following(following),
          delivery: picks(Delivery.allCases),
          modes: modes(), begins: .at(picks([.zero, duration(0...100_000_000)])),
          ends: picks([nil, .at(duration(100_000_001...300_000_000))])))
    }
  }

  fileprivate mutating func load(_ index: Int) -> Load {
    let arrivals: Arrivals
    switch next(in: 0...2) {
    case 0: arrivals = .at([.at(duration(0...300_000_000))])
    case 1:
      arrivals = .every(
        duration(2_000_000...60_000_000), first: .at(duration(0...60_000_000)))
    default: arrivals = .poisson(perSecond: Double(next(in: 1...150)))
    }
    return Load(
      name: "load \(index)", tasks: .drawn(arrivals, takes: law(upTo: 40_000_000)),
      delivery: picks(Delivery.allCases), modes: modes())
  }
}
