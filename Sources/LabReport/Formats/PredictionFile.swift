import LabExperiment
import LabMetrics

/// Predictions beside measurements, as a file and for a person.
struct PredictionFile {
  private let result: ExperimentResult

  init(_ result: ExperimentResult) {
    self.result = result
  }

  /// One row per prediction, sweep point and match of its wildcards.
  static func write<Refusal>(
    of result: ExperimentResult, to write: ([UInt8]) throws(Refusal) -> Void
  ) throws(Refusal) {
    var csv = CSVWriter(
      header: ["experiment", "prediction", "subject"] + result.experiment.sweeps.map(\.name)
        + ["value_unit", "n", "predicted", "measured", "ci95_low", "ci95_high", "difference"])
    for prediction in result.predictions {
      csv.field(result.name)
      csv.field(prediction.text)
      csv.field(prediction.subject)
      for choice in prediction.point { csv.field(choice.value) }
      csv.field(prediction.unit)
      csv.field(prediction.count)
      for value in [
        prediction.predicted, prediction.measured, prediction.interval?.lowerBound,
        prediction.interval?.upperBound, prediction.difference,
      ] { csv.field(value.map { MetricValue.number($0).description } ?? "") }
      csv.endRow()
    }
    try csv.drain(to: write)
  }

  /// Every prediction with a table below it, of so many rows in all.
  func lines(limit: Int) -> [String] {
    var lines: [String] = []
    var left = limit
    var rest = result.predictions[...]
    while let first = rest.first, left > 0 {
      let rows = rest.prefix { $0.text == first.text }
      rest = rest.dropFirst(rows.count)
      var table = TextTable(first.point.map { _ in .left } + [.left, .right, .right, .left])
      table.append(first.point.map(\.name) + ["", "predicted", "measured", ""])
      for row in rows.prefix(left) {
        table.append(
          row.point.map(\.value) + [row.subject]
            + [row.predicted, row.measured].map(Self.short) + [row.unit])
      }
      left -= rows.count
      lines += ["≈ " + first.text] + table.lines.map { "    " + $0 }
    }
    let hidden = result.predictions.count - limit
    return lines + (hidden > 0 ? ["… and \(hidden) rows more in predictions.csv"] : [])
  }

  /// A number with four decimals at most.
  private static func short(_ value: Double?) -> String {
    guard let value else { return "–" }
    return MetricValue.number((value * 1e4).rounded() / 1e4).description
  }
}

extension Prediction {
  /// What was measured less what theory says.
  fileprivate var difference: Double? {
    measured.flatMap { measured in predicted.map { measured - $0 } }
  }
}
