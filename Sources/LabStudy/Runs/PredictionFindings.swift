import LabAnswer
import LabExperiment
import LabMetrics
import LabResults

/// Predictions beside measurements.
struct PredictionFindings {
  private let predictions: [Prediction]

  init(_ result: ExperimentResult) { predictions = result.predictions }

  /// Every prediction with a table below it, of so many rows in all as are shown.
  var parts: [Answer.Part] {
    var parts: [Answer.Part] = []
    var left = RunFindings.rowLimit
    var rest = predictions[...]
    while let first = rest.first, left > 0 {
      let rows = rest.prefix { $0.text == first.text }
      rest = rest.dropFirst(rows.count)
      parts += [
        .sentences([Answer.Sentence("≈ " + first.text)]),
        .table(Self.table(rows.prefix(left), of: first)),
      ]
      left -= rows.count
    }
    let hidden = predictions.count - RunFindings.rowLimit
    return parts
      + (hidden > 0 ? [.sentences(["… and \(hidden) rows more in predictions.csv"])] : [])
  }

  private static func table(_ rows: ArraySlice<Prediction>, of first: Prediction) -> Table {
    Table(
      nil,
      first.point.map { .words($0.name) } + [
        .words("subject", [""]), .number("predicted", nil, .atMost(4)),
        .number("measured", nil, .atMost(4)), .words("unit", [""]),
      ],
      rows.map { row in
        row.point.map { .text($0.value) } + [
          .text(row.subject), .number(row.predicted), .number(row.measured), .text(row.unit),
        ]
      })
  }
}
