import Foundation
package import LabAnswer
import LabImport
import LabText

/// What a trace of another tool holds, and the recording that it becomes.
package struct ImportStudy: Study {
  package var subject: String { file.path }

  private let file: TraceFile
  private let base: String

  /// Asks for the recording.
  ///
  /// - Parameters:
  ///   - file: The trace, and what is taken of it.
  ///   - base: The path of the recording without its extension.
  package init(_ file: TraceFile, to base: String) { (self.file, self.base) = (file, base) }

  /// Reads the trace.
  ///
  /// - Returns: What was kept and left out, with the files of the recording.
  /// - Throws: Why the trace cannot serve; `UsageError` if the recording would replace it.
  package func answer(_ watch: Watch) throws -> Answer {
    let trace = try file.read()
    // Vsyncs alone may be exported alone.
    if trace.tally.found > 0, let lack = trace.lack { throw file.refusal(.empty(lack)) }
    let writer = RecordingWriter(trace, clock: file.clock)
    let recording = trace.tasks.isEmpty ? nil : writer.recording
    let texts = [(".csv", recording), (".vsyncs.csv", writer.vsyncs)].compactMap { ending, text in
      text.map { (base + ending, $0) }
    }
    let name = (file.title as NSString).lastPathComponent
    let files = [(base + ".provenance.json", writer.provenance(file: name))] + texts
    try checkDistance(of: files.map(\.0))
    // Scripts cannot name a path with blanks.
    let path = base.contains(" ") ? (base as NSString).lastPathComponent : base
    let lines =
      (recording == nil ? [] : TrialRules(of: trace).statements(recording: "\(path).csv"))
      + (writer.vsyncs == nil ? [] : ["display recorded \(path).vsyncs.csv"])
    let names = (texts + files.prefix(1)).map(\.0).joined(separator: ", ")
    let found = ImportFindings(trace, file: file.title, least: file.options.least)
    return Answer(
      "import", of: subject,
      [
        found.parts + [
          .sentences(["wrote \(names)"]), .sentences(["in a script:"]),
          .script(lines.joined(separator: "\n")),
        ]
      ], files: files.map { Answer.File($0.0, Array($0.1.utf8)) })
  }

  /// Throws if the trace itself would be replaced.
  private func checkDistance(of paths: [String]) throws(UsageError) {
    let resolved = { (path: String) in URL(fileURLWithPath: path).resolvingSymlinksInPath().path }
    guard !paths.contains(where: { resolved($0) == resolved(file.path) }) else {
      throw UsageError(
        "the recording would replace '\(file.path)'. Choose another name with --out.")
    }
  }
}
