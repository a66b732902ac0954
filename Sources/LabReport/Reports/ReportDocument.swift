import LabResults

/// A report that grows experiment by experiment.
protocol ReportDocument {
  /// Takes in a result.
  ///
  /// - Throws: What a run threw that was performed once more, or that the report would be too
  ///   large.
  mutating func add(_ result: ExperimentResult) throws

  /// Takes in that a script could not be read.
  mutating func add(_ script: MistakenScript)

  /// The whole report, in files of one name each; the empty name is that of the report itself.
  var files: [(name: String, bytes: [UInt8])] { get }

  /// What is in it, in a few words.
  var summary: String { get }

  /// Returns what is wrong with a file that was read back; `nil` if it holds what was written.
  func flaw(in bytes: [UInt8], of name: String) -> String?
}

extension ReportDocument {
  mutating func add(_ script: MistakenScript) {}

  func flaw(in bytes: [UInt8], of name: String) -> String? {
    files.contains { $0.name == name && $0.bytes == bytes } ? nil : "other bytes"
  }
}
