import LabExperiment
import LabMetrics
import LabReport

/// `runlooplab measure`: what a capture of another tool comes to.
enum MeasureCommand {
  static let subcommand = Command.Subcommand(
    usage, "measure captures of PresentMon or CapFrameX"
  ) { words in
    let arguments = try usage.parse(words)
    guard !arguments.operands.isEmpty else {
      throw Arguments.Mistake(message: "no capture is named. Name a CSV file.")
    }
    let period = try period(arguments.text("--refresh"))
    let cadence: Int = try arguments.number("--cadence", in: 1...1000) ?? 1
    for path in arguments.operands {
      guard let bytes = read(path), let capture = capture(path, bytes) else { return .wrongInput }
      if capture.swapChains.isEmpty {
        Terminal.printError("\(path): warning: there are no frames.")
      }
      for chain in capture.swapChains {
        let series = FrameSeries(chain.updates, refreshPeriod: period, cadence: cadence)
        let title = chain.name.isEmpty ? path : "\(path): \(chain.name)"
        let report = FrameRuleReport(title, FrameRules(series), showsMetrics: true)
        Terminal.print(report.text + "\n")
      }
    }
    return .success
  }

  private static func read(_ path: String) -> [UInt8]? {
    do {
      return try InputFile.read(path)
    } catch {
      Terminal.printError("\(path): error: the file cannot be read: \(error).")
      return nil
    }
  }

  private static func capture(_ path: String, _ bytes: [UInt8]) -> PresentMonCapture? {
    do throws(CSVMistake) {
      return try PresentMonCapture(path: path, bytes: bytes)
    } catch {
      Terminal.printError("\(error)")
      return nil
    }
  }

  private static func period(_ text: String?) throws(Arguments.Mistake) -> Duration? {
    guard let text else { return nil }
    guard let rate = Double(text), (1...1000).contains(rate) else {
      throw Arguments.Mistake(
        message: "'--refresh \(text)' is not a rate from 1 to 1000, in hertz without the unit.")
    }
    return .nanoseconds(Int64((1_000_000_000 / rate).rounded()))
  }

  private static let usage = Usage(
    name: "measure", operands: "FILE.csv …",
    options: [
      Option(
        "--refresh", "HZ",
        "the refresh rate of the display (default: a refresh lasts as long as the median frame)"),
      Option("--cadence", "N", "a new frame is wanted every N refreshes (default: 1)"),
    ],
    text:
      "Reads the columns of PresentMon 1 and 2, which CapFrameX and others write too, and prints for"
      + " each swap chain the metrics that need nothing but the displayed frames, and what every"
      + " published frame rule says of them.",
    example: "results/beat/presentmon.csv --refresh 59.94")
}
