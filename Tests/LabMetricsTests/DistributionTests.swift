import LabKernel
import LabMetrics
import Testing

@Suite struct `Percentiles of a sample` {
  /// Most values are equal or close, and some far away, as those of a run.
  @Test(arguments: [1, 2, 63, 64, 65, 600, 1024, 1025, 40_000])
  func `stand where they do among the sorted values`(_ count: Int) throws {
    var chance = RandomStream(seed: UInt64(count), name: "sample")
    for spread in [Int64(0), 1, 300, 1_000_000, 1 << 60] {
      let values = (0..<count).map { _ in
        chance.next(in: 0...3) == 0 ? chance.next(in: -spread...spread) : chance.next(in: 0...1)
      }
      let sorted = values.sorted()
      let sample = try #require(Distribution(values))
      let found = [sample.p50, sample.p90, sample.p95, sample.p98, sample.p99, sample.p999]
      for (thousandths, percentile) in zip([500, 900, 950, 980, 990, 999], found) {
        let place = (count * thousandths + 999) / 1000 - 1
        #expect(percentile == .nanoseconds(sorted[place]), "\(thousandths) of \(count), \(spread)")
      }
    }
  }
}
