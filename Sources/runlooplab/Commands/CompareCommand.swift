import Foundation
import LabCompare
import LabExperiment
import LabMetrics
import LabReport
import LabResults
import LabStudy
import LabText

/// `runlooplab compare`: two results of one experiment, run by run.
enum CompareCommand {
  static let subcommand = Command.Subcommand(
    usage, "compare two results of one experiment, run by run"
  ) { words in
    let arguments = try usage.parse(words)
    var reports = try CompareReports(arguments)
    if let sides = try RecordingSides(arguments.operands) {
      try arguments.check(.trace, arguments.operands[0])
      let status = try sides.compare(arguments, &reports)
      try reports.write()
      return status
    }
    guard arguments.operands.count == 2 else {
      throw UsageError("name the folders of two results of one experiment.")
    }
    let (first, second) = (arguments.operands[0], arguments.operands[1])
    let areFiles = [first, second].allSatisfy(isFile)
    try arguments.check(areFiles ? .frames : .result, first)
    if areFiles {
      return try CaptureOption(arguments).compare(first, second)
    }
    guard let names = try names(first, second) else {
      let status = try compare(first, second, named: nil, arguments, &reports)
      try reports.write()
      return status
    }
    var statuses: [ExitStatus] = []
    for name in names {
      let (one, other) = (first as NSString, second as NSString)
      statuses.append(
        try compare(
          one.appendingPathComponent(name), other.appendingPathComponent(name), named: name,
          arguments, &reports))
    }
    try reports.write()
    return statuses.contains(.expectationFailed)
      ? .expectationFailed : statuses.contains(.undecided) ? .undecided : .success
  }

  /// The results that two folders of results have in common; `nil` if they are results themselves.
  ///
  /// - Throws: `InputError` if one folder has results that the other lacks.
  private static func names(_ first: String, _ second: String) throws -> [String]? {
    let sides = [first, second].map(Scripts.results)
    guard sides.allSatisfy({ !$0.isEmpty }) else { return nil }
    for (side, (other, folder)) in zip(sides, [(sides[1], second), (sides[0], first)]) {
      guard let absent = side.first(where: { !other.contains($0) }) else { continue }
      Terminal.printError("'\(absent)' is not in \(folder), and is not compared.")
    }
    let names = sides[0].filter(sides[1].contains)
    guard !names.isEmpty else {
      throw InputError("'\(first)' and '\(second)' have no result of one name.")
    }
    return names
  }

  /// Compares two results; of several, each is a heading and a verdict.
  private static func compare(
    _ first: String, _ second: String, named name: String?, _ arguments: Arguments,
    _ reports: inout CompareReports
  ) throws -> ExitStatus {
    let family = arguments.text("--metric").flatMap(MetricFamily.named)?.name
    let metric = try family ?? arguments.metric("--metric")
    var report = ComparisonReport(metric: metric, on: Terminal.screen)
    let comparison = try ResultComparison(first, second) { report.add($0) }
    var parts = [report.verdict(comparison), report.text(comparison)].compactMap(\.self)
    if let path = arguments.text("--html") {
      let page = try report.page(comparison, of: [first, second])
      try WholeFiles([(path, page)]).write(replacing: arguments.has("--force"))
    }
    let traces = [first, second].map { $0 + "/events.csv" }
    if traces.allSatisfy(FileManager.default.fileExists) {
      if let divergence = try TraceDivergence(first, second) {
        parts.append(report.text(divergence))
      }
    } else if !comparison.isIdentical, name == nil {
      parts[parts.count - 1] +=
        "\nWith --trace in both results the first event that differs is shown too."
    }
    let status: ExitStatus
    if let limit = try RecordingSides.limit(arguments) {
      status = RecordingSides.status(
        DropVerdict(comparison).arms.map { limit.decision($0.range, before: $0.dropped[0]) })
    } else {
      status = comparison.isIdentical ? .success : .expectationFailed
    }
    let text = parts.joined(separator: "\n\n")
    let headline =
      comparison.isIdentical ? "Every run is as before." : DropVerdict(comparison).headline
    if let name {
      Terminal.print("\(name): \(headline ?? "other numbers")")
    } else {
      Terminal.print(text)
    }
    reports.add(
      name: name ?? (first as NSString).lastPathComponent, headline: headline, text: text, status)
    return status
  }

  private static func isFile(_ path: String) -> Bool {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.type] as? FileAttributeType == .typeRegular
  }

  private static let usage = Usage(
    name: "compare", operands: "DIR DIR|FILE FILE|FILE … vs FILE …",
    options: [
      Option(
        "--metric", "NAME",
        "list every change of a metric or a family: "
          + MetricFamily.all.map(\.name).joined(separator: ", ")
          + "; of recordings: what is judged"
      ).about(.result, .trace),
      Option("--html", "FILE", "also write a page of two results", value: .file).about(.result),
      CompareReports.option, .force,
    ] + CaptureOption.options + RecordingSides.options,
    text:
      "Compares two results of one experiment, such as before and after a change of the script or of a"
      + " value: the mean change over runs with the same draws and its 95 % interval, significant"
      + " changes first, a line for each family of metrics. Runs and metrics that only one result has"
      + " are listed. If both have events.csv, shows the first event that differs, with the events"
      + " before it and what held the thread.",
    remarks: [
      "Ends with 0 if every run has an identical partner, and with 1 if not. Two folders of results"
        + " are compared name by name, with a line for each.",
      "Two recordings of 'LabRecorder', or several a side, as files with 'vs' between or as two"
        + " folders: work and setting of the driver are exchanged and replayed, so that the change of"
        + " the app is told from work that differed. Ends with 0, or as --worse-than says.",
      "Two captures of PresentMon, FrameView, CapFrameX or MangoHud are compared by the metrics and"
        + " rules of 'measure', with its options --refresh, --cadence and --times.",
    ],
    example: "results/beat before/beat")
}
