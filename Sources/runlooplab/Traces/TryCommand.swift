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
    usage, "run the recorded main thread of a trace with other drivers"
  ) { words in
    let arguments = try usage.parse(words)
    let file = try TraceFile(arguments)
    let script = try script(arguments.text("--save"), of: file)
    if let page = arguments.text("--html") { try OutputName.check(page, for: "--html", ["html"]) }
    let requested = try rates(arguments.text("--display"))
    let like = try rules(arguments.text("--like"))
    let bytes = try FileBytes(file.path)
    try arguments.check(TrialInput.kind(of: bytes), file.title)
    if arguments.has("--list") { return try file.list(bytes) }
    let output = try AnswerOutput(arguments, following: "run")
    let input = try TrialInput(file, bytes)
    let study = TrialStudy(
      input.script(of: file, named: script, on: requested, like: like), of: file.path,
      trace: input.trace, summary: input.summary, provenance: input.provenance)
    let found = try study.findings(.terminal(about: file.title))
    try output.show(found.answer)
    if let page = arguments.text("--html") {
      try WholeFiles([(page, Page(found.shown, why: found.explanation).text)])
        .write(replacing: arguments.has("--force"))
      Terminal.print("\nPage: \(page)")
    }
    return try output.finish()
  }

  /// The name of the script, without the extension.
  private static func script(_ path: String?, of file: TraceFile) throws(UsageError) -> String {
    try path.map { path throws(UsageError) in
      try Scripts.newName(path, for: "--save", as: "mine.lab")
    } ?? file.name
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
        "the rules of the thread, such as run-loop or chromium (default: the trace's)",
        more: ": \(TrialRules.words.joined(separator: ", "))"
      ).about(.trace),
      Option("--save", "FILE.lab", "write the script and its recording, to go on from"),
      Option("--html", "FILE.html", "also write a page with pictures of the arms"),
      TraceOption.list.without("--html", "--save", "--display", "--like"),
    ] + TraceOption.options + AnswerOutput.options,
    everyday: ["--html", "--save", "--display", "--like", "--thread", "--list"],
    text:
      "Runs the recorded main thread of a trace again, beside a timer and two display links: how"
      + " each fares, the tasks that cause drops, the worst moment, and what helps. FILE comes from"
      + " LabRecorder, Instruments, Perfetto, Chrome, Firefox, Node, perf script or ftrace.",
    remarks: [
      "FILE may also be a recording that 'import' wrote (start_us,duration_us,name). 'runlooplab"
        + " measure' applies the published frame rules to a capture of frames.",
      "Below the table stands what each arm is. A callback takes 0.5 ms in them, beside a recorded driver"
        + " as long as that one's.",
      "A trace of a browser has the arms of a page; the column 'fixed step at' tells how fast a motion"
        + " by a fixed step goes. The line 'rules' says whose rules the thread goes by. --like run-loop"
        + " asks for the run loop and its arms.",
      "If a browser's trace tells of its main frames, says how many of them begin in the refresh that is"
        + " predicted beside the other tasks, how far apart, and whether the compositor wanted them.",
      "If the trace tells of the user's inputs (EventTiming of a browser, 'recorder.input' of an app),"
        + " says how long they waited, and how many of the waits the lab predicts.",
      "A trace of 'LabRecorder' has an arm recorded as well: the app's own driver, with its fire dates,"
        + " modes and costs, which the other arms take over; what it did is compared with the lab. The"
        + " page shows what it really did.",
      "If the trace holds frames and the vsyncs of their display, says how many of the frames were in"
        + " time, how many the display link beside the same tasks predicts, and where they first"
        + " differ.",
      "Timelines are those of 'show', where the signs are explained.",
    ],
    examples: [
      "runlooplab try experiments/work/recordings/own-app.trace.json.gz",
      "runlooplab try experiments/reality/recordings/stop.json.gz --save mine.lab",
    ])
}
