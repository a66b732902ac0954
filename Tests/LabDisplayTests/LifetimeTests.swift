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
}
