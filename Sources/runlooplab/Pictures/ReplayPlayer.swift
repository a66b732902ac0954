import Foundation
import LabKernel
import LabReport
import LabResults
import LabStudy
import LabText

/// Plays a stretch of a run in the terminal, slowed down.
enum ReplayPlayer {
  /// How many refreshes are played if no option says.
  private static let usualRefreshes = 60

  /// Throws if nothing can move on standard output.
  static func checkTerminal(_ arguments: Arguments) throws(UsageError) {
    guard !Terminal.isTerminal || arguments.text("--out") != nil else { return }
    let operand = arguments.operands.first ?? "FILE"
    throw UsageError(
      "a replay needs a terminal. 'runlooplab show \(operand) --as strip' shows the same as a film"
        + " strip.")
  }

  /// Plays what the options choose.
  static func play(_ source: RunSubject, _ arguments: Arguments, speed: Double) throws {
    let chosen = try ChosenCase(
      source, CaseOptions.question(source, arguments), refreshes: usualRefreshes,
      .terminal(about: source.path))
    let replay = TerminalReplay(
      of: chosen.runs.drivers, in: chosen.stretch, on: Terminal.screen,
      plain: !Terminal.showsBraille)
    Interruption.allow()
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
  static func speed(_ text: String) throws(UsageError) -> Double {
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
}
