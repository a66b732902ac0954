import LabDisplay
import LabKernel
import Testing

@Suite struct `A link whose port has room for n vsyncs` {
  @Test func `gives a stale timestamp after a long sleep, then a fresh one`() {
    // A device slept 5 s in its third callback at 60 Hz: the timestamp of the fourth was 16.00
    // periods later, that of the fifth made up for the rest (Apple developer forums, thread 52826).
    let bench = Bench(rate: .hertz(60))
    let link = bench.link(.queue(16), takes: [3: .seconds(5)])
    bench.run(for: .seconds(5) + .milliseconds(60))
    let panel = bench.display.panel
    let stamps = [0, 1, 2, 18, 303].map { Double(panel.vsync($0).nanoseconds) / 1e6 }
    #expect(bench.callbacks.map(\.timestamp) == stamps)
    #expect(bench.beginnings[3] == stamps[2] + 5000)
    #expect(bench.beginnings[4] == stamps[4])
    #expect(link.targetTimestamp == panel.vsync(304))
  }

  @Test func `answers a short sleep like one that holds a single token`() {
    let bench = Bench()
    let link = bench.link(.queue(16), takes: [1: .milliseconds(34)])
    bench.run(for: .milliseconds(55))
    #expect(bench.beginnings == [0, 34, 40, 50])
    #expect(bench.callbacks.map(\.timestamp) == [0, 30, 40, 50])
    #expect(link.due == link.timestamp)
  }

  @Test func `has the oldest vsync as its timestamp if there is room for one`() {
    let bench = Bench()
    let link = bench.link(.queue(1), takes: [1: .milliseconds(34)])
    bench.run(for: .milliseconds(45))
    #expect(bench.callbacks.map(\.timestamp) == [0, 10, 40])
    #expect(!link.isPaused)
  }
}

@Suite struct `A link of every second refresh` {
  /// Its first callback overruns the vsyncs at 10, 20 and 30 ms.
  private func bench(
    _ policy: LateDelivery, keepsPhase: Bool = false
  ) -> [Bench.Callback] {
    let bench = Bench()
    let link = bench.link(
      every: 2, policy, keepsPhase: keepsPhase, takes: [1: .milliseconds(35)])
    bench.run(for: .milliseconds(85))
    link.invalidate()
    return bench.callbacks
  }

  @Test func `is late with the vsync at which it was due`() {
    #expect(bench(.pending).map(\.timestamp) == [0, 20, 50, 70])
  }

  @Test func `is late with the newest vsync of all, if its policy says so`() {
    #expect(bench(.latest).map(\.timestamp) == [0, 30, 50, 70])
  }

  @Test(arguments: [LateDelivery.pending, .queue(16), .latest])
  func `can stay on its refreshes when it is late`(policy: LateDelivery) {
    #expect(bench(policy, keepsPhase: true).map(\.began) == [0, 35, 40, 60, 80])
  }

  @Test func `can stay on its refreshes when it skips some`() {
    #expect(bench(.skip, keepsPhase: true).map(\.began) == [0, 40, 60, 80])
  }
}

@Suite struct `The pace of a link` {
  @Test(arguments: [
    (LinkPace.every(3), 3), (.preferred(.hertz(60)), 1), (.preferred(.hertz(240)), 1),
    (.preferred(.hertz(30)), 2), (.preferred(.hertz(24)), 3), (.preferred(.hertz(26)), 2),
    // 45 Hz lies between 60 and 30 Hz: the faster is taken.
    (.preferred(.hertz(45)), 1), (.preferred(.hertz(44)), 2), (.preferred(.hertz(15)), 4),
    (.preferred(RefreshRate(1, per: 1_000_000_000)), 1_000_000),
    (.range(slowest: .hertz(10), fastest: .hertz(40), preferred: .hertz(60)), 2),
    (.range(slowest: .hertz(25), fastest: .hertz(60), preferred: .hertz(12)), 2),
    // No fraction of 60 Hz lies between 32 and 40 Hz.
    (.range(slowest: .hertz(32), fastest: .hertz(40), preferred: .hertz(36)), 2),
  ])
  func `is the nearest whole fraction of the display's rate`(pace: LinkPace, divider: Int) {
    #expect(pace.divider(at: .hertz(60)) == divider)
  }

  @Test func `changes at the next callback`() {
    let bench = Bench()
    let link = bench.link(every: 2) {
      if $0.timestamp == .milliseconds(20) { $0.pace = .preferred(.hertz(25)) }
    }
    bench.run(for: .milliseconds(125))
    // The callback after the change still comes at the old pace, those after it every 40 ms.
    #expect(bench.beginnings == [0, 20, 40, 80, 120])
    #expect(link.divider == 4)
  }
}
