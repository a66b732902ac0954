import LabKernel
import LabLoop
import LabTrace
import Testing

/// A loop with a timer, a port, a source and blocks that get in one another's way.
private struct Scene {
  let world = World()
  let recorder: TraceRecorder
  let loop: SimulatedRunLoop

  init() {
    recorder = TraceRecorder(world, into: Trace(detail: .everything))
    loop = SimulatedRunLoop(in: world, recorder: recorder)
    loop.addCommonMode(.tracking)
    let timer = loop.makeTimer("timer", at: .milliseconds(3), every: .milliseconds(7)) {
      loop, _ in
      loop.world.spend(.milliseconds(2))
      loop.perform(in: .default) { $0.world.spend(.microseconds(10)) }
    }
    loop.add(timer, to: .default)
    let source = loop.makeSource("source") { loop, _ in loop.run(.tracking, for: .milliseconds(6)) }
    loop.add(source, to: .common)
    let port = loop.makePort("port") { loop, _ in
      loop.signal(source)
      loop.performOnMainQueue { $0.world.spend(.milliseconds(1)) }
    }
    loop.add(port, to: .common)
    for index in 1..<20 {
      world.at(.milliseconds(index * 5), "bell") { [loop] _ in loop.ring(port) }
    }
  }
}

@Suite struct `A run moved on piece by piece` {
  @Test func `that begins honours a stop of its mode from before`() {
    let (advanced, run) = (Scene(), Scene())
    advanced.loop.stop(.default)
    advanced.loop.advance(to: .milliseconds(10))
    run.loop.stop(.default)
    run.loop.run(.default)
    let count = run.recorder.trace.records.count
    #expect(
      advanced.recorder.trace.records.prefix(count).map(\.kind)
        == run.recorder.trace.records.map(\.kind))
    #expect(advanced.recorder.trace.records[count...].contains { $0.kind == .runBegan })
  }

  @Test(arguments: [1, 700, 2_500, 7_000, 33_333])
  func `leaves the trace of a run in one piece`(microseconds: Int) {
    let whole = Scene()
    whole.loop.advance(to: .milliseconds(100))
    let pieces = Scene()
    var end = Instant.start
    while end < .milliseconds(100) {
      end = min(end.advanced(by: .microseconds(microseconds)), .milliseconds(100))
      pieces.loop.advance(to: end)
    }
    #expect(whole.recorder.trace.records.count > 300)
    #expect(pieces.recorder.trace.records == whole.recorder.trace.records)
    #expect(pieces.recorder.trace.fingerprint == whole.recorder.trace.fingerprint)
  }

  @Test func `stands where it was put aside`() {
    let scene = Scene()
    scene.loop.advance(to: .milliseconds(1))
    #expect(scene.world.now == .milliseconds(1))
    #expect(scene.loop.isWaiting && scene.loop.depth == 1)
    #expect(scene.world.failure == nil)
  }

  @Test func `finishes what holds the thread`() {
    let world = World()
    let loop = SimulatedRunLoop(in: world)
    loop.performOnMainQueue { $0.world.spend(.milliseconds(5)) }
    loop.advance(to: .milliseconds(4))
    #expect(world.now == .milliseconds(5))
  }

  @Test func `serves everything that is due at its end`() {
    let scene = Scene()
    scene.loop.advance(to: .milliseconds(3))
    #expect(scene.recorder.trace.records.contains { $0.kind == .calloutBegan })
  }

  @Test func `begins anew after a stop`() {
    let scene = Scene()
    scene.world.at(.milliseconds(1), "stop") { [loop = scene.loop] _ in loop.stop() }
    scene.loop.advance(to: .milliseconds(10))
    #expect(scene.recorder.trace.records.count { $0.kind == .runBegan } >= 2)
    #expect(scene.world.now >= .milliseconds(10))
  }

  @Test func `hears what is done to it in its sleep`() {
    let scene = Scene()
    scene.loop.advance(to: .milliseconds(1))
    scene.loop.performOnMainQueue(name: "injected") { $0.world.spend(.microseconds(100)) }
    scene.loop.advance(to: .milliseconds(1))
    #expect(scene.world.now == .microseconds(1_100))
  }
}
