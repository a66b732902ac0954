import Foundation
import LabKernel
import LabReport
import LabResults
import LabText

/// `runlooplab replay`: a stretch of a run, slowed down, in the terminal.
enum ReplayCommand {
  static let subcommand = Command.Subcommand(
    usage, "play a stretch of a run in the terminal, slowed down"
  ) { words in
    let arguments = try usage.parse(words)
    guard let operand = arguments.operands.first, arguments.operands.count == 1 else {
      throw UsageError("name one script, or the folder of one result.")
    }
    let speed = try speed(arguments.text("--speed") ?? "1/8")
    guard Terminal.isTerminal else {
      throw UsageError(
        "standard output is no terminal that could move anything. 'runlooplab draw"
          + " \(operand)' shows the same as a film strip.")
    }
    guard let source = try ResultSource(operand, arguments) else { return .wrongInput }
    let chosen = try ChosenCase(source, arguments, refreshes: usualRefreshes)
    let replay = TerminalReplay(
      of: chosen.runs.drivers, in: chosen.stretch, on: Terminal.screen,
      plain: !Terminal.showsBraille)
    Interruption.allow()
    try play(replay, speed)
    return .success
  }

  /// How many refreshes are played if no option says.
  private static let usualRefreshes = 60

  private static func play(_ replay: TerminalReplay, _ speed: Double) throws {
    var up = ""
    var last: Instant?
    for moment in replay.moments {
      if let last {
        Thread.sleep(forTimeInterval: last.duration(to: moment) / .seconds(1) / speed)
      }
      last = moment
      let lines = replay.lines(at: moment)
      let text = lines.map { "\u{1b}[K" + Terminal.visible($0) + "\n" }.joined()
      try Terminal.writeResults(Array((up + text).utf8))
      up = "\u{1b}[\(lines.count)A"
    }
  }

  /// Reads a speed, such as `1/8`.
  private static func speed(_ text: String) throws(UsageError) -> Double {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Double($0) }
    let speed: Double? =
      switch parts.count {
      case 1: parts[0]
      case 2: parts[0].flatMap { above in parts[1].map { above / $0 } }
      default: nil
      }
    guard let speed, (0.001...10).contains(speed) else {
      throw UsageError(
        "'--speed \(text)' is no speed from 1/1000 to 10. Write for example --speed 1/8.")
    }
    return speed
  }

  private static let usage = Usage(
    name: "replay", operands: "FILE|RESULT",
    options: [
      Option("--speed", "X", "1 is true speed, 1/8 an eighth of it (default: 1/8)")
    ] + ChosenCase.options + PlanOptions.options,
    text:
      "Plays a stretch of a script's runs or of a result in the terminal: what every arm shows, at the"
      + " same time. A frame stays from one refresh to the next, as on a display.",
    remarks: [
      TerminalReplay.remark,
      "A terminal draws when it likes: slow down to see every refresh. A page plays the same, see"
        + " 'run --html'.", ChosenCase.remark,
    ],
    example: "experiments/timers/beat.lab --speed 1/8")
}
