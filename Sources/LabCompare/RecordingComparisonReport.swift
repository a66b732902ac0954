import LabMetrics
public import LabReport

/// What a comparison of recordings shows on a screen.
public struct RecordingComparisonReport {
  private let comparison: RecordingComparison
  private let screen: Screen

  /// Creates a report.
  public init(_ comparison: RecordingComparison, on screen: Screen = Screen()) {
    (self.comparison, self.screen) = (comparison, screen)
  }

  /// The report, without a line feed at the end.
  public var text: String {
    let changes =
      comparison.changes.isEmpty
      ? [] : screen.wrapped("Changed: \(comparison.changes.joined(separator: "; ")).")
    let remarks = comparison.remarks.flatMap { screen.wrapped($0) }
    return ([screen.wrapped(comparison.headline), changes + remarks, files, causes] as [[String]])
      .filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  private var files: [String] {
    var table = TextTable([.left, .left, .right, .right, .right])
    table.append(["", "recording", "measured", "replayed", "off by"])
    table.appendRule()
    for (side, files) in zip(["before", "after"], comparison.files) {
      for (number, file) in files.enumerated() {
        table.append(
          [number == 0 ? side : "", file.name]
            + [file.measured, file.replayed, file.difference].map(RecordingComparison.number))
      }
    }
    return table.lines
  }

  private var causes: [String] {
    guard !comparison.causes.isEmpty else { return [] }
    var table = TextTable([.left, .right, .right])
    table.append(["dropped refreshes by cause", "before", "after"])
    table.appendRule()
    for (cause, counts) in comparison.causes {
      table.append([cause.rawValue] + counts.map(String.init))
    }
    return table.lines
  }
}
