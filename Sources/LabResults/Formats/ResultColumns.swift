package import LabMetrics
import LabText

/// The columns of the files of a result.
package enum ResultColumns {
  /// A column of a file.
  package struct Entry: Sendable {
    package let file: String
    package let column: String
    package let unit: MetricUnit?
    package let meaning: String
  }

  /// Every column of every file, but for those of sweeps.
  package static let all: [Entry] =
    entries(ResultFiles.runs(sweeps: [.recording]))
    + entries(ResultFiles.loads(sweeps: [.recording]))
    + entries(SummaryFile.file(sweeps: []))
    + entries(ResultFiles.verdicts) + entries(PredictionFile.file(sweeps: []))
    + entries(ResultFiles.findings) + entries(TraceFiles.refreshes)
    + entries(TraceFiles.firings) + entries(TraceFiles.blame) + entries(TraceFiles.lateFrames)
    + entries(EventFile.file) + entries(FrameRuleFiles.rules) + entries(FrameRuleFiles.agreement)
    + PresentMonVersion.allCases.flatMap { entries(PresentMonFile.file($0)) }

  /// Returns the columns of a file, with the one of its schema.
  package static func entries<Row>(_ file: CSVFile<Row>) -> [Entry] {
    file.columns.map {
      Entry(file: file.name, column: $0.name, unit: $0.unit, meaning: $0.meaning)
    }
      + file.header.dropFirst(file.columns.count).map {
        Entry(file: file.name, column: $0, unit: nil, meaning: SchemaColumn.meaning)
      }
  }
}

/// The last column of the files of a result: the version of their columns.
package enum SchemaColumn {
  /// The version of the columns of all files.
  package static let version = 6
  /// The oldest version whose results are still read: its columns have other names at most.
  static let oldest = 5
  /// The name in the header.
  static let name = "schema"

  /// Returns what a column of a file of the lab is called today.
  static func today(_ column: String) -> String {
    MetricDictionary.currentColumn(of: SweepColumn.column(of: column))
  }

  /// What it tells.
  static let meaning =
    "The version of the columns of the file: a column never changes its meaning, but a newer version may"
    + " have others."

  /// The position of the column in a header; `nil` in a file from before there was one.
  static func position(in header: CSVRow) -> Int? {
    header.fields.last == name ? header.fields.count - 1 : nil
  }

  /// Throws if a row was written by a newer version than this one.
  static func check(_ row: CSVRow, at position: Int) throws(InputError) {
    let text = row[position]
    guard let version = Int(text), version > 0 else {
      throw row.mistake(at: position, "'\(text)' is not a version of the columns.")
    }
    guard version <= SchemaColumn.version else {
      throw row.mistake(at: position, newer(version))
    }
  }

  /// Throws if a file was written by a newer version than this one.
  static func check(_ path: String) throws(InputError) { _ = try CSVReader(path).next() }

  /// That a result is of a newer version, and what to do.
  static func newer(_ version: Int) -> String {
    "this was written with version \(version) of the columns, and this program knows version"
      + " \(SchemaColumn.version). Use a newer runlooplab, or run the script again."
  }
}
