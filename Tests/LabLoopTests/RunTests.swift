import LabKernel
import LabLoop
import LabTrace
import Testing

@Suite struct `A simulated run loop` {
  @Test func `drops the dates it missed and keeps its phase`() {
    // T01: a 16 ms timer whose callout takes 50 ms fires every 64 ms.
    let loop = SimulatedRunLoop(in: World(), profile: .linux, isMain: false)
    var fired: [Int64] = []
    let timer = loop.makeTimer("a", at: .milliseconds(16), every: .milliseconds(16)) {
      loop, _ in
      fired.append(loop.world.now.nanoseconds / 1_000_000)
      loop.world.spend(.milliseconds(50))
    }
    loop.add(timer, to: .default)
    #expect(loop.run(.default, for: .milliseconds(320)) == .timedOut)
    #expect(fired == [16, 80, 144, 208, 272])
    #expect(loop.world.now == .milliseconds(322))
  }

  @Test func `finishes at once in an empty mode`() {
    let loop = SimulatedRunLoop(in: World(), isMain: false)
    #expect(loop.run(.default, for: .seconds(1)) == .finished)
    #expect(loop.run(.common, for: .seconds(1)) == .finished)
    #expect(loop.world.now == .start)
  }

  @Test func `names the culprit of a pass that never ends`() {
    let world = World(eventsPerInstant: 10_000)
    let loop = SimulatedRunLoop(in: world, isMain: false)
    var source: SimulatedRunLoop.Source?
    let made = loop.makeSource("spinning") { loop, _ in
      if let source { loop.signal(source) }
    }
    source = made
    loop.add(made, to: .default)
    loop.signal(made)
    #expect(loop.run(.default, for: .seconds(1)) == .abandoned)
    #expect(world.failure?.description.contains("time stands still at 0 ms") == true)
  }
}
