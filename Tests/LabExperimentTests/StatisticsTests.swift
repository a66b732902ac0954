import LabKernel
import LabMetrics
import Testing

@testable import LabExperiment

@Suite struct `The statistics of a sample` {
  @Test func `agree with a calculation by hand`() {
    // Σ = 40, mean 5, Σ(x − 5)² = 9 + 1 + 1 + 1 + 0 + 0 + 4 + 16 = 32, sd = √(32 / 7) = 2.13809;
    // t(0.975, 7) = 2.364624, so the interval is 5 ± 2.364624 × 2.13809 / √8 = 5 ± 1.787488.
    let sample = SampleStatistics([2, 4, 4, 4, 5, 5, 7, 9])
    #expect(
      sample.fields == [
        "5", "2.13809", "3.212512", "6.787488", "2", "4", "9", "9", "9",
      ])
  }

  @Test func `do not depend on the order of values`() {
    #expect(
      SampleStatistics([3, 0.1, 2, 0.7]).fields == SampleStatistics([0.7, 3, 2, 0.1]).fields)
  }

  @Test func `know no deviation of one value`() {
    #expect(SampleStatistics([3]).fields == ["3", "", "", "", "3", "3", "3", "3", "3"])
  }

  @Test func `of nothing are undefined`() {
    #expect(SampleStatistics([]).fields == Array(repeating: "", count: 9))
  }

  @Test(arguments: [1, 2, 9, 10, 11, 99, 100, 101, 1000])
  func `give observed values as quantiles`(count: Int) {
    // Hyndman–Fan type 1: the value of rank ⌈n × share⌉, in whole numbers.
    let sample = SampleStatistics((1...count).map(Double.init))
    #expect(sample.quantile(0.5) == Double((count + 1) / 2))
    #expect(sample.quantile(0.9) == Double((count * 9 + 9) / 10))
    #expect(sample.quantile(0.99) == Double((count * 99 + 99) / 100))
  }
}

@Suite struct `Student's quantile` {
  @Test(arguments: [
    (1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (5, 2.571), (6, 2.447), (7, 2.365),
    (8, 2.306), (9, 2.262), (10, 2.228), (15, 2.131), (20, 2.086), (25, 2.060), (30, 2.042),
    (40, 2.021), (60, 2.000), (80, 1.990), (100, 1.984), (1_000_000, 1.960),
  ])
  func `is that of the published table`(degrees: Int, quantile: Double) {
    // NIST/SEMATECH e-Handbook of Statistical Methods, section 1.3.6.7.2.
    #expect(abs(StudentQuantile.of(degrees: degrees) - quantile) <= 0.0005)
  }

  @Test func `has closed forms for one, two and four degrees of freedom`() {
    // tan(0.475 π) = 12.7062047361747; 2p − 1 = 0.95 gives t = 0.95 √(2 / (1 − 0.95²)) for two.
    #expect(abs(StudentQuantile.of(degrees: 1) - 12.706_204_736_174_7) < 1e-10)
    let two = 0.95 * (2 / (1 - 0.95 * 0.95)).squareRoot()
    #expect(abs(StudentQuantile.of(degrees: 2) - two) < 1e-12)
    // For four, sin θ (1 + cos²θ / 2) = 0.95.
    let four = StudentQuantile.of(degrees: 4)
    let square = 4 / (4 + four * four)
    #expect(abs((1 - square).squareRoot() * (1 + square / 2) - 0.95) < 1e-14)
  }

  @Test(arguments: [
    (3, 3.182_446_305_284), (29, 2.045_229_642_133), (30, 2.042_272_456_301),
    (159, 1.974_996_212_767), (200, 1.971_896_223_634), (201, 1.971_836_506_780),
    (1000, 1.962_339_080_826), (100_000, 1.959_987_707_535),
  ])
  func `is right to nine decimals`(degrees: Int, quantile: Double) {
    // From SciPy's inverse of the incomplete beta function, scipy.stats.t.ppf.
    #expect(abs(StudentQuantile.of(degrees: degrees) - quantile) < 5e-10)
  }

  @Test func `goes over into its expansion without a step`() {
    let values = (95...106).map { StudentQuantile.of(degrees: $0) }
    let steps = zip(values, values.dropFirst()).map { $0 - $1 }
    for (step, next) in zip(steps, steps.dropFirst()) {
      #expect(step > next && next > 0 && step - next < 0.03 * step)
    }
  }
}

@Suite struct `The 95 % interval` {
  /// Numbers of the standard normal distribution, by the polar method of Marsaglia.
  private struct Normal {
    var stream: RandomStream

    mutating func next() -> Double {
      while true {
        let (u, v) = (2 * stream.nextFraction() - 1, 2 * stream.nextFraction() - 1)
        let square = u * u + v * v
        if square > 0, square < 1 {
          return u * (-2 * naturalLogarithm(square) / square).squareRoot()
        }
      }
    }
  }

  @Test(arguments: [2, 5, 20])
  func `holds the mean in 95 of 100 samples`(size: Int) throws {
    var normal = Normal(stream: RandomStream(seed: 7, name: "coverage"))
    var hits = 0
    for _ in 0..<10_000 {
      let sample = SampleStatistics((0..<size).map { _ in 3 + 2 * normal.next() })
      if try #require(sample.interval).contains(3) { hits += 1 }
    }
    // Four standard errors of a share of 10,000 draws are 0.9 %.
    #expect((9400...9600).contains(hits), "\(hits) of 10,000")
  }

  @Test func `of paired differences holds their mean in 95 of 100 samples, and is narrower`() throws
  {
    var normal = Normal(stream: RandomStream(seed: 8, name: "pairs"))
    var (hits, narrower) = (0, 0)
    for _ in 0..<10_000 {
      var (one, other): ([Double], [Double]) = ([], [])
      for _ in 0..<10 {
        // The load that both arms meet varies four times as much as what they make of it.
        let load = 4 * normal.next()
        one.append(load + normal.next() + 1)
        other.append(load + normal.next())
      }
      let paired = PairedStatistics(zip(one, other))
      let interval = try #require(paired.differences.interval)
      if interval.contains(1) { hits += 1 }
      let apart = try #require(SampleStatistics(one).interval)
      if interval.upperBound - interval.lowerBound < apart.upperBound - apart.lowerBound {
        narrower += 1
      }
    }
    #expect((9400...9600).contains(hits), "\(hits) of 10,000")
    #expect(narrower > 9900)
  }
}

@Suite struct `Paired differences` {
  @Test func `agree with a calculation by hand`() {
    // The differences are 1, 1, 4: mean 2, variance 3; the variances are 4 and 1.
    let pairs: [(Double?, Double?)] = [(4, 3), (6, 5), (8, 4)]
    let paired = PairedStatistics(pairs)
    #expect(paired.differences.mean == 2)
    #expect(paired.differences.variance == 3)
    // var(3, 5, 4) = 1, so that (4 + 1) / 3 times as many independent runs were needed.
    #expect(paired.varianceReduction == 5.0 / 3)
  }

  @Test func `leave out pairs of which one is undefined`() {
    let pairs: [(Double?, Double?)] = [(4, nil), (6, 5), (nil, 4), (9, 7)]
    #expect(PairedStatistics(pairs).differences.count == 2)
    #expect(PairedStatistics(pairs).differences.mean == 1.5)
  }

  @Test func `that do not vary have no variance reduction`() {
    let pairs: [(Double?, Double?)] = [(1.1, 0.1), (2.2, 1.2), (3.3, 2.3)]
    let paired = PairedStatistics(pairs)
    #expect(paired.varianceReduction == nil)
  }
}

extension SampleStatistics {
  /// Mean, deviation, interval, extremes and quantiles, as files print them.
  fileprivate var fields: [String] {
    [
      mean, deviation, interval?.lowerBound, interval?.upperBound, min, quantile(0.5),
      quantile(0.9), quantile(0.99), max,
    ].map { $0.map { MetricValue.number($0).description } ?? "" }
  }
}
