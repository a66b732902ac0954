import LabDisplay
import LabKernel
import LabTrace
import Testing

@Suite struct `A panel` {
  private func vsyncs(_ panel: Panel, _ indices: [Int]) -> [Int64] {
    indices.map { panel.vsync($0).nanoseconds }
  }

  @Test func `computes each vsync from its index`() {
    let panel = Panel(rate: .hertz(60), phase: .milliseconds(1))
    #expect(vsyncs(panel, [0, 1, 2, 60]) == [1_000_000, 17_666_666, 34_333_333, 1_001_000_000])
  }

  @Test func `has each vsync at the whole nanosecond before it, whatever its rate`() {
    // V(k) = floor(k × 10⁹ × per / numerator) ns.
    var chance = RandomStream(seed: 1, name: "rates")
    for _ in 0..<200 {
      let (numerator, per) = (chance.next(in: 10_000...200_000), chance.next(in: 100...1001))
      let panel = Panel(rate: RefreshRate(numerator, per: per))
      let indices = (0..<8).map { _ in Int(chance.next(in: 0...100_000)) }
      let exact = indices.map {
        Int64(Int128($0) * 1_000_000_000 * Int128(per) / Int128(numerator))
      }
      #expect(vsyncs(panel, indices) == exact, "\(numerator) / \(per) Hz")
    }
  }

  @Test func `drifts from the rate that it claims`() {
    // V(k) = floor(k × 10⁹ / (60 × (1 ± 10⁻⁴))) ns; vsync 216000 is that of an hour.
    let fast = Panel(rate: .hertz(60), drift: 100_000)
    #expect(vsyncs(fast, [0, 1, 216_000]) == [0, 16_665_000, 3_599_640_035_996])
    let slow = Panel(rate: .hertz(60), drift: -100_000)
    #expect(vsyncs(slow, [0, 1, 216_000]) == [0, 16_668_333, 3_600_360_036_003])
    #expect(slow.rate == .hertz(60))
  }

  @Test func `changes its rate at the first vsync of the old one`() {
    let change = Panel.RateChange(at: .milliseconds(500), to: .hertz(120))
    let panel = Panel(rate: .hertz(50), changes: [change])
    #expect(vsyncs(panel, [24, 25, 26, 145]) == [480, 500, 508.333333, 1500].map(nanoseconds))
    let later = Panel.RateChange(at: .milliseconds(501), to: .hertz(100))
    #expect(
      vsyncs(panel.changing([later, change]), [25, 26, 27])
        == [500, 508.333333, 518.333333].map(nanoseconds))
    #expect([24, 25].map { panel.rate(after: $0) } == [.hertz(50), .hertz(120)])
  }

  private func nanoseconds(_ milliseconds: Double) -> Int64 { Int64(milliseconds * 1e6) }

  @Test func `never reorders its vsyncs, however much it jitters`() {
    let panel = Panel(rate: .hertz(100), jitter: .nanoseconds(4_999_999))
    let bench = Bench(panel, seed: 3)
    bench.run(for: .seconds(10))
    let vsyncs = bench.trace.records.filter { $0.kind == .vsync }.map(\.time.nanoseconds)
    let gaps = zip(vsyncs, vsyncs.dropFirst()).map { $1 - $0 }
    #expect(vsyncs.count >= 1000)
    #expect(gaps.allSatisfy { $0 > 0 })
    #expect((gaps.min() ?? 0) < 1_500_000 && (gaps.max() ?? 0) > 18_500_000)
    let deviations = vsyncs.enumerated().map { $1 - Int64($0) * 10_000_000 }
    #expect(deviations.allSatisfy { abs($0) <= 4_999_999 })
  }
  @Test func `can repeat the vsyncs of a real one`() {
    let instants = [3, 10, 21, 33].map { Instant.milliseconds($0) }
    let panel = Panel(recorded: instants)
    // The mean period is 10 ms, and so is the distance from one round to the next.
    #expect(panel.rate == .hertz(100))
    #expect(panel.isRecorded)
    #expect(vsyncs(panel, [0, 3, 4, 5, 9]) == [3, 33, 43, 50, 90].map(nanoseconds))
  }

  @Test func `gives a link its rate when it changes`() {
    let change = Panel.RateChange(at: .milliseconds(40), to: .hertz(100))
    let bench = Bench(Panel(rate: .hertz(50), changes: [change]))
    let link = bench.link(pace: .preferred(.hertz(25)))
    bench.run(for: .milliseconds(165))
    // Every second refresh of 20 ms, then from the callback at the change on every fourth of 10 ms.
    #expect(bench.beginnings == [0, 40, 80, 120, 160])
    #expect(link.divider == 4)
    #expect(link.duration == .milliseconds(10))
    #expect(link.targetTimestamp == .milliseconds(200))
  }
}
