import Foundation
import LabExperiment
import LabImport
import LabReport
import LabResults
import LabStudy
import LabText

/// `runlooplab try`: a recording beside a timer and two display links.
enum TryCommand {
  static let subcommand = Command.Subcommand(
    usage, "see what a timer and a display link make of a trace"
  ) { words in
    let arguments = try usage.parse(words)
    let file = try TraceFile(arguments)
    let script = try script(arguments.text("--save"), of: file)
    if let page = arguments.text("--html") { try OutputName.check(page, for: "--html", ["html"]) }
    let requested = try rates(arguments.text("--display"))
    let like = try rules(arguments.text("--like"))
    let bytes = try FileBytes(file.path)
    try TrialInput.check(arguments, file, bytes)
    if arguments.has("--list") { return try file.list(bytes) }
    let input = try TrialInput(file, bytes)
    let trial = try TraceTrial(
      input.script(of: file, named: script.name, on: requested, like: like))
    let report = try TrialReport(trial, of: input.trace)
    // What cannot be written is refused before anything is said.
    let result = try trial.result()
    let explanation =
      report.isTooShort
      ? nil
      : Reporting.explanation {
        try result.explanation(
          of: Plan.Trouble(run: trial.script.explained, driver: trial.script.driver), jobs: 1)
      }
    if let page = arguments.text("--html") {
      try WholeFiles([(page, Page(result, why: explanation).text)])
        .write(replacing: arguments.has("--force"))
    }
    if let path = script.path {
      let provenance = input.provenance.map { [("\(script.name).provenance.json", $0)] } ?? []
      try Scripts.write(
        path, trial.script.text, trial.script.files + provenance,
        replacing: arguments.has("--force"))
    }
    Terminal.print(Reporting.wrapped(input.summary) + "\n\n" + report.text + "\n")
    if let explanation {
      Reporting.print(explanation)
    } else {
      Terminal.print("Why? 'runlooplab why \(file.path)' makes some reruns, and says it.\n")
    }
    if let page = arguments.text("--html") { Terminal.print("The page is \(page).") }
    Terminal.print(
      script.path.map { "wrote \($0) and its recording. Go on with: runlooplab run \($0)" }
        ?? "--save \(script.name).lab writes this experiment as a script to go on from.")
    return .success
  }

  /// The path of the script, if it is written, and its name without the extension.
  private static func script(
    _ path: String?, of file: TraceFile
  ) throws(UsageError) -> (path: String?, name: String) {
    guard let path else { return (nil, file.name) }
    return (path, try Scripts.newName(path, for: "--save", as: "mine.lab"))
  }

  private static func rules(_ word: String?) throws(UsageError) -> TrialRules? {
    guard let word else { return nil }
    guard let rules = TrialRules(like: word) else {
      throw UsageError(
        "'--like \(word)' is not a word for rules. Write one of: "
          + TrialRules.words.joined(separator: ", ") + ".")
    }
    return rules
  }

  static func rates(_ text: String?) throws(UsageError) -> TrialDisplay? {
    guard let text else { return nil }
    let rates = try text.split(separator: ",").map { part throws(UsageError) in
      let words = part.split(separator: " ").joined()
      let number = words.hasSuffix("Hz") ? String(words.dropLast(2)) : words
      guard number.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "." }),
        let rate = Double(number), (1...1000).contains(rate)
      else {
        throw UsageError(
          "'--display \(text)' is not a list of rates from 1 Hz to 1000 Hz. Write for example"
            + " --display '60 Hz, 120 Hz'.")
      }
      return number + " Hz"
    }
    return TrialDisplay(rates: rates)
  }

  static let display = Option(
    "--display", "RATES",
    "the displays, such as '60 Hz, 120 Hz' (default: that of the recording, else these)")

  private static let usage = Usage(
    name: "try", operands: "FILE",
    options: [
      display,
      Option(
        "--like", "WORD",
        "the rules of the thread: \(TrialRules.words.joined(separator: ", ")) (default: those of"
          + " the trace)"
      ).about(.trace),
      Option("--save", "FILE.lab", "write the script and its recording, to go on from"),
      Option("--html", "FILE.html", "also write a page with pictures of the arms"),
      .force, TraceFile.list.without("--html", "--save", "--display", "--like"),
    ] + TraceFile.options,
    text:
      "Replays the main thread of a trace beside a timer and two display links, and prints what"
      + " each makes of it, which tasks are to blame, the worst moment as a timeline, and what would"
      + " help the timer. FILE is a trace that 'import' reads, or a recording (start_us,duration_us,name).",
    remarks: [
      "arm timer: a timer at the rate of the display. arm link: a display link. arm link-skip: a"
        + " display link that skips refreshes it is late for. Each callback takes 0.5 ms.",
      "A trace of a browser has the arms of a page: interval is setInterval with the whole ms of a"
        + " refresh, chain a setTimeout in each callback, raf requestAnimationFrame, each with a motion"
        + " by a fixed step, of which the column 'fixed step at' tells how fast it goes;"
        + " raf-time moves by the time that it is given. The line 'rules' says whose rules the thread"
        + " goes by. --like run-loop asks for the run loop and its arms.",
      "If a browser's trace tells of its main frames, says how many of them begin in the refresh that is"
        + " predicted beside the other tasks, how far apart, and whether the compositor wanted them.",
      "If the trace tells of the user's inputs (EventTiming of a browser, 'recorder.input' of an app),"
        + " says how long they waited, and how many of the waits the lab predicts.",
      "A trace of 'LabRecorder' has an arm recorded as well: the app's own driver, with its dates,"
        + " modes and costs, which the other arms take over; what it did is compared with the lab.",
      "If the trace holds frames and the vsyncs of their display, says how many of the frames were in"
        + " time, how many the display link beside the same tasks predicts, and where they first"
        + " differ.",
      "Timelines are those of 'show', where the signs are explained.",
    ],
    example: "trace.json.gz\n         runlooplab try trace.json.gz --display 90Hz --save mine.lab")
}
