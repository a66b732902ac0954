package import LabMetrics

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
