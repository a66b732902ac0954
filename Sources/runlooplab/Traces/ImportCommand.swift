import Foundation
import LabAnswer
import LabImport
import LabResults
import LabStudy
import LabText

/// `runlooplab import`: a trace of another tool becomes a recording.
enum ImportCommand {
  static let subcommand = Command.Subcommand(
    usage, "turn a trace of another tool into a recording"
  ) { words in
    let arguments = try usage.parse(words)
    let file = try TraceFile(arguments)
    if arguments.has("--list") { return try file.list(FileBytes(file.path)) }
    let base = try base(arguments.text("--out"), of: file)
    let trace = try file.read()
    // Vsyncs alone may be exported alone.
    if trace.tally.found > 0, let lack = trace.lack { throw file.refusal(.empty(lack)) }
    let files = RecordingFiles(trace, clock: file.clock, base: base, source: file.title)
    try files.checkDistance(from: file.path)
    try WholeFiles(files.all).write(replacing: arguments.has("--force"))
    let found = ImportFindings(trace, file: file.title, least: file.options.least)
    let output = try AnswerOutput(arguments)
    try output.show(
      Answer("import", of: file.path, [found.parts + files.parts]))
    return try output.finish()
  }

  /// The path of the recording without its extension.
  private static func base(_ out: String?, of file: TraceFile) throws(UsageError) -> String {
    guard let out else { return file.name }
    let base = out.hasSuffix(".csv") ? String(out.dropLast(4)) : out
    let name = (base as NSString).lastPathComponent
    guard !base.hasSuffix("/"), !name.isEmpty, TraceFile.name(of: name + ".csv") == name else {
      throw UsageError(
        "'--out \(out)' is not a name for a recording. Use letters, digits, '_', '-' and"
          + " '.', such as --out \(file.name).")
    }
    return base
  }

  private static let usage = Usage(
    name: "import", operands: "FILE",
    options: [
      Option(
        "--out", "NAME", "write NAME.csv and its companions (default: as FILE, here)", short: "-o"),
      TraceOption.list.without("--out"),
    ] + TraceOption.options + AnswerOutput.options,
    text:
      "Takes the tasks of the main thread from a trace of Chrome, DevTools or Node (JSON), Perfetto,"
      + " Firefox, Instruments (xctrace export), perf script or ftrace, also compressed by gzip."
      + " Writes NAME.csv, NAME.vsyncs.csv if the trace holds vsyncs, and NAME.provenance.json,"
      + " which tells where they come from.",
    remarks: [
      "Prints what was kept and left out, and a line for a script. If several threads could be the"
        + " main thread, prints them and ends with 2.",
      "A script may also name the trace itself: load page recorded trace.json as main-queue.",
    ],
    example: "trace.json.gz --out page\n         runlooplab import trace.json.gz --list")
}

/// The files that a trace becomes, and how a script names them.
struct RecordingFiles {
  /// The paths and texts of all files.
  let all: [(path: String, text: String)]
  private let lines: [String]

  init(_ trace: ImportedTrace, clock: RecordingWriter.Clock, base: String, source: String) {
    let writer = RecordingWriter(trace, clock: clock)
    let name = (source as NSString).lastPathComponent
    var files = [(base + ".provenance.json", writer.provenance(file: name))]
    var lines: [String] = []
    // Scripts cannot name a path with blanks.
    let path = base.contains(" ") ? (base as NSString).lastPathComponent : base
    if !trace.tasks.isEmpty {
      files.append((base + ".csv", writer.recording))
      lines += TrialRules(of: trace).statements(recording: "\(path).csv")
    }
    if let vsyncs = writer.vsyncs {
      files.append((base + ".vsyncs.csv", vsyncs))
      lines.append("display recorded \(path).vsyncs.csv")
    }
    all = files
    self.lines = lines
  }

  /// What was written, and the lines for a script.
  var parts: [Answer.Part] {
    let names = all.dropFirst().map(\.path) + [all[0].path]
    return [
      .sentences(["wrote \(names.joined(separator: ", "))"]), .sentences(["in a script:"]),
      .script(lines.joined(separator: "\n")),
    ]
  }

  /// Throws if the trace itself would be replaced.
  func checkDistance(from source: String) throws(UsageError) {
    let resolved = { (path: String) in URL(fileURLWithPath: path).resolvingSymlinksInPath().path }
    guard !all.contains(where: { resolved($0.path) == resolved(source) }) else {
      throw UsageError("the recording would replace '\(source)'. Choose another name with --out.")
    }
  }
}
