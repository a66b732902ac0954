import Foundation
import LabKernel
import LabWorkload
import Testing

/// Draws of fixed seeds against the distributions as they are written in any textbook; only these
/// tests use the mathematics library.
@Suite struct `A law of durations` {
  /// A law, the chance of at most so many milliseconds, its mean and standard deviation.
  struct Case: Sendable, CustomTestStringConvertible {
    let law: DurationLaw
    let mean: Double
    let deviation: Double
    let chance: @Sendable (Double) -> Double

    var testDescription: String { "\(law)" }
  }

  private static let count = 20_000

  private static func draws(_ law: DurationLaw, _ count: Int = count) -> [Double] {
    var stream = RandomStream(seed: 11, name: "law")
    return (0..<count).map { _ in law.draw(from: &stream) / .milliseconds(1) }
  }

  @Test(
    arguments: [
      .constant(.milliseconds(-1)), .inTurn([.milliseconds(-1)]), .anyOf([.milliseconds(-1)]),
      .uniform(.milliseconds(-2)...(.milliseconds(-1))),
      .normal(mean: .milliseconds(-1), deviation: .zero),
      .logNormal(mean: .zero, deviation: .zero), .constant(.seconds(Int64.max)),
    ] as [DurationLaw])
  func `draws nothing below 0, and nothing above the longest`(law: DurationLaw) {
    var stream = RandomStream(seed: 11, name: "law")
    let duration = law.draw(from: &stream)
    #expect(duration == .zero || duration == DurationLaw.longest)
  }

  static let cases = [
    Case(
      law: .uniform(.milliseconds(1)...(.milliseconds(5))), mean: 3,
      deviation: 4 / 12.0.squareRoot()
    ) { ($0 - 1) / 4 },
    Case(law: .exponential(mean: .milliseconds(2)), mean: 2, deviation: 2) { 1 - exp(-$0 / 2) },
    Case(
      law: .normal(mean: .milliseconds(10), deviation: .milliseconds(2)), mean: 10, deviation: 2
    ) { 0.5 * erfc(-($0 - 10) / 2 / 2.0.squareRoot()) },
    Case(
      law: .logNormal(mean: .milliseconds(3), deviation: .milliseconds(2)), mean: 3, deviation: 2
    ) { time in
      let variance = log(1 + 4.0 / 9)
      return 0.5 * erfc(-(log(time / 3) + variance / 2) / (2 * variance).squareRoot())
    },
    Case(
      law: .pareto(least: .milliseconds(1), shape: 5), mean: 1.25,
      deviation: (5.0 / 3).squareRoot() / 4
    ) { 1 - pow(1 / $0, 5) },
  ]

  /// Kolmogorov and Smirnov: a right law is farther off than 1.63 / √n once in a hundred times.
  @Test(arguments: cases)
  func `is distributed as it says`(_ wanted: Case) {
    let draws = Self.draws(wanted.law).sorted()
    let distances = draws.enumerated().map { index, time in
      max(
        abs(wanted.chance(time) - Double(index) / Double(draws.count)),
        abs(wanted.chance(time) - Double(index + 1) / Double(draws.count)))
    }
    #expect(distances.max() ?? 1 < 1.63 / Double(draws.count).squareRoot())
  }

  @Test(arguments: cases)
  func `has the mean and the deviation that it says`(_ wanted: Case) {
    let draws = Self.draws(wanted.law)
    let mean = draws.reduce(0, +) / Double(draws.count)
    let variance = draws.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(draws.count - 1)
    // Four standard errors; that of the deviation is generous, for tails that are heavy.
    #expect(abs(mean - wanted.mean) < 4 * wanted.deviation / Double(draws.count).squareRoot())
    #expect(abs(variance.squareRoot() / wanted.deviation - 1) < 0.05)
  }

  @Test func `counts what falls below 0 as 0`() {
    let draws = Self.draws(.normal(mean: .milliseconds(1), deviation: .milliseconds(1)))
    let share = Double(draws.count { $0 == 0 }) / Double(draws.count)
    #expect(draws.allSatisfy { $0 >= 0 })
    #expect(abs(share - 0.5 * erfc(1 / 2.0.squareRoot())) < 0.01)
  }

  @Test func `never exceeds what an experiment can last`() {
    let draws = Self.draws(.pareto(least: .seconds(1), shape: 0.01), 1000)
    #expect(draws.max() == DurationLaw.longest / .milliseconds(1))
  }

  @Test func `takes the members of a list in turn`() {
    let list = [3, 1, 2].map(Duration.milliseconds)
    #expect(Self.draws(.inTurn(list), 7) == [3, 1, 2, 3, 1, 2, 3])
  }

  @Test(
    arguments: [
      .constant(.milliseconds(-2)), .inTurn([.milliseconds(-2)]), .anyOf([.milliseconds(-2)]),
      .uniform(.milliseconds(-3) ... .milliseconds(-2)),
    ] as [DurationLaw])
  func `counts a negative duration as zero`(law: DurationLaw) {
    #expect(Self.draws(law, 10) == Array(repeating: 0, count: 10))
  }

  @Test func `takes any member of a list equally often`() {
    let draws = Self.draws(.anyOf([3, 1, 2].map(Duration.milliseconds)), 3000)
    for member in [1.0, 2, 3] { #expect(abs(draws.count { $0 == member } - 1000) < 104) }
  }
}
