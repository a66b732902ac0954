import LabKernel
import LabLoop
import LabTrace
import Testing

@Suite struct `The alarm of Darwin` {
  @Test func `is taken back when the last timer of an overdue batch has fired`() {
    let world = World()
    let recorder = TraceRecorder(world, into: Trace(detail: .everything))
    let loop = SimulatedRunLoop(in: world, recorder: recorder, isMain: false)
    loop.add(loop.makeSource("idle") { _, _ in }, to: .default)
    for name in ["a", "b"] {
      loop.add(loop.makeTimer(name, at: .milliseconds(10)) { _, _ in }, to: .default)
    }
    loop.perform(in: .default) { $0.world.spend(.milliseconds(20)) }
    loop.run(.default, for: .milliseconds(50))
    let wakings = recorder.trace.records.filter { $0.event == .activity(.afterWaiting) }
    // One for both timers, and one for the limit; a third would be a wake-up for nothing.
    #expect(wakings.map(\.time.nanoseconds) == [20_000_000, 50_000_001])
  }
}
