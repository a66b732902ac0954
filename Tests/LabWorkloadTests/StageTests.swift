import LabDisplay
import LabKernel
import LabLoop
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
      Gesture(name: "touch \($0)", begins: .at(.milliseconds(50)), lasts: .milliseconds(200))
    }
    let stage = Stage(scenario, seed: 1)
    _ = try stage.run()
    #expect(stage.world.now < .at(.milliseconds(300)))
  }

  private var scenario: Scenario {
    Scenario(
      panel: Panel(rate: .hertz(60)), duration: .milliseconds(100),
      wakeUpDelay: .uniform(.zero...(.milliseconds(1))),
      loads: Door.allCases.map {
        Load(
          name: $0.rawValue,
          tasks: .drawn(.poisson(perSecond: 50), takes: .constant(.milliseconds(1))), door: $0,
          modes: [.common])
      },
      gestures: [Gesture(name: "scroll", begins: .at(.milliseconds(50)), lasts: .seconds(1))],
      drivers: [
        Driver(
          name: "timer",
          source: .timer(
            interval: .milliseconds(10), firstFire: .at(.milliseconds(5)), tolerance: .zero),
          modes: [.common]),
        Driver(
          name: "link", source: .link(pace: .every(1), lateDelivery: .pending), modes: [.default]),
      ])
  }
}
