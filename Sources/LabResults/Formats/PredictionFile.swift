package import LabExperiment
import LabMetrics

/// Predictions beside measurements.
package enum PredictionFile {
  /// What theory says and what was measured, with the experiment's name.
  package typealias Row = (experiment: String, prediction: Prediction)

  /// Returns the file `predictions.csv`: a row per prediction, sweep point and match of its
  /// wildcards.
  package static func file(sweeps: [SweepColumn]) -> CSVFile<Row> {
    CSVFile(
      "predictions.csv",
      columns: [
        .experiment { $1.field($0.experiment) },
        Column("prediction", "What theory says of a metric, as the script states it.") {
          $1.field($0.prediction.text)
        },
        Column("subject", "The drivers that a prediction is about.") {
          $1.field($0.prediction.subject)
        },
      ] + Column.sweeps(sweeps) { $0.prediction.point[$1].value } + values)
  }

  private static let values: [Column<Row>] = [
    Column("value_unit", "The unit of the values of the row.") { $1.field($0.prediction.unit) },
    Column("n", .count, "Over how many replications both values are defined.") {
      $1.field($0.prediction.count)
    },
    Column(
      "predicted", "What theory says, in the unit of value_unit; empty where it does not hold."
    ) { $1.number($0.prediction.predicted) },
    Column("measured", "The mean over replications of what was measured, in the same unit.") {
      $1.number($0.prediction.measured)
    },
    Column(
      "ci95_low", "The lower end of the 95 % interval of the measured mean, in the same unit."
    ) { $1.number($0.prediction.interval?.lowerBound) },
    Column(
      "ci95_high", "The upper end of the 95 % interval of the measured mean, in the same unit."
    ) { $1.number($0.prediction.interval?.upperBound) },
    Column("difference", "What was measured less what theory says, in the same unit.") {
      $1.number($0.prediction.difference)
    },
  ]

  /// Writes all predictions of a result.
  static func write<Refusal>(
    of result: ExperimentResult, to write: ([UInt8]) throws(Refusal) -> Void
  ) throws(Refusal) {
    try file(sweeps: SweepColumn.all(of: result.experiment))
      .write(result.predictions.map { (result.name, $0) }, to: write)
  }
}

extension Prediction {
  /// What was measured less what theory says.
  fileprivate var difference: Double? {
    measured.flatMap { measured in predicted.map { measured - $0 } }
  }
}
