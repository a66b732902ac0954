import LabExperiment
import LabPictures
import LabResults
import LabStudy
import ResultSupport
import Testing

@Suite struct `The plots of a result` {
  private static let script =
    WrittenResult.script.replacing("0 ms, 50 ms", with: "0 ms, 30 ms, 50 ms")
    .replacing("repeat    2", with: "repeat    4") + "\nplot ball.lateness_max over hiccup\n"

  @Test func `show the differences that summary.csv lists`() throws {
    let result = try ExperimentResult(
      name: "test", performing: WrittenResult.plan(Self.script), jobs: 1)
    let plots = SweepPlots(result).plots
    #expect(plots.map(\.isDifference) == [false, true])
    let series = try #require(plots.last?.series)
    #expect(series.map(\.label) == ["link − timer"])
    #expect(series.map(\.number) == [1] && plots[0].series.map(\.number) == [0, 1])
    let rows = try WrittenResult(Self.script).rows("summary.csv").filter {
      $0["arm"] == "link" && $0["metric"] == "lateness_max_ms"
    }
    #expect(rows.count == 3)
    for (point, row) in zip(series[0].points, rows) {
      #expect(row["hiccup"] == plots[1].axis.values[point.position])
      for (value, column) in [
        (point.mean, "difference"), (point.interval?.lowerBound, "difference_ci95_low"),
        (point.interval?.upperBound, "difference_ci95_high"),
      ] {
        let written = try #require(row[column].flatMap { Double($0) })
        #expect(abs(try #require(value) - written) <= 1e-6 * max(1, abs(written)), "\(column)")
      }
    }
    #expect(series[0].points.contains { $0.mean.map { $0 < -1 } ?? false })
  }

  @Test func `have no differences without replications or a second arm`() throws {
    for script in [
      Self.script.replacing("repeat    4", with: "repeat    1"),
      "display 60 Hz\nrun 300 ms\nrepeat 3\nsweep a = 1 ms, 2 ms, 3 ms\n"
        + "load l at 100 ms takes {a} as block\narm one\n  link ball in default\n"
        + "plot ball.lateness_max over a\n",
    ] {
      let result = try ExperimentResult(
        name: "test", performing: WrittenResult.plan(script), jobs: 1)
      #expect(SweepPlots(result).plots.map(\.isDifference) == [false])
    }
  }
}
