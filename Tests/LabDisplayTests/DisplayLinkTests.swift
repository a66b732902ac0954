import LabDisplay
import LabKernel
import LabLoop
import LabTrace
import Testing

@Suite struct `A display link` {
  @Test func `calls back at every vsync`() {
    let bench = Bench()
    let link = bench.link()
    bench.run(for: .milliseconds(35))
    #expect(bench.beginnings == [0, 10, 20, 30])
    #expect(bench.callbacks.map(\.timestamp) == [0, 10, 20, 30])
    #expect(link.divider == 1)
  }

  @Test func `lives until the end of a callback that lets go of it`() {
    let world = World()
    let loop = SimulatedRunLoop(in: world)
    let display = Display(Panel(rate: .hertz(100)), in: world)
    var callbacks = 0
    weak var watched: DisplayLink?
    do {
      let link = DisplayLink("link", in: loop, on: display) { link in
        callbacks += 1
        link.invalidate()
        #expect(watched != nil)
      }
      watched = link
      link.add(to: .default)
    }
    loop.run(.default, for: .milliseconds(35))
    #expect(callbacks == 1)
    #expect(watched == nil)
  }

  @Test func `is rung no more once its display is gone`() {
    let world = World()
    let loop = SimulatedRunLoop(in: world)
    do {
      let display = Display(Panel(rate: .hertz(100)), in: world)
      loop.world.spend(.milliseconds(5))
      #expect(display.refresh == 0)
    }
    #expect(world.nextDue == nil)
  }

  @Test func `calls back at every n-th vsync`() {
    let bench = Bench()
    let link = bench.link(every: 3)
    bench.run(for: .milliseconds(95))
    #expect(bench.beginnings == [0, 30, 60, 90])
    #expect(link.timestamp == .milliseconds(90))
  }

  @Test func `answers a vsync that it missed late, with that vsync's own timestamp`() {
    // A device slept 20 ms in its third callback at 60 Hz: the fourth came 22 ms after the third
    // with a timestamp one period later, the fifth 11.4 ms later, on the grid again (Apple
    // developer forums, thread 52826). Here the thread is free at once after the sleep.
    let bench = Bench(rate: .hertz(60))
    let link = bench.link(takes: [3: .milliseconds(20)])
    bench.run(for: .milliseconds(70))
    let vsync = (0...4).map { Double(bench.display.panel.vsync($0).nanoseconds) / 1e6 }
    #expect(bench.beginnings == [vsync[0], vsync[1], vsync[2], vsync[2] + 20, vsync[4]])
    #expect(bench.callbacks.map(\.timestamp) == vsync)
    #expect(link.due == link.timestamp)
  }

  @Test func `answers many missed vsyncs once, with the newest timestamp`() {
    let bench = Bench()
    var dues: [Instant] = []
    let link = bench.link(takes: [1: .milliseconds(34)]) { dues.append($0.due) }
    bench.run(for: .milliseconds(55))
    #expect(bench.beginnings == [0, 34, 40, 50])
    #expect(bench.callbacks.map(\.timestamp) == [0, 30, 40, 50])
    #expect(dues == [0, 10, 40, 50].map { .milliseconds($0) })
    #expect(!link.isPaused)
  }

  @Test func `that skips loses the vsyncs during its callback`() {
    let bench = Bench()
    let link = bench.link(.skip, takes: [1: .milliseconds(34)])
    bench.run(for: .milliseconds(55))
    #expect(bench.beginnings == [0, 40, 50])
    #expect(link.lateDelivery == .skip)
  }

  @Test func `that skips loses the vsyncs during other work as well`() {
    let bench = Bench()
    let link = bench.link(.skip)
    bench.block(at: .milliseconds(5), for: .milliseconds(12))
    bench.run(for: .milliseconds(35))
    #expect(bench.beginnings == [0, 20, 30])
    #expect(link.timestamp == .milliseconds(30))
  }

  @Test func `that skips takes back a callback whose target passed before it came`() {
    // Two ports become ready at 10 ms, the other one first; its callout takes until 24 ms.
    let bench = Bench()
    let other = bench.loop.makePort("packet") { loop, _ in loop.world.spend(.milliseconds(14)) }
    bench.loop.add(other, to: .default)
    let bell = bench.loop.world.makeDevice("bell", priority: .alarm) { _ in bench.loop.ring(other) }
    bench.loop.world.schedule(bell, at: .milliseconds(10))
    let link = bench.link(.skip)
    bench.run(for: .milliseconds(45))
    #expect(bench.beginnings == [0, 30, 40])
    #expect(!bench.loop.isWaiting && !link.isPaused)
  }

  @Test(arguments: [LateDelivery.pending, .skip, .queue(16), .latest])
  func `counts its refreshes anew from a late callback`(policy: LateDelivery) {
    // A device with frameInterval 2 called back in refreshes 0, 3 and 5 after an overrun
    // (wlog.flatlib.jp, 2012). The callback of refresh 0 overruns vsync 2.
    let bench = Bench()
    let link = bench.link(every: 2, policy, takes: [1: .milliseconds(25)])
    bench.run(for: .milliseconds(75))
    let late = policy == .skip ? [0, 30, 50, 70.0] : [0, 25, 40, 60]
    #expect(bench.beginnings == late)
    #expect(link.divider == 2)
  }

  @Test func `knows its target and the length of a refresh`() {
    let bench = Bench(rate: .hertz(60))
    var seen: [[Int64]] = []
    let link = bench.link(every: 2) {
      seen.append([
        $0.timestamp.nanoseconds, $0.targetTimestamp.nanoseconds, $0.duration.wholeNanoseconds,
      ])
    }
    bench.run(for: .milliseconds(50))
    // V(k) = floor(k × 10⁹ / 60) ns; the duration is that of one refresh, not of two.
    #expect(
      seen == [[0, 33_333_333, 16_666_666], [33_333_333, 66_666_666, 16_666_667]])
    #expect(!link.isPaused)
  }

  @Test func `calls back in each of its modes, once a vsync`() {
    let bench = Bench()
    let link = bench.link(modes: [.default, .tracking])
    bench.block(at: .milliseconds(12), for: .zero) { [loop = bench.loop] in
      loop.run(.tracking, for: .milliseconds(20))
    }
    bench.run(for: .milliseconds(55))
    #expect(bench.beginnings == [0, 10, 20, 30, 40, 50])
    link.remove(from: .tracking)
  }

  @Test func `is silent in modes that it was not added to`() {
    let bench = Bench()
    let link = bench.link()
    bench.block(at: .milliseconds(12), for: .zero) { [loop = bench.loop] in
      loop.run(.tracking, for: .milliseconds(20))
    }
    bench.run(for: .milliseconds(55))
    // The vsyncs at 20 and 30 ms are owed since then; the nested run ends 1 ns after its limit.
    #expect(bench.beginnings == [0, 10, 32.000001, 40, 50])
    #expect(link.timestamp == .milliseconds(50))
  }

  @Test func `calls nobody while it is paused`() {
    let bench = Bench()
    let link = bench.link { link in
      if link.timestamp == .milliseconds(10) { link.pause() }
    }
    bench.at(.milliseconds(35)) { link.resume() }
    bench.run(for: .milliseconds(55))
    #expect(bench.beginnings == [0, 10, 40, 50])
  }

  @Test func `drops the callback that it owes when it is paused`() {
    let bench = Bench()
    let link = bench.link()
    bench.block(at: .milliseconds(15), for: .milliseconds(10)) { link.pause() }
    bench.at(.milliseconds(27)) { link.resume() }
    bench.run(for: .milliseconds(45))
    #expect(bench.beginnings == [0, 10, 30, 40])
  }

  @Test(arguments: [false, true])
  func `may have a timestamp and a target of 0 after a pause`(zeroes: Bool) {
    // Real links were seen to do so (flutter/flutter, pull requests 186456 and 186457).
    let bench = Bench()
    var targets: [Instant] = []
    let link = DisplayLink(
      "ball", in: bench.loop, on: bench.display, zeroTimestampOnResume: zeroes
    ) { [bench] link in
      bench.callbacks.append(
        .init(began: 0, timestamp: Double(link.timestamp.nanoseconds) / 1e6))
      targets.append(link.targetTimestamp)
    }
    link.add(to: .default)
    bench.at(.milliseconds(15)) { link.pause() }
    bench.at(.milliseconds(35)) { link.resume() }
    bench.run(for: .milliseconds(65))
    #expect(bench.callbacks.map(\.timestamp) == [0, 10, zeroes ? 0 : 40, 50, 60])
    #expect(targets == [10, 20, zeroes ? 0 : 50, 60, 70].map { .milliseconds($0) })
  }

  @Test func `can be paused and resumed within its callback`() {
    let bench = Bench()
    let link = bench.link {
      $0.pause()
      $0.resume()
    }
    bench.run(for: .milliseconds(25))
    #expect(bench.beginnings == [0, 10, 20])
    #expect(!link.isPaused)
  }

  @Test func `never calls back after its own callback invalidated it`() {
    let bench = Bench()
    let link = bench.link { if $0.timestamp > .start { $0.invalidate() } }
    bench.run(for: .milliseconds(45))
    #expect(bench.beginnings == [0, 10])
    link.add(to: .common)
    link.resume()
    bench.run(for: .milliseconds(45))
    #expect(bench.beginnings == [0, 10])
  }
}

@Suite struct `A loop that is moved on while its link takes longer than a refresh` {
  private func callbacks(inPieces pieces: [Duration]) -> (Bench, [Double]) {
    let bench = Bench()
    let costs = Dictionary(uniqueKeysWithValues: (1...200).map { ($0, Duration.milliseconds(12)) })
    let link = bench.link(takes: costs)
    for piece in pieces { bench.loop.advance(to: .at(piece)) }
    link.invalidate()
    return (bench, bench.beginnings)
  }

  @Test func `stands at the end of the callback that the instant falls into`() {
    let (bench, beginnings) = callbacks(inPieces: [.seconds(1)])
    #expect(bench.loop.world.now == .milliseconds(1_008))
    let wanted = (0...83).map { Double($0 * 12) }
    #expect(beginnings == wanted)
  }

  @Test func `leaves the trace of a run in one piece`() {
    let (whole, _) = callbacks(inPieces: [.milliseconds(400)])
    let (parts, _) = callbacks(
      inPieces: (1...40).map { .milliseconds($0 * 7) } + [.milliseconds(400)])
    #expect(parts.trace.records == whole.trace.records)
  }

  @Test(arguments: [0, 1, 2])
  func `is put aside whatever keeps it busy`(kind: Int) {
    let loop = SimulatedRunLoop(in: World())
    var again: SimulatedRunLoop.Source?
    func work(_ loop: SimulatedRunLoop) {
      loop.world.spend(.milliseconds(20))
      if kind == 0 { loop.performOnMainQueue { work($0) } }
      if kind == 1 { loop.perform(in: .default) { work($0) } }
      loop.wakeUp()
    }
    let source = loop.makeSource("source") { loop, _ in
      work(loop)
      if kind == 2, let again { loop.signal(again) }
    }
    again = source
    loop.add(source, to: .default)
    loop.signal(source)
    loop.advance(to: .milliseconds(90))
    #expect(loop.world.failure == nil)
    #expect(loop.world.now >= .milliseconds(90))
  }
}
