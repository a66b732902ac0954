import LabDisplay
import LabKernel
import LabLoop
import LabTrace
import LabWorkload
import Testing

@Suite struct `A stage` {
  @Test func `leaves no memory behind, whatever was on it`() throws {
    weak var world: World?
    weak var loop: SimulatedRunLoop?
    weak var display: Display?
    do {
      let stage = Stage(scenario, seed: 1)
      (world, loop, display) = (stage.world, stage.loop, stage.display)
      _ = try stage.run()
    }
    #expect(world == nil)
    #expect(loop == nil)
    #expect(display == nil)
  }

  @Test func `ends although a nested run swallowed the wake-up of its limit`() throws {
    // Two touches in one batch: the second is served inside the first one's run, and so the pass
    // goes on as if nothing had been handled, and sleeps (R69, R99).
    var scenario = scenario
    scenario.drivers.removeAll()
    scenario.gestures = (1...2).map {
      Gesture(name: "touch \($0)", begins: .milliseconds(50), lasts: .milliseconds(200))
    }
    let stage = Stage(scenario, seed: 1)
    _ = try stage.run()
    #expect(stage.world.now < .milliseconds(300))
  }

  @Test(arguments: Delivery.allCases)
  func `may go before its loop, which then does no more tasks`(delivery: Delivery) {
    func load(_ name: String, _ tasks: Load.Tasks) -> Load {
      Load(name: name, tasks: tasks, delivery: delivery, modes: [.common])
    }
    let law = DurationLaw.constant(.milliseconds(1))
    var stage: Stage? = Stage(
      Scenario(
        panel: Panel(rate: .hertz(60)), duration: .seconds(1),
        loads: [
          load("page", .drawn(.every(.milliseconds(5), first: .start), takes: law)),
          load("reply", .following(Following("page", takes: law))),
        ]), seed: 1)
    stage?.loop.advance(to: .milliseconds(12))
    // One more task waits in the loop.
    stage?.world.spend(.milliseconds(5))
    let (world, loop) = (stage?.world, stage?.loop)
    weak let gone = stage
    stage = nil
    #expect(gone == nil)
    loop?.advance(to: .milliseconds(100))
    #expect(world?.now == .milliseconds(100))
    #expect(world?.failure == nil)
  }

  @Test func `cuts off what holds its thread for long after its end`() throws {
    var scenario = scenario
    scenario.loads = [
      .work(.at([.milliseconds(50)]), takes: .seconds(86_400_000), by: .mainQueue)
    ]
    // So many events are an hour of refreshes.
    scenario.eventLimit = 300_000
    let trace = try Stage(scenario, seed: 1).run()
    let end = try #require(trace.records.first { $0.kind == .ended })
    #expect(end.time == .milliseconds(100))
    let last = try #require(trace.records.last { $0.kind == .vsync })
    #expect(last.time < .seconds(120))
    #expect(TraceContract.violations(of: trace) == [])
  }

  @Test func `cuts off a nested run that lasts long after its end`() throws {
    var scenario = scenario
    scenario.gestures = [
      Gesture(name: "scroll", begins: .milliseconds(50), lasts: .seconds(86_400_000))
    ]
    scenario.eventLimit = 300_000
    let stage = Stage(scenario, seed: 1)
    _ = try stage.run()
    #expect(stage.world.now < .seconds(120))
  }

  private var scenario: Scenario {
    Scenario(
      panel: Panel(rate: .hertz(60)), duration: .milliseconds(100),
      wakeUpDelay: .uniform(.zero...(.milliseconds(1))),
      loads: Delivery.allCases.map {
        Load(
          name: $0.rawValue,
          tasks: .drawn(.poisson(perSecond: 50), takes: .constant(.milliseconds(1))), delivery: $0,
          modes: [.common])
      },
      gestures: [Gesture(name: "scroll", begins: .milliseconds(50), lasts: .seconds(1))],
      drivers: [
        Driver(
          name: "timer",
          source: .timer(
            interval: .milliseconds(10), firstFire: .milliseconds(5), tolerance: .zero),
          modes: [.common]),
        Driver(
          name: "link", source: .link(pace: .every(1), lateDelivery: .pending), modes: [.default]),
      ])
  }
}
