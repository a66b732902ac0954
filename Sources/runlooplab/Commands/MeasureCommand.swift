import LabExperiment
import LabMetrics
import LabReport
import LabResults
import LabText

/// `runlooplab measure`: what a capture of another tool comes to.
enum MeasureCommand {
  static let subcommand = Command.Subcommand(
    usage, "measure captures of PresentMon, FrameView, CapFrameX or MangoHud"
  ) { words in
    let arguments = try usage.parse(words)
    guard !arguments.operands.isEmpty else {
      throw UsageError("no capture is named. Name a CSV or JSON file.")
    }
    let option = try CaptureOption(arguments)
    let metric = arguments.text("--metric")
    if let metric { try check(metric) }
    for path in arguments.operands {
      let chains = try option.chains(of: path)
      if chains.isEmpty { Terminal.printError("\(path): warning: there are no frames.") }
      for chain in chains {
        let report = FrameRuleReport(chain.title, chain.rules, showsMetrics: true)
        Terminal.print(metric.map { report.line(of: $0) } ?? report.text + "\n")
      }
    }
    return .success
  }

  private static func check(_ metric: String) throws(UsageError) {
    let names = FrameRuleReport.names
    guard !names.contains(metric) else { return }
    throw UsageError(
      "there is no metric or rule '\(metric)' of a capture."
        + Spelling.hint(for: metric, among: names))
  }

  private static let usage = Usage(
    name: "measure", operands: "FILE …",
    options: CaptureOption.options + [Option("--metric", "NAME", "print this metric or rule only")],
    text:
      "Prints for each swap chain of a capture the metrics that need nothing but the frames, and"
      + " what every published rule says of them. Reads PresentMon 1 and 2, FrameView, CapFrameX"
      + " (CSV and JSON) and MangoHud.",
    remarks: [
      "'runlooplab compare FILE FILE' sets two captures side by side."
    ],
    example: "results/beat/presentmon.csv --refresh 59.94\n         runlooplab measure game.json"
      + " --by presented --metric low1_average")
}
