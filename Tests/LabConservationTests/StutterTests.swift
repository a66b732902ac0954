import LabDisplay
import LabKernel
import LabLoop
import LabMetrics
import LabWorkload
import Testing

@Suite struct `The share of stuttering frames` {
  private func run(_ rate: RefreshRate, count: Int) throws -> RunMeasurement {
    let period = rate.period
    let scenario = Scenario(
      panel: Panel(rate: rate),
      duration: period * count,
      // Asleep in another mode, the thread is held by no one, whose account would be long.
      gestures: stride(from: 3, to: count - 20, by: 17).map { place in
        Gesture(
          name: "scroll \(place)", begins: .at(period * place), lasts: period * (1 + place % 11))
      },
      drivers: [
        Driver(
          name: "ball",
          source: .timer(interval: period, firstFire: .at(period / 2), tolerance: .zero),
          modes: [.default], cost: .constant(.milliseconds(1)))
      ])
    return RunMeasurement(try Stage(scenario, seed: 4).run())
  }

  /// The formula of CapFrameX, word by word.
  private func share(_ times: [Int64]) -> Double {
    let total = times.reduce(0, +)
    let mean = Double(total) / Double(times.count)
    let width = Int(((mean / 1_000_000).squareRoot() * 10).rounded(.toNearestOrEven))
    var sums: [Int128] = [0]
    var stuttering: Int64 = 0
    for (index, time) in times.enumerated() {
      let isSpike = index > 0 && time > 3 * times[index - 1]
      sums.append(sums[index] + Int128(isSpike ? times[index - 1] : time))
      let count = max(1, min(width, 512, index + 1))
      let sum = sums[index + 1] - sums[index + 1 - count]
      if 2 * Int128(time) * Int128(count) > 5 * sum { stuttering += time }
    }
    return 100 * Double(stuttering) / Double(total)
  }

  /// Ordinary frames, more of them than the widest average has, and frames of weeks.
  @Test(arguments: [
    (RefreshRate.hertz(50), 1_400), (RefreshRate.hertz(1), 2_400),
    (RefreshRate(1, per: 2_000_000), 200),
  ])
  func `is that of the formula`(rate: RefreshRate, count: Int) throws {
    let run = try run(rate, count: count)
    let series = try #require(run.frameSeries(of: "ball"))
    let expected = share(series.frames.map { Int64($0.duration / .nanoseconds(1)) })
    let share = try #require(run[driver: "ball"]?["stutter_share"]).number
    #expect(share == expected)
    #expect(share > 1)
  }
}
