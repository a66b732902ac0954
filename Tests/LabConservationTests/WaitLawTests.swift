import LabDisplay
import LabKernel
import LabLoop
import LabMetrics
import LabWorkload
import TestSupport
import Testing

@testable import LabExperiment

/// The waits of inputs are those of queueing theory.
@Suite struct `The waits of inputs` {
  /// One thread, nothing on it but inputs.
  private func load(_ arrivals: Arrivals, takes law: DurationLaw, for duration: Duration) throws
    -> TaskMetrics
  {
    var scenario = Scenario(
      panel: Panel(rate: .hertz(1)), duration: duration,
      loads: [
        Load(
          name: "click", tasks: .drawn(arrivals, takes: law), delivery: .port, modes: [.common],
          isInput: true)
      ])
    scenario.measuresTasks = true
    return try #require(Runner(jobs: 1).result(of: RunSpec(scenario)).loads.first)
  }

  /// Pollaczek and Khinchine: E[W] = λ E[S²] / 2 (1 − ρ).
  @Test(arguments: [
    (0.3, 0.01), (0.5, 0.01), (0.8, 0.01), (0.9, 0.02),
  ])
  func `of Poisson are those of M/G/1`(utilisation: Double, tolerance: Double) throws {
    // A hundredth of ten million; the tolerance grows as fewer say less.
    let count = Double(Count("those of M/G/1").value)
    let mean = 2_000_000.0
    let rate = utilisation / mean * 1e9
    let law = DurationLaw.uniform(.milliseconds(1)...(.milliseconds(3)))
    let measured = try load(
      .poisson(perSecond: rate), takes: law, for: .seconds(count / rate))
    let wait = try #require(measured[.wait])
    let secondMoment = mean * mean + 2_000_000.0 * 2_000_000.0 / 12
    let expected = rate / 1e9 * secondMoment / (2 * (1 - utilisation))
    let error = Double(wait.mean.wholeNanoseconds) / expected - 1
    let scale = (1e7 / count).squareRoot()
    #expect(abs(error) <= tolerance * max(1, scale / 3), "\(error)")
  }

  /// Each waits as much longer as the work is longer than the interval.
  @Test func `of D/D/1 are exact`() throws {
    let short = try load(
      .every(.milliseconds(10), first: .start), takes: .constant(.milliseconds(10)),
      for: .seconds(10))
    #expect(short[.wait]?.max == .zero)
    let long = try load(
      .every(.milliseconds(10), first: .start), takes: .constant(.milliseconds(12)),
      for: .seconds(10))
    let wait = try #require(long[.wait])
    #expect(wait.max == .milliseconds(2) * (wait.count - 1))
    #expect(wait.mean == .milliseconds(wait.count - 1))
    #expect(long.waits.time(of: .tasks) == .milliseconds(wait.count - 1) * wait.count)
  }
}
