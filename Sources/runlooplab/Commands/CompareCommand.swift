import Foundation
import LabMetrics
import LabReport
import LabResults
import LabStudy
import LabText

/// `runlooplab compare`: two results of one experiment, run by run.
enum CompareCommand {
  static let subcommand = Command.Subcommand(
    usage, "compare results, recordings or captures, before and after"
  ) { words in
    let arguments = try usage.parse(words)
    if let sides = try RecordingSides(arguments.operands) {
      try arguments.check(.trace, arguments.operands[0])
      return try AnswerOutput(arguments).show([try sides.study(arguments)])
    }
    guard arguments.operands.count == 2 else {
      if let path = arguments.operands.first, let list = ListStudy.remark(on: path) {
        throw InputError(path: path, list)
      }
      throw UsageError("name the folders of two results of one experiment.")
    }
    let (first, second) = (arguments.operands[0], arguments.operands[1])
    let areFiles = [first, second].allSatisfy(isFile)
    if areFiles, let script = [first, second].first(where: { $0.hasSuffix(".lab") }) {
      throw UsageError(
        "'\(script)' is a script, and results are compared. Run both first: 'runlooplab run \(first)"
          + " \(second)', then 'runlooplab compare results/\(Scripts.name(of: first))"
          + " results/\(Scripts.name(of: second)) --same'.")
    }
    try arguments.check(areFiles ? .frames : .result, first)
    if areFiles {
      let option = try CaptureOption(arguments)
      return try AnswerOutput(arguments).show([
        CaptureComparison(
          [first, second].map { ($0, try option.chains(of: $0)) },
          isStrict: arguments.has("--identical"))
      ])
    }
    let family = arguments.text("--metric").flatMap(MetricFamily.named)?.name
    let metric = try family ?? arguments.metric("--metric")
    let limit = try RecordingSides.limit(arguments)
    if let metric, limit != nil, ComparisonVerdict.judged(by: metric).isEmpty {
      throw UsageError(
        "neither more nor less '\(metric)' is worse, so that '--worse-than' cannot judge it. Leave"
          + " '--metric' out for the dropped frames.")
    }
    for path in [first, second] where !FileManager.default.fileExists(atPath: path) {
      throw InputError(
        path: path,
        "there is no such file or folder. Name a folder that 'runlooplab run' has written.")
    }
    let page = arguments.text("--html")
    if let names = try names(first, second) {
      guard page == nil else {
        throw UsageError("'--html' is a page of two results, and these are folders of them.")
      }
      let (one, other) = (first as NSString, second as NSString)
      return try AnswerOutput(arguments, isBrief: true).show(
        names.map {
          ResultStudy(
            one.appendingPathComponent($0), other.appendingPathComponent($0), named: $0,
            metric: metric, limit: limit, isStrict: arguments.has("--identical"))
        })
    }
    let output = try AnswerOutput(arguments)
    let found = try ResultStudy(
      first, second, metric: metric, areSame: arguments.has("--same"), limit: limit,
      isStrict: arguments.has("--identical")
    ).findings()
    if let page {
      let text = try found.changes.page(found.comparison, of: [first, second])
      try WholeFiles([(page, text)]).write(replacing: arguments.has("--force"))
    }
    try output.show(found.answer)
    return try output.finish()
  }

  /// The results that two folders of results have in common; `nil` if they are results themselves.
  ///
  /// - Throws: `InputError` if they have none.
  private static func names(_ first: String, _ second: String) throws -> [String]? {
    let sides = [first, second].map { StoredResult.names(in: $0) }
    guard sides.allSatisfy({ !$0.isEmpty }) else { return nil }
    for (side, (other, folder)) in zip(sides, [(sides[1], second), (sides[0], first)]) {
      let absent = side.filter { !other.contains($0) }.map { "'\($0)'" }
      guard !absent.isEmpty else { continue }
      let verb = absent.count == 1 ? "is" : "are"
      Terminal.printError(
        "\(listed(absent)) \(verb) not in \(folder), and \(verb) not compared.")
    }
    let names = sides[0].filter(sides[1].contains)
    guard !names.isEmpty else {
      throw InputError("'\(first)' and '\(second)' have no result of one name.")
    }
    return names
  }

  private static func isFile(_ path: String) -> Bool {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.type] as? FileAttributeType == .typeRegular
  }

  private static let usage = Usage(
    name: "compare", operands: "BEFORE AFTER|FILE … vs FILE …",
    options: [
      Option(
        "--metric", "NAME", "judge this metric, and of results list all of its changes",
        more: "; of results by default the dropped frames, and instead of a metric its family ("
          + MetricFamily.all.map(\.name).joined(separator: ", ") + "), by what tells most of it"
      ).about(.result, .trace),
      Option("--html", "FILE", "also write a page of two results", value: .file).about(.result),
      Option("--identical", nil, "end with 1 unless the two are identical")
        .about(.result, .frames).without("--worse-than"),
    ] + CaptureOption.options + RecordingSides.options + AnswerOutput.options,
    everyday: ["--metric", "--html", "--worse-than", "--identical", "--same", "--report"],
    text:
      "Compares what was before a change with what came after it: two results (folders that 'run' has"
      + " written), two recordings of an app, or two captures of frames. Two results are compared run"
      + " by run: the mean change, with its 95 % interval where there are several runs. Ends with 0"
      + " whatever changed, unless an option says otherwise.",
    remarks: [
      "Of two results, the mean is that over runs with the same draws, with a line for each family of"
        + " metrics. Runs and metrics that only one result has are listed. If both have events.csv,"
        + " shows the first event that differs, with the events before it and what held the thread.",
      "With --identical, ends with 1 if a run has no identical partner. Two folders of results are"
        + " compared name by name, with a line for each.",
      "Two recordings of 'LabRecorder', or several a side, as files with 'vs' between or as two"
        + " folders: work and setting of the driver are exchanged and replayed, so that the change of"
        + " the app is told from work that differed.",
      "Two traces of a browser: frames and tasks of both. Nothing is exchanged, since they do not tell"
        + " what moves the page.",
      "Two captures of PresentMon, FrameView, CapFrameX or MangoHud are compared by the metrics and"
        + " rules of 'measure', with its options --refresh, --cadence and --times.",
    ],
    examples: [
      "runlooplab run carousel --out before",
      "runlooplab run carousel --set 'display=120 Hz'",
      "runlooplab compare before/carousel results/carousel",
    ], experiment: .result)
}
