import LabImport
import LabResults
import LabStudy
import LabText

/// `runlooplab measure`: what the published frame rules say of frames, of runs or of captures.
enum MeasureCommand {
  static let subcommand = Command.Subcommand(
    usage, "apply published frame rules to scripts and captures"
  ) { words in
    let arguments = try usage.parse(words)
    guard !arguments.operands.isEmpty else {
      throw UsageError(
        "name a script, a result, a recording of LabRecorder, or a capture (a CSV or JSON file).")
    }
    let option = try CaptureOption(arguments)
    var studies: [FrameStudy] = []
    // A folder stands for its scripts, unless it is a result.
    for path in arguments.operands.flatMap({ (try? Scripts.paths([$0])) ?? [$0] }) {
      guard let source = try source(path, option, arguments) else { return .wrongInput }
      studies.append(
        try FrameStudy(
          source, of: path, driver: arguments.text("--driver"), metric: arguments.text("--metric")))
    }
    return try AnswerOutput(arguments).show(studies)
  }

  /// Measures the frames of an operand of `why`; `nil` if it is no capture, or one of its columns
  /// is asked for as a list.
  static func answer(_ asked: Arguments) throws -> ExitStatus? {
    guard let path = asked.operands.first, asked.operands.count == 1, !asked.has("--column"),
      asked.text("--format") == nil, !path.hasSuffix(".lab"), !Scripts.isFolder(path),
      let head = FileBytes.head(of: path), FrameCapture.isCapture(head)
    else { return nil }
    let title = FileBytes.title(of: path)
    try PastedList.refuseOptionsOfRuns(asked, about: title, .frames)
    try asked.check(.frames, title)
    let chains = try CaptureOption(usage.parse([path])).chains(of: path)
    Terminal.printError("\(title): note: this is a capture of frames: runlooplab measure \(title)")
    return try AnswerOutput(asked).show([try FrameStudy(.capture(chains), of: path)])
  }

  /// The frames of an operand; `nil` if a script has mistakes, which are shown.
  private static func source(
    _ path: String, _ option: CaptureOption, _ arguments: Arguments
  ) throws -> FrameStudy.Source? {
    guard !path.hasSuffix(".lab"), !RunSource.isResult(path) else {
      return try RunSource.read(path, arguments).map {
        .runs(try Scripts.runs(of: $0.plan, arguments), known: $0.known)
      }
    }
    do {
      let chains = try option.chains(of: path)
      try arguments.check(.frames, path)
      return .capture(chains)
    } catch  where TraceFile.isTrace(path) {
      try arguments.check(.trace, path)
      let file = TraceFile(whole: path)
      guard let trace = try? file.read() else {
        throw InputError(path: path, "this is a trace: runlooplab try \(path)")
      }
      return .recording(trace, least: file.options.least)
    }
  }

  private static let usage = Usage(
    name: "measure", operands: "SCRIPT|RESULT|RECORDING|CAPTURE …",
    options: [
      Option.run.about(.script, .result), Option.arm.about(.script, .result),
      Option("--driver", "NAME", "this timer or display link only")
        .about(.script, .result, .trace),
      Option("--metric", "NAME", "print this metric or rule only"),
    ] + CaptureOption.options + AnswerOutput.options + PlanOptions.options(about: .script),
    everyday: ["--run", "--arm", "--driver", "--metric", "--refresh", "--report"],
    text:
      "Applies the published frame rules to the same frames: how many each calls bad, and where two"
      + " rules disagree. A RESULT is a folder that 'run' wrote, a RECORDING a trace of 'LabRecorder', a"
      + " CAPTURE a list of frames, as of PresentMon. 'why' ranks the fixes for a RECORDING, 'try' runs it"
      + " again with other timers.",
    remarks: [
      "Of a script or a result it measures the first run of every arm; of a capture of PresentMon 1"
        + " and 2, FrameView, CapFrameX (CSV and JSON) or MangoHud every swap chain, with the metrics"
        + " that need nothing but the frames. Of a recording that 'LabRecorder' made in an app it first"
        + " says what happened to the app's own drivers: what was missed and dropped, and what held"
        + " the thread.",
      "'runlooplab explain RULE' shows the source of a rule; 'runlooplab compare FILE FILE' sets two"
        + " captures side by side.",
    ],
    examples: [
      "runlooplab measure experiments/timers/beat.lab --arm timer",
      "runlooplab measure experiments/reality/recordings/stop.json.gz",
    ])
}
