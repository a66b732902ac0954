import LabExperiment
import LabImport
import LabMetrics
import LabReport
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
    let metric = arguments.text("--metric")
    if let metric { try check(metric) }
    // A folder stands for its scripts, unless it is a result.
    for path in arguments.operands.flatMap({ (try? Scripts.paths([$0])) ?? [$0] }) {
      let isRun = path.hasSuffix(".lab") || RunSource.isResult(path)
      guard let reports = try isRun ? runs(path, arguments) : frames(path, option, arguments) else {
        return .wrongInput
      }
      for report in reports {
        Terminal.print(metric.map { report.line(of: $0) } ?? report.text + "\n")
      }
    }
    return .success
  }

  private static func check(_ metric: String) throws(UsageError) {
    let names = FrameRuleReport.names
    guard !names.contains(metric) else { return }
    throw UsageError(
      "there is no metric or rule '\(metric)' of frames."
        + Spelling.hint(for: metric, among: names))
  }

  /// The swap chains of a capture, or the drivers of an app that recorded itself.
  private static func frames(
    _ path: String, _ option: CaptureOption, _ arguments: Arguments
  ) throws -> [FrameRuleReport] {
    let chains: [(title: String, rules: FrameRules)]
    do {
      chains = try option.chains(of: path)
    } catch  where TraceFile.isTrace(path) {
      try arguments.check(.trace, path)
      return try recorded(path, arguments)
    }
    try arguments.check(.frames, path)
    if chains.isEmpty { Terminal.printError("\(path): warning: there are no frames.") }
    return chains.map { FrameRuleReport($0.title, $0.rules, showsMetrics: true) }
  }

  /// The drivers of a recording, after what became of them is printed.
  private static func recorded(_ path: String, _ arguments: Arguments) throws -> [FrameRuleReport] {
    let file = TraceFile(whole: path)
    guard let trace = try? file.read(), trace.loop != nil else {
      throw InputError(path: path, "this is a trace: runlooplab try \(path)")
    }
    guard .nanoseconds(trace.windowLength) <= TrialInput.longest else {
      throw InputError(path: path, "the recording is longer than an hour.")
    }
    guard let run = RecordedRun(trace) else {
      throw InputError(
        path: path,
        "the recorder noted no driver that was called twice. Call yours by 'recorder.timer' or"
          + " 'recorder.tick'.")
    }
    let driver = arguments.text("--driver")
    let report = RecordedRunReport(run, driver: driver)
    guard !report.text.isEmpty else {
      throw UsageError("\(path): no driver is called '\(driver ?? "")'.")
    }
    if !arguments.has("--metric") {
      let summary = ImportReport(trace, file: file.title, least: file.options.least).summary
      Terminal.print(Reporting.wrapped(summary) + "\n\n" + report.text + "\n")
    }
    return report.frames.map { FrameRuleReport("\(path): \($0.name)", FrameRules($0.series)) }
  }

  /// The drivers of a script's runs; `nil` if the script has mistakes, which are shown.
  private static func runs(_ path: String, _ arguments: Arguments) throws -> [FrameRuleReport]? {
    guard let source = try RunSource(path, arguments) else { return nil }
    let driver = arguments.text("--driver")
    let reports = try Scripts.runs(of: source.plan, arguments).flatMap { run in
      let trace = try Runner(jobs: 1).trace(of: run)
      try source.known?.check(trace, of: run)
      let measurement = RunMeasurement(trace)
      return measurement.drivers.map(\.name).filter { $0 == driver ?? $0 }.compactMap { name in
        measurement.frameSeries(of: name).map {
          FrameRuleReport(run.words(driver: name), FrameRules($0))
        }
      }
    }
    guard !reports.isEmpty else {
      throw UsageError("no run of that arm has that position, no driver that name, or no frame.")
    }
    return reports
  }

  private static let usage = Usage(
    name: "measure", operands: "SCRIPT|RESULT|RECORDING|CAPTURE …",
    options: [
      Option.run.about(.script, .result), Option.arm.about(.script, .result),
      Option("--driver", "NAME", "this timer or display link only")
        .about(.script, .result, .trace),
      Option("--metric", "NAME", "print this metric or rule only"),
    ] + CaptureOption.options + PlanOptions.options(about: .script),
    text:
      "Applies the published frame rules to the same frames: how many each calls bad, and where two"
      + " rules disagree. Of a script or a result it measures the first run of every arm; of a capture"
      + " of PresentMon 1 and 2, FrameView, CapFrameX (CSV and JSON) or MangoHud every swap chain, with"
      + " the metrics that need nothing but the frames. Of a recording that 'LabRecorder' made in an"
      + " app it first says what became of the app's own drivers: what was missed and dropped, and"
      + " what held the thread.",
    remarks: [
      "'runlooplab explain RULE' shows the source of a rule; 'runlooplab compare FILE FILE' sets two"
        + " captures side by side."
    ],
    example: "experiments/timers/beat.lab --arm timer\n         runlooplab measure game.json"
      + " --times presented --metric low1_average")
}
