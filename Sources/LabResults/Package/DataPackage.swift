import Foundation
import LabExperiment
import LabMetrics

/// `datapackage.json`: what every column of every file of a result is, for programs.
///
/// Seeds and fingerprints are texts, since they have more digits than a number of most programs.
///
/// - Source: Frictionless Data, *Tabular Data Package* 1.0 and *Table Schema* 1.0.
package struct DataPackage: Encodable {
  /// The name of the file.
  package static let file = "datapackage.json"

  private let profile = "tabular-data-package"
  private let name: String
  private let title: String
  private let description: String?
  private let resources: [Resource]

  /// A file.
  private struct Resource: Encodable {
    let profile = "tabular-data-resource"
    let name: String
    let path: String
    let format = "csv"
    let mediatype = "text/csv"
    let encoding = "utf-8"
    let dialect = Dialect()
    let schema: Schema
  }

  private struct Dialect: Encodable {
    let lineTerminator = "\n"
  }

  private struct Schema: Encodable {
    let fields: [Field]
    let missingValues = [""]
  }

  /// A column.
  private struct Field: Encodable {
    let name: String
    let type: ColumnKind
    let description: String
    /// The unit, such as `ms`; not a word of the standard, which readers pass over.
    let unit: String?
    let trueValues: [String]?
    let falseValues: [String]?

    init(_ entry: ResultColumns.Entry) {
      (name, type, description) = (entry.column, entry.kind, entry.meaning)
      unit = (entry.unit?.symbol).flatMap { $0.isEmpty ? nil : $0 }
      (trueValues, falseValues) = entry.kind == .boolean ? (["1"], ["0"]) : (nil, nil)
    }
  }

  /// Describes the files of a result.
  package init(of result: ExperimentResult, _ files: [[ResultColumns.Entry]]) {
    let experiment = result.experiment
    name = Self.identifier(result.name)
    title = experiment.title ?? result.name
    description = experiment.question
    resources = files.compactMap { columns in
      guard let file = columns.first?.file else { return nil }
      return Resource(
        name: Self.identifier(String(file.dropLast(".csv".count))), path: file,
        schema: Schema(fields: columns.map(Field.init)))
    }
  }

  /// A name in the letters that names of packages have.
  private static func identifier(_ name: String) -> String {
    let letters = name.lowercased().map { character in
      character.isASCII && (character.isLetter || character.isNumber || "-_.".contains(character))
        ? character : "-"
    }
    return String(letters)
  }

  /// The file; equal results have equal bytes.
  package var bytes: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    // Only numbers that are not finite could not be encoded, and there are none.
    return ((try? encoder.encode(self)).map(Array.init) ?? []) + [10]
  }
}

/// What the values of a column are, as programs for tables ask.
package enum ColumnKind: String, Encodable {
  /// Words, and numbers of more digits than most programs keep.
  case string
  /// A whole number.
  case integer
  case number
  /// 1 or 0.
  case boolean
  /// Whatever another tool writes there.
  case any
}

extension ResultColumns.Entry {
  /// The columns without a unit that hold whole numbers: places and versions.
  private static let integers: Set = [
    "run", "replication", "first_failing_run", "refresh", "shown_update", "firing", "number",
    "serial", "event", "schema",
  ]
  /// The columns of numbers whose unit another column tells, or that have none.
  private static let numbers: Set = [
    "value", "predicted", "measured", "difference", "mean", "sd", "ci95_low", "ci95_high", "min",
    "median", "p90", "p99", "max", "difference_sd", "difference_ci95_low", "difference_ci95_high",
    "variance_reduction", "angle_rad", "first", "second",
  ]

  /// What its values are.
  package var kind: ColumnKind {
    if file == "presentmon.csv" { return .any }
    if unit != nil { return .number }
    if column == "measured", file != "predictions.csv" { return .boolean }
    if Self.integers.contains(column) { return .integer }
    return Self.numbers.contains(column) ? .number : .string
  }
}
