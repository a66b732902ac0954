import LabDisplay
import LabKernel
import LabLoop
import Testing

@Suite struct `A display that goes before its loop` {
  private let world = World()
  private let loop: SimulatedRunLoop

  init() { loop = SimulatedRunLoop(in: world) }

  @Test func `leaves a transaction behind that commits to no display`() {
    var display: Display? = Display(Panel(slowest: .hertz(40), fastest: .hertz(120)), in: world)
    let transaction = RenderTransaction(in: loop, for: display)
    weak let weakDisplay = display
    display = nil
    #expect(weakDisplay == nil)
    transaction.update(by: 0, animationTime: .start, due: .start)
    loop.run(.default, for: .milliseconds(20))
    #expect(world.failure == nil)
  }

  @Test func `takes its links along, with the callbacks that they owe`() {
    var callbacks = 0
    do {
      let display = Display(Panel(rate: .hertz(100)), in: world)
      let link = DisplayLink("link", in: loop, on: display) { _ in callbacks += 1 }
      link.add(to: .default)
      world.spend(.milliseconds(15))
    }
    loop.run(.default, for: .milliseconds(50))
    #expect(callbacks == 0)
  }

  @Test func `may not be of another world than the loop of its links`() async {
    await #expect(processExitsWith: .failure) {
      let display = Display(Panel(rate: .hertz(60)), in: World())
      _ = DisplayLink("link", in: SimulatedRunLoop(in: World()), on: display) { _ in }
    }
  }
}

@Suite struct `A panel without rates to change` {
  @Test func `is one that chooses its rate itself`() async {
    await #expect(processExitsWith: .failure) {
      _ = Panel.promotionPad.changing([Panel.RateChange(at: .start, to: .hertz(60))])
    }
  }

  @Test func `is one that was recorded`() async {
    await #expect(processExitsWith: .failure) {
      let panel = Panel(recorded: [.start, .at(.milliseconds(10))])
      _ = panel.changing([Panel.RateChange(at: .start, to: .hertz(60))])
    }
  }
}
