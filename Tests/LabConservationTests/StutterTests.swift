import LabDisplay
import LabKernel
import LabLoop
import LabMetrics
import LabWorkload
import Testing

/// The metric keeps averages of every width while the run is made; CapFrameX's rule takes the one that
/// it needs, once all frames are known.
@Suite struct `The share of stuttering frames` {
  private func run(refreshing period: Duration, count: Int) throws -> RunMeasurement {
    let scenario = Scenario(
      panel: Panel(rate: RefreshRate(1, per: period.components.seconds)),
      duration: period * count,
      loads: [
        Load(
          name: "work",
          tasks: .drawn(
            .every(period * 11, first: .at(period * 3)), takes: .uniform(period...period * 9)),
          door: .mainQueue, modes: [.common])
      ],
      drivers: [
        Driver(
          name: "ball",
          source: .timer(interval: period, firstFire: .at(period / 2), tolerance: .zero),
          modes: [.common], cost: .constant(period / 100))
      ])
    return RunMeasurement(try Stage(scenario, seed: 4).run())
  }

  /// More frames than the widest average has, and frames of weeks.
  @Test(arguments: [(1, 2_400), (2_000_000, 200)])
  func `is that of the rule`(seconds: Int, count: Int) throws {
    let run = try run(refreshing: .seconds(seconds), count: count)
    let series = try #require(run.frameSeries(of: "ball"))
    let share = try #require(run[driver: "ball"]?.frames?.rates.stutterShare)
    #expect(share == FrameRules(series)[rule: "capframex_stutter"]?.value)
    #expect(share > 1)
  }
}
