import LabKernel
import LabLoop
import Testing

@Suite struct `A handle of another loop` {
  @Test func `is refused, if it names a timer`() async {
    await #expect(processExitsWith: .failure) {
      let (mine, other) = (SimulatedRunLoop(in: World()), SimulatedRunLoop(in: World()))
      let timer = other.makeTimer("t", at: .start) { _, _ in }
      mine.invalidate(timer)
    }
  }

  @Test func `is refused, if it names a source`() async {
    await #expect(processExitsWith: .failure) {
      let (mine, other) = (SimulatedRunLoop(in: World()), SimulatedRunLoop(in: World()))
      let source = other.makeSource("s") { _, _ in }
      _ = mine.makeSource("mine") { _, _ in }
      mine.signal(source)
    }
  }

  @Test func `is refused, if it names a port`() async {
    await #expect(processExitsWith: .failure) {
      let world = World()
      let (mine, other) = (SimulatedRunLoop(in: world), SimulatedRunLoop(in: world))
      let port = other.makePort("p") { _, _ in }
      mine.ring(port)
    }
  }

  @Test func `is refused, if it names an observer`() async {
    await #expect(processExitsWith: .failure) {
      let (mine, other) = (SimulatedRunLoop(in: World()), SimulatedRunLoop(in: World()))
      let observer = other.makeObserver("o", of: .all) { _, _ in }
      mine.add(observer, to: .default)
    }
  }
}
