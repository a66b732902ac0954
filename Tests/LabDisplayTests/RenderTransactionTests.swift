import LabDisplay
import LabKernel
import LabLoop
import LabTrace
import Testing

@Suite struct `A render transaction` {
  /// A bench whose link updates in every callback.
  private func bench(_ name: String = "ball") -> (Bench, DisplayLink, RenderTransaction) {
    let bench = Bench()
    let transaction = RenderTransaction(in: bench.loop)
    let subject = bench.loop.subject(named: name)
    let link = bench.link(modes: [.common]) { link in
      transaction.update(by: subject, animationTime: link.timestamp, due: link.due)
    }
    return (bench, link, transaction)
  }

  @Test func `is committed before the loop sleeps`() {
    let (bench, _, _) = bench()
    bench.run(for: .milliseconds(25))
    #expect(bench.times(of: .update) == [0, 10, 20])
    #expect(bench.times(of: .commit) == [0, 10, 20])
  }

  @Test func `is not committed without an update`() {
    let (bench, link, _) = bench()
    link.invalidate()
    bench.block(at: .milliseconds(5), for: .milliseconds(1))
    bench.run(for: .milliseconds(25))
    #expect(bench.times(of: .commit) == [])
  }

  @Test func `holds one pass's updates, since a pass serves one port`() {
    let (bench, _, transaction) = bench()
    let second = bench.link(modes: [.common]) {
      transaction.update(by: 0, animationTime: $0.timestamp, due: $0.due)
    }
    bench.run(for: .milliseconds(5))
    let commits = bench.trace.records.map(\.event).filter {
      if case .commit = $0 { true } else { false }
    }
    #expect(commits == [1, 1].map { .commit(updates: $0, renderCost: 0) })
    #expect(second.timestamp == .start)
  }

  @Test func `waits for a block of the main queue that arrived meanwhile`() {
    let (bench, _, transaction) = bench()
    let packet = bench.loop.makePort("packet") { loop, _ in
      transaction.update(by: 0, animationTime: loop.world.now, due: loop.world.now)
      loop.performOnMainQueue(name: "block") { $0.world.spend(.milliseconds(2)) }
    }
    bench.loop.add(packet, to: .default)
    bench.at(.milliseconds(2)) { bench.loop.ring(packet) }
    bench.run(for: .milliseconds(8))
    #expect(bench.times(of: .update) == [0, 2])
    #expect(bench.times(of: .commit) == [0, 4])
  }

  @Test func `is postponed by a source that was handled`() {
    let (bench, _, transaction) = bench()
    // Each touch updates and brings the next; no pass that handled a source announces its sleep.
    var touches = 0
    var touch: SimulatedRunLoop.Source?
    let made = bench.loop.makeSource("touch") { loop, _ in
      touches += 1
      transaction.update(by: 0, animationTime: loop.world.now, due: loop.world.now)
      loop.world.spend(.milliseconds(1))
      if let touch, touches < 4 { loop.signal(touch) }
    }
    touch = made
    bench.loop.add(made, to: .default)
    bench.at(.milliseconds(2)) {
      bench.loop.signal(made)
      bench.loop.wakeUp()
    }
    bench.run(for: .milliseconds(9))
    #expect(bench.times(of: .update) == [0, 2, 3, 4, 5])
    #expect(bench.times(of: .commit) == [0, 6])
  }

  @Test func `is committed when a run ends`() {
    let (bench, _, transaction) = bench()
    bench.block(at: .milliseconds(5), for: .zero) { [loop = bench.loop] in
      transaction.update(by: 0, animationTime: loop.world.now, due: loop.world.now)
      loop.stop()
    }
    bench.run(for: .milliseconds(8))
    #expect(bench.times(of: .commit) == [0, 5])
    #expect(bench.loop.world.now == .milliseconds(5))
  }
}
