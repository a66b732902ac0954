import Foundation
import LabAnswer
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
    let output = try AnswerOutput(arguments)
    let answer = try ImportStudy(file, to: base).answer(.terminal(about: file.title))
    try WholeFiles(answer.files.map { ($0.path, $0.bytes) })
      .write(replacing: arguments.has("--force"))
    try output.show(answer)
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
    everyday: ["--out", "--list", "--thread", "--from", "--to", "--anonymise"],
    text:
      "Takes the tasks of the main thread from a trace of Chrome, DevTools or Node (JSON), Perfetto,"
      + " Firefox, Instruments (xctrace export), perf script or ftrace, also compressed by gzip."
      + " Writes NAME.csv, NAME.vsyncs.csv if the trace holds vsyncs, and NAME.provenance.json,"
      + " which tells where they come from.",
    remarks: [
      "'runlooplab try' reads the same traces, and needs no import.",
      "Prints what was kept and left out, and a line for a script. If several threads could be the"
        + " main thread, prints them and ends with 2.",
      "A script may also name the trace itself: load page recorded trace.json as main-queue.",
    ],
    examples: [
      "runlooplab import experiments/work/recordings/own-app.trace.json.gz --out app"
    ], experiment: nil)
}
