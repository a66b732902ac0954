import LabKernel
import LabLoop
import LabTrace
import Testing

@Suite struct `The fingerprint of a run` {
  private func fingerprint(
    _ detail: Trace.Detail = .measurements, wakingAt instants: [Instant] = []
  ) -> UInt64 {
    let world = World()
    let recorder = TraceRecorder(world, into: Trace(detail: detail))
    let loop = SimulatedRunLoop(in: world, recorder: recorder)
    let timer = loop.makeTimer("t", at: .start, every: .milliseconds(10)) { _, _ in }
    loop.add(timer, to: .default)
    for instant in instants { world.at(instant, "wake") { [loop] _ in loop.wakeUp() } }
    loop.run(.default, for: .milliseconds(50))
    return recorder.trace.fingerprint
  }

  @Test func `does not depend on whether activities are kept`() {
    #expect(fingerprint(.everything) == fingerprint(.measurements))
  }

  @Test func `counts a pass that records nothing, and when it was`() {
    let early = fingerprint(wakingAt: [.milliseconds(5)])
    let late = fingerprint(wakingAt: [.milliseconds(6)])
    #expect(Set([fingerprint(), early, late]).count == 3)
  }
}
