import LabKernel
import LabMetrics
import Testing

@Suite struct `Frame rules of many frames` {
  /// Mostly whole refreshes, some of them missed, and some frames at odd times.
  private static func updates(_ count: Int, seed: UInt64) -> [PresentedUpdate] {
    var chance = RandomStream(seed: seed, name: "frames")
    var photon: Int64 = 0
    return (0..<count).map { index in
      let isOdd = chance.next(in: 0...9) == 0
      photon +=
        isOdd
        ? chance.next(in: 0...90_000_000)
        : [16_666_666, 16_666_667, 33_333_333, 33_333_334][Int(chance.next(in: 0...3))]
      let began = photon - chance.next(in: 1_000_000...40_000_000)
      return PresentedUpdate(
        began: chance.next(in: 0...4) == 0 ? nil : Instant(nanoseconds: began),
        ended: Instant(nanoseconds: photon),
        animationTime: Instant(nanoseconds: began + chance.next(in: 0...9_000_000)),
        photon: chance.next(in: 0...7) == 0 ? nil : Instant(nanoseconds: photon),
        overrun: chance.next(in: 0...3) == 0
          ? nil : .nanoseconds(chance.next(in: -5_000_000...5_000_000)),
        stretch: index / 150)
    }
  }

  /// Quantiles of published rules restated: sorted, and between two of them.
  @Test func `find the slowest hundredth by its definition`() throws {
    let updates = Self.updates(900, seed: 5)
    let rules = FrameRules(FrameSeries(updates, refreshPeriod: .nanoseconds(16_666_667)))
    let times = rules.series.frames.map { Double($0.duration / .nanoseconds(1)) }.sorted()
    func quantile(_ sorted: [Double], _ share: Double) -> Double {
      let place = (Double(sorted.count) + 1 / 3.0) * share + 1 / 3.0
      let below = sorted[Int(place) - 1]
      return below + (place - place.rounded(.down)) * (sorted[Int(place)] - below)
    }
    let bound = quantile(times, 0.99)
    let slowest = times.filter { $0 >= bound }
    let mean = slowest.reduce(0, +) / Double(slowest.count)
    #expect(rules[rule: "low1_average"]?.value == 1_000_000_000 / mean)
    let rates = times.filter { $0 > 0 }.map { 1_000_000_000 / $0 }.sorted()
    #expect(rules[rule: "low1_percentile"]?.value == quantile(rates, 0.01))
    let hundredth = times.reversed()[times.count / 100 - 1]
    #expect(rules[rule: "low1_mangohud"]?.value == 1_000_000_000 / hundredth)
    var filled = 0.0
    let filling = times.reversed().first { time in
      filled += time
      return 100 * filled >= times.reduce(0, +)
    }
    #expect(rules[rule: "low1_integral"]?.value == filling.map { 1_000_000_000 / $0 })
  }
}
