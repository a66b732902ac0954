import LabDisplay
import LabKernel
import LabLoop
import LabTrace
import Testing

@Suite struct `A panel with a choice of rates` {
  private typealias Wishes = [RefreshRate?]

  @Test func `has the rates that its maker lists`() {
    // Every rate of the phone is 240 Hz / n.
    guard case .steps(let phone) = Panel.promotionPhone.timing,
      case .steps(let pad) = Panel.promotionPad.timing
    else {
      Issue.record("the panels have no steps")
      return
    }
    #expect(phone.map(\.numerator) == [120, 80, 60, 48, 40, 30, 24, 20, 16, 15, 12, 10])
    #expect(phone.allSatisfy { 240 % $0.numerator == 0 && $0.denominator == 1 })
    #expect(pad.map(\.numerator) == [120, 60, 40, 30, 24])
    #expect(Panel.promotionPad.rate == .hertz(120))
  }

  @Test(
    arguments: [
      ([], 120), ([nil], 120), ([.hertz(24), nil], 120), ([.hertz(24)], 24), ([.hertz(10)], 30),
      ([.hertz(24), .hertz(60)], 120), ([.hertz(30), .hertz(60)], 60), ([.hertz(20)], 40),
      // No rate has 59 Hz as a whole fraction.
      ([.hertz(59)], 120),
    ] as [([RefreshRate?], Int64)])
  func `takes the slowest that serves every link`(preferred: [RefreshRate?], rate: Int64) {
    #expect(Panel.promotionPad.rate(serving: preferred) == .hertz(rate))
  }

  @Test(
    arguments: [
      ([.hertz(24)], RefreshRate.hertz(48)), ([.hertz(60)], .hertz(60)), ([.hertz(7)], .hertz(42)),
      ([.hertz(24), .hertz(60)], .hertz(120)), ([.hertz(50), .hertz(60)], .hertz(120)),
      ([RefreshRate(60_000, per: 1001)], RefreshRate(60_000, per: 1001)), ([nil], .hertz(120)),
      (
        [RefreshRate(999_999_937, per: 10_000_000), RefreshRate(999_999_929, per: 10_000_000)],
        .hertz(120)
      ),
    ] as [([RefreshRate?], RefreshRate)])
  func `takes any in its range that serves every link`(
    preferred: [RefreshRate?], rate: RefreshRate
  ) {
    let panel = Panel(slowest: .hertz(40), fastest: .hertz(120))
    #expect(panel.rate(serving: preferred) == rate)
  }

  @Test func `slows down to what its only link prefers`() {
    let bench = Bench(.promotionPhone)
    let link = bench.link(pace: .preferred(.hertz(24)))
    bench.run(for: .milliseconds(130))
    #expect(bench.beginnings == [0, 41.666666, 83.333333, 125])
    #expect(bench.display.rate == .hertz(24))
    #expect((link.divider, link.duration) == (1, .nanoseconds(41_666_666)))
  }

  @Test func `is fast enough for all of its links, each with its own share`() {
    let bench = Bench(.promotionPhone)
    let slow = bench.link(pace: .preferred(.hertz(24)))
    let fast = DisplayLink(
      "fast", in: bench.loop, on: bench.display, pace: .preferred(.hertz(60))
    ) { _ in }
    fast.add(to: .default)
    bench.run(for: .milliseconds(130))
    #expect(bench.display.rate == .hertz(120))
    #expect((slow.divider, fast.divider) == (5, 2))
    #expect(bench.beginnings == [0, 41.666666, 83.333333, 125])
  }

  @Test func `follows when a link is paused`() {
    let bench = Bench(.promotionPhone)
    let slow = bench.link(pace: .preferred(.hertz(30)))
    let fast = DisplayLink("fast", in: bench.loop, on: bench.display) { _ in }
    fast.add(to: .default)
    bench.at(.milliseconds(45)) { fast.pause() }
    bench.run(for: .milliseconds(150))
    // From vsync 6 at 50 ms on at 30 Hz; the callback due at 66.7 ms keeps its time as well as it
    // can.
    #expect(bench.display.rate == .hertz(30))
    #expect(slow.divider == 1)
    #expect(bench.beginnings == [0, 33.333333, 83.333333, 116.666666, 150])
    let paces = bench.trace.records.map { record -> Int64? in
      if case .paced(_, let divider) = record.event { divider } else { nil }
    }
    #expect(paces.compactMap(\.self) == [1])
  }

  @Test func `hears of a new hint at the link's next callback`() {
    let bench = Bench(.promotionPad)
    let link = bench.link(pace: .preferred(.hertz(60))) {
      if $0.timestamp == .start { $0.pace = .preferred(.hertz(30)) }
    }
    bench.run(for: .milliseconds(120))
    // The callback at 16.7 ms adopts the hint, the panel follows at the next vsync.
    #expect(bench.beginnings == [0, 16.666666, 66.666666, 99.999999])
    #expect(link.divider == 1)
  }
}

@Suite struct `A panel of adaptive rate` {
  /// A display of 40 to 100 Hz; the callbacks of its link change the picture and take their time.
  private func bench(
    pace: LinkPace = .every(1), takes costs: [Int: Duration] = [:], rendering: Duration = .zero
  ) -> (Bench, [AnyObject]) {
    let bench = Bench(Panel(slowest: .hertz(40), fastest: .hertz(100)))
    let transaction = RenderTransaction(in: bench.loop, for: bench.display)
    transaction.renderCost = { rendering }
    let link = bench.link(pace: pace, takes: costs) { link in
      transaction.update(by: 0, animationTime: link.timestamp, due: link.due)
    }
    return (bench, [transaction, link])
  }

  private func reasons(_ bench: Bench) -> [TraceRefresh?] {
    bench.trace.records.compactMap { record -> TraceRefresh? in
      if case .vsync(_, _, let reason, _) = record.event { reason } else { nil }
    }
  }

  @Test func `refreshes at its fastest while pictures come in time`() {
    let (bench, others) = bench()
    bench.run(for: .milliseconds(45))
    #expect(bench.times(of: .vsync) == [0, 10, 20, 30, 40])
    #expect(others.count == 2)
  }

  @Test func `waits for a picture that is late`() {
    let (bench, others) = bench(takes: [2: .milliseconds(14)])
    bench.run(for: .milliseconds(45))
    #expect(bench.times(of: .vsync) == [0, 10, 24, 34, 44])
    #expect(bench.beginnings == [0, 10, 24, 34, 44])
    #expect(others.count == 2)
  }

  @Test func `waits for the render server as well`() {
    let (bench, others) = bench(takes: [2: .milliseconds(8)], rendering: .milliseconds(4))
    bench.run(for: .milliseconds(45))
    #expect(bench.times(of: .vsync) == [0, 10, 22, 32, 42])
    #expect(others.count == 2)
  }

  @Test func `refreshes itself when nothing comes, and then is busy`() {
    // A picture that is 28 ms late collides with the refresh at 35 ms and is shown at 45 ms.
    let (bench, others) = bench(takes: [2: .milliseconds(28)])
    bench.run(for: .milliseconds(60))
    #expect(bench.times(of: .vsync) == [0, 10, 35, 45, 55])
    #expect(reasons(bench) == [.wanted, .wanted, .selfRefresh, .wanted, .wanted])
    #expect(others.count == 2)
  }

  @Test func `idles at its slowest without links`() {
    let bench = Bench(Panel(slowest: .hertz(40), fastest: .hertz(100)))
    bench.run(for: .milliseconds(80))
    #expect(bench.times(of: .vsync) == [0, 25, 50, 75])
    #expect(reasons(bench).dropFirst() == [.selfRefresh, .selfRefresh, .selfRefresh])
  }

  @Test func `keeps the interval that its links want, and its target`() {
    let (bench, others) = bench(pace: .preferred(.hertz(25)))
    bench.run(for: .milliseconds(90))
    // 25 Hz lies below the range: every second refresh of 50 Hz.
    #expect(bench.times(of: .vsync) == [0, 20, 40, 60, 80])
    #expect(bench.beginnings == [0, 40, 80])
    let link = others[1] as? DisplayLink
    #expect(link?.targetTimestamp == .milliseconds(120))
    #expect(link?.duration == .milliseconds(20))
  }
}
