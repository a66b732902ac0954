import LabKernel
import LabTesting
import Testing

/// Performs something that is meant to fail, and returns what it reported.
///
/// If it reports nothing, that is a failure of the test.
func reports(
  sourceLocation: SourceLocation = #_sourceLocation,
  of body: () throws -> Void
) rethrows -> [String] {
  let reports = try allReports(of: body)
  #expect(!reports.isEmpty, "nothing was reported", sourceLocation: sourceLocation)
  return reports.map(\.text)
}

/// Performs something that may fail, and returns what it reported.
func allReports(of body: () throws -> Void) rethrows -> [IssueReporter.Report] {
  let reports = Locked<[IssueReporter.Report]>([])
  let sink: @Sendable (IssueReporter.Report) -> Void = { report in
    reports.withLock { $0.append(report) }
  }
  try IssueReporter.$sink.withValue(sink, operation: body)
  return reports.withLock(\.self)
}
