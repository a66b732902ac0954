import Testing

@testable import LabReport

@Suite struct `The statistics of a sample` {
  @Test func `agree with a calculation by hand`() {
    // Σ = 40, mean 5, Σ(x − 5)² = 9 + 1 + 1 + 1 + 0 + 0 + 4 + 16 = 32, sd = √(32 / 7) = 2.13809;
    // t(0.975, 7) = 2.3646, so the interval is 5 ± 2.3646 × 2.13809 / √8 = 5 ± 1.78747.
    let sample = SampleStatistics([2, 4, 4, 4, 5, 5, 7, 9])
    #expect(
      sample.fields == [
        "5", "2.13809", "3.21253", "6.78747", "2", "4", "9", "9", "9",
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

  @Test(arguments: [
    (1, 12.7062), (2, 4.3027), (10, 2.2281), (30, 2.0423), (31, 2.0395), (40, 2.0211),
    (60, 2.0003), (120, 1.9799), (159, 1.9750), (100_000, 1.9600),
  ])
  func `use Student's quantiles`(degrees: Int, quantile: Double) {
    // Abramowitz and Stegun, table 26.10, and the distribution's inverse between its rows.
    #expect(abs(studentQuantile(degrees: degrees) - quantile) < 0.0001)
  }
}
