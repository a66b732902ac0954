import LabExperiment
import LabMetrics

extension SummaryFile {
  /// The statistics of a metric of a driver at a sweep point.
  package struct Row {
    let experiment: String
    let arm: String
    let driver: String
    /// The values of the sweeps.
    let point: [String]
    /// The column of the metric.
    let metric: String
    let sample: SampleStatistics
    /// The mean's interval, which two columns need.
    let interval: ClosedRange<Double>?
    /// The arm with which this one is compared.
    let baseline: String?
    /// How much more the metric is than in that arm.
    let paired: PairedStatistics?
    /// The mean difference's interval, which two columns need.
    let change: ClosedRange<Double>?

    init(
      experiment: String, arm: String, driver: String, point: [String], metric: String,
      sample: SampleStatistics, baseline: String?, paired: PairedStatistics?
    ) {
      (self.experiment, self.arm, self.driver, self.point) = (experiment, arm, driver, point)
      (self.metric, self.sample, self.baseline, self.paired) = (metric, sample, baseline, paired)
      interval = sample.interval
      change = paired?.differences.interval
    }
  }

  /// Returns the file: whom a row is about, the statistics, and how they differ from the
  /// baseline's.
  package static func file(sweeps: [SweepColumn]) -> CSVFile<Row> {
    CSVFile(
      "summary.csv",
      columns: [
        .experiment { $1.field($0.experiment) }, .arm { $1.field($0.arm) },
        .driver { $1.field($0.driver) },
      ] + Column.sweeps(sweeps) { $0.point[$1] } + statistics + differences)
  }

  private static let statistics: [Column<Row>] = [
    Column("metric", "The column of runs.csv that the statistics of the row are about.") {
      $1.field($0.metric)
    },
    Column("n", .count, "Over how many replications the metric is defined.") {
      $1.field($0.sample.count)
    },
    Column("mean", "The mean over replications, in the unit of the metric's column.") {
      $1.number($0.sample.mean)
    },
    Column("sd", "The standard deviation over replications, with n − 1; empty for n < 2.") {
      $1.number($0.sample.deviation)
    },
    Column(
      "ci95_low", "The lower end of the 95 % interval of the mean: mean − t(0.975, n − 1) sd / √n."
    ) { $1.number($0.interval?.lowerBound) },
    Column(
      "ci95_high",
      "The upper end of the 95 % interval of the mean: mean + t(0.975, n − 1) sd / √n."
    ) { $1.number($0.interval?.upperBound) },
    Column("min", "The smallest value over replications.") { $1.number($0.sample.min) },
    Column("median", "The median over replications: Hyndman–Fan type 1, an observed value.") {
      $1.number($0.sample.quantile(0.5))
    },
    Column("p90", "The 90th percentile over replications, Hyndman–Fan type 1.") {
      $1.number($0.sample.quantile(0.9))
    },
    Column("p99", "The 99th percentile over replications, Hyndman–Fan type 1.") {
      $1.number($0.sample.quantile(0.99))
    },
    Column("max", "The largest value over replications.") { $1.number($0.sample.max) },
  ]

  private static let differences: [Column<Row>] = [
    Column(
      "baseline",
      "The first arm above this one that has a driver of the same name; empty if there is none."
    ) { $1.field($0.baseline ?? "") },
    Column(
      "pairs", .count,
      "In how many replications the metric is defined in this arm and in the baseline."
    ) { $1.field($0.paired?.differences.count) },
    Column(
      "difference", "The mean over these pairs of: this arm − the baseline, on the same draws."
    ) { $1.number($0.paired?.differences.mean) },
    Column("difference_sd", "The standard deviation of the differences, with n − 1.") {
      $1.number($0.paired?.differences.deviation)
    },
    Column(
      "difference_ci95_low",
      "The lower end of the 95 % interval of the mean difference, as ci95_low."
    ) { $1.number($0.change?.lowerBound) },
    Column(
      "difference_ci95_high",
      "The upper end of that interval. Without 0 in it, the change is real."
    ) { $1.number($0.change?.upperBound) },
    Column(
      "variance_reduction",
      "How many times as many runs with draws of their own would give the same interval:"
        + " (var(arm) + var(baseline)) / var(difference); empty if the differences do not vary."
    ) { $1.number($0.paired?.varianceReduction) },
  ]
}
