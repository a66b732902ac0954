import LabAnswer
import LabExperiment
import LabMetrics
import LabResults

/// Predictions beside measurements, for a person.
struct PredictionTable {
  private let predictions: [Prediction]

  init(_ result: ExperimentResult) { predictions = result.predictions }

  /// Every prediction with a table below it, of so many rows in all.
  func lines(limit: Int) -> [String] {
    var lines: [String] = []
    var left = limit
    var rest = predictions[...]
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
    let hidden = predictions.count - limit
    return lines + (hidden > 0 ? ["… and \(hidden) rows more in predictions.csv"] : [])
  }

  private static func short(_ value: Double?) -> String {
    value.map { ReportNumber.short($0, decimals: 4) } ?? "–"
  }
}
