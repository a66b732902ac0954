import LabDisplay
import LabKernel
import LabLoop
import LabTrace
import Testing

@Suite struct `An observer that works after a wake-up` {
  @Test func `takes no vsync from the callback that the loop woke for`() {
    let world = World()
    let loop = SimulatedRunLoop(in: world)
    let display = Display(Panel(rate: .hertz(100)), in: world)
    var calls: [[Int64]] = []
    let link = DisplayLink("link", in: loop, on: display) { link in
      calls.append(
        [world.now, link.due, link.timestamp, link.targetTimestamp].map {
          $0.nanoseconds / 1_000_000
        })
    }
    link.add(to: .default)
    let observer = loop.makeObserver("slow", of: .afterWaiting) { loop, _ in
      if loop.world.now == .milliseconds(20) { loop.world.spend(.milliseconds(14)) }
    }
    loop.add(observer, to: .default)
    loop.run(.default, for: .milliseconds(45))
    // The vsync of 30 has a callback of its own, at once after that of 20.
    #expect(
      calls == [
        [0, 0, 0, 10], [10, 10, 10, 20], [34, 20, 20, 30], [34, 30, 30, 40], [40, 40, 40, 50],
      ])
  }

  @Test func `leaves no resumption behind of a link that is invalid`() {
    let (world, recorder) = { world in (world, TraceRecorder(world)) }(World())
    let loop = SimulatedRunLoop(in: world, recorder: recorder)
    let display = Display(Panel(rate: .hertz(100)), in: world)
    let link = DisplayLink("link", in: loop, on: display) { _ in }
    link.add(to: .default)
    link.pause()
    link.invalidate()
    link.resume()
    #expect(recorder.trace.records.last?.kind == .invalidated)
  }
}
