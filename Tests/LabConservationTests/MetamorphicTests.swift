import LabDisplay
import LabKernel
import LabLoop
import LabMetrics
import LabTrace
import LabWorkload
import Testing

/// What must not change, or only one way, when a stage is changed a little.
@Suite struct `A changed stage` {
  private func measure(_ scenario: Scenario) throws -> DriverMetrics {
    let run = RunMeasurement(try Stage(scenario, seed: 5).run())
    #expect(run.verifyConservation() == [])
    return try #require(run[driver: "ball"])
  }

  private func scenario(block: Duration = .milliseconds(25)) -> Scenario {
    Scenario(
      panel: Panel(rate: RefreshRate(599_503, per: 10_000)), duration: .seconds(2),
      loads: [
        Load(
          name: "block",
          tasks: .drawn(.at([.milliseconds(704)]), takes: .constant(block)), delivery: .block,
          modes: [.common])
      ],
      drivers: [
        Driver(
          name: "ball",
          source: .timer(
            interval: .nanoseconds(16_666_666), firstFire: .milliseconds(8),
            tolerance: .zero),
          modes: [.default], cost: .constant(.milliseconds(2)))
      ])
  }

  @Test func `is the same with idle sources in another mode`() throws {
    var crowded = scenario()
    crowded.loads.append(
      Load(
        name: "nothing",
        tasks: .drawn(.every(.milliseconds(3), first: .start), takes: .constant(.zero)),
        delivery: .port, modes: [.tracking]))
    crowded.drivers.append(
      Driver(
        name: "other",
        source: .timer(interval: .milliseconds(5), firstFire: .start, tolerance: .zero),
        modes: [.tracking]))
    #expect(try measure(crowded) == measure(scenario()))
  }

  @Test func `never misses fewer ticks behind a longer block`() throws {
    let missed = try (0..<60).map { index in
      try measure(scenario(block: .milliseconds(3) * index)).dueInstants.missed
    }
    #expect(zip(missed, missed.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(missed.first == 0)
    #expect(missed.last ?? 0 >= 9)
  }
}
