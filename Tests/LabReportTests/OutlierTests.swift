import LabExperiment
import LabMetrics
import Testing

@testable import LabReport
@testable import LabResults

@Suite struct `An outlier` {
  @Test func `is more than ten robust standard deviations from the median`() {
    // The median is 5.5, the distances 0.5 to 4.5 twice each: MAD 2.5, ten deviations 37.065.
    let values = (1...10).map(Double.init)
    #expect(Outliers(values).all.isEmpty)
    // With an eleventh value the median is 6 and MAD 3: 44.478 on each side.
    #expect(Outliers(values + [50.4]).all.isEmpty)
    let far = Outliers([50.5] + values)
    #expect(far.median == 6 && far.all.map(\.position) == [0])
    #expect(far.all.map(\.value) == [50.5])
    #expect(abs((far.all.first?.distance ?? 0) - 44.5 / (1.4826 * 3)) < 1e-12)
    #expect(Outliers(values + [-39.5]).all.map(\.position) == [10])
  }

  @Test func `is measured by the mean distance where more than half of the values are equal`() {
    // One of n values lies n / 1.2533 deviations away, whatever it is: far from 13 on.
    #expect(Outliers(Array(repeating: 3, count: 11) + [900.0]).all.isEmpty)
    #expect(Outliers(Array(repeating: 3, count: 12) + [3.5]).all.map(\.position) == [12])
    let two = Array(repeating: 3.0, count: 28) + [4, 4]
    #expect(Outliers(two).all.map(\.position) == [28, 29])
    #expect(Outliers(Array(repeating: 3.0, count: 20) + [4, 4]).all.isEmpty)
  }

  @Test func `differs from the median by a tenth of it`() {
    let steady = (0..<12).map { 100 + 0.01 * Double($0 % 2) }
    #expect(Outliers(steady + [109.9]).all.isEmpty)
    #expect(Outliers(steady + [110.2]).all.map(\.position) == [12])
    #expect(Outliers(steady.map { -$0 } + [-89.8]).all.map(\.position) == [12])
  }

  @Test func `is none of few values, and none of equal ones`() {
    #expect(Outliers([1, 1, 1, 1, 1, 1, 1, 1, 900]).all.isEmpty)
    #expect(Outliers(Array(repeating: 7.0, count: 40)).all.isEmpty)
    #expect(Outliers([]).median == nil)
  }

  /// A task whose duration has no mean.
  private static let script = """
    display 60 Hz
    run 250 ms
    repeat 39, seed 3
    load rare at 100 ms takes pareto least 2 ms shape 0.9 as main-queue
    arm link
      link ball in default takes 1 ms
    expect link.ball.lateness_max < 1 s
    """

  @Test func `is told on the screen with its run, its seed and the command that shows it`() throws {
    let experiment = try Experiment(path: "test.lab") { _ in Array(Self.script.utf8) }
    let plan = try experiment.plan()
    let result = try ExperimentResult(name: "test", performing: plan, jobs: 1)
    let metric = try #require(
      MetricDictionary.all.firstIndex { $0.name == "lateness_max" })
    let values = plan.indices.compactMap {
      result.table.record(of: $0)?.value(driver: 0, metric: metric)?.number
    }
    let worst = try #require(Outliers(values).all.max { $0.distance < $1.distance })
    let report = try RunReport.text(of: result, on: Screen(width: 200))
    let label = plan.label(of: worst.position)
    #expect(
      report.contains(
        "Outlier: run \(worst.position) (seed \(label.seed)) has link.ball.lateness_max"))
    #expect(report.contains(", the median of 39 runs is "))
    #expect(report.contains("\n    runlooplab show test.lab --run \(worst.position)\n"))
    let few = try experiment.plan(replications: 9)
    let short = try RunReport.text(
      of: try ExperimentResult(name: "test", performing: few, jobs: 1))
    #expect(!short.contains("Outlier"))
  }
}
