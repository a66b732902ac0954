import Foundation
import LabExperiment
import LabKernel
import LabPictures
import LabReport
import LabResults
import LabStudy
import LabText

/// `runlooplab show`: a run as a timeline, a picture, a page, or a replay in the terminal.
enum ShowCommand {
  static let subcommand = Command.Subcommand(
    usage, "look at a run as a timeline, a picture, a page or a replay"
  ) { words in
    let arguments = try usage.parse(words)
    let path = arguments.text("--out")
    if let path { try OutputName.check(path, for: "--out", ["svg", "html", "txt"]) }
    let form = arguments.text("--as") ?? usualForm(of: path)
    let speed = try ReplayPlayer.speed(arguments.text("--speed") ?? "1/8")
    let kind = PictureStudy.Kind(rawValue: form)
    if let path, arguments.has("--as") {
      let endings = kind == .timeline ? ["txt"] : kind != nil ? ["svg"] : ["html"]
      try OutputName.check(path, for: "--out", as: "--as \(form)", endings)
    }
    if kind ?? .timeline == .timeline, let option = pictureOptions.first(where: arguments.has) {
      throw UsageError("'\(option)' is about a picture. Add for example '--as strip'.")
    }
    if kind == nil, let option = ["--json", "--report"].first(where: arguments.has) {
      throw UsageError("'\(option)' and a \(form) exclude each other. Leave out one.")
    }
    if form == "replay" { try ReplayPlayer.checkTerminal(arguments) }
    guard let source = try RunSource.read(arguments) else { return .wrongInput }
    switch (form, kind) {
    case (_, let kind?): return try show(kind, source, arguments)
    case ("replay", _): try ReplayPlayer.play(source, arguments, speed: speed)
    default: try writePage(source, arguments)
    }
    return .success
  }

  private static let pictureOptions = ["--number", "--plain", "--width"]

  /// What a file of that name holds: a page, a film strip, or text.
  private static func usualForm(of path: String?) -> String {
    guard let path else { return "timeline" }
    return path.hasSuffix(".html") ? "page" : path.hasSuffix(".svg") ? "strip" : "timeline"
  }

  private static func show(
    _ kind: PictureStudy.Kind, _ source: RunSubject, _ arguments: Arguments
  ) throws -> ExitStatus {
    let isPlain = arguments.has("--plain")
    let paper = try paperWidth(arguments)
    let output = try AnswerOutput(
      arguments,
      holding: kind == .timeline
        ? .text : .picture(isPlain ? .plain(millimeters: paper) : .file),
      isPlain ? .plain : nil)
    return try output.show([study(kind, source, arguments, on: paper)])
  }

  /// What the options ask of runs.
  static func study(
    _ kind: PictureStudy.Kind, _ source: RunSubject, _ arguments: Arguments, on paper: Int?
  ) throws -> PictureStudy {
    PictureStudy(
      kind, of: source, try CaseOptions.question(source, arguments),
      number: try arguments.number("--number", in: 1...Int.max),
      on: arguments.text("--out") == nil ? .text : .sheet(millimeters: paper),
      jobs: ProcessInfo.processInfo.activeProcessorCount)
  }

  /// How wide a picture for printing is, in millimeters.
  private static func paperWidth(_ arguments: Arguments) throws(UsageError) -> Int? {
    guard let text = arguments.text("--width") else { return nil }
    let width = text.hasSuffix("mm") ? Int(text.dropLast(2)) : nil
    guard let width, (40...400).contains(width), arguments.has("--plain"),
      arguments.text("--out") != nil
    else {
      throw UsageError(
        "'--width \(text)' is no width of a picture for printing. Write for example --plain"
          + " --width 84mm -o a.svg.")
    }
    return width
  }

  /// Writes the page of a result; a script or a trace is performed.
  private static func writePage(_ source: RunSubject, _ arguments: Arguments) throws {
    let path = arguments.text("--out") ?? pagePath(of: arguments.operands[0], source)
    try WholeFiles.checkFolder(of: path)
    try WholeFiles.check(path, replacing: arguments.has("--force"))
    let result = try source.result(jobs: ProcessInfo.processInfo.activeProcessorCount)
    let page = try Page(result, why: result.explanation(.terminal(about: source.path)))
    guard path != "-" else { return try Terminal.writeResults(Array(page.text.utf8)) }
    try WholeFiles([(path, page.text)]).write(replacing: arguments.has("--force"))
    Terminal.print("Page: \(path)")
  }

  /// Where a page is written: beside a result, or here.
  private static func pagePath(of operand: String, _ source: RunSubject) -> String {
    guard source.known != nil else { return source.name + ".html" }
    let folder = operand.hasSuffix("/") ? String(operand.dropLast()) : operand
    return folder + ".html"
  }

  private static let remarks = [
    "Timer or display link: 'x' a callback begins, a digit: so many begin, '=' a callback continues,"
      + " '-' a callback is late, 'o' a date that gets no callback.",
    "Load: '#' a task runs, '-' a task waits. 'mode:' shows the first letter of a mode other than"
      + " default.",
    "'shows:' has the number of the update that is displayed for the first time, '=' for a repeated"
      + " frame, then the cause of the drop, then '+' and the number of overwritten updates.",
  ]

  private static let forms =
    PictureStudy.Kind.allCases.map(\.rawValue) + ["page", "replay"]

  private static let usage = Usage(
    name: "show", operands: "SCRIPT|RESULT|TRACE",
    options: [
      Option(
        "--as", "FORM",
        forms.joined(separator: ", ") + " (default: timeline, or as the name of the file says)",
        value: .word(of: forms)),
      Option(
        "--out", "FILE",
        "write a picture (.svg), a page (.html) or text (default: the terminal)",
        more: "; '-' is standard output",
        value: .file, short: "-o"),
      Option("--number", "N", "which one, where a form has several pictures (default: the first)"),
      Option(
        "--plain", nil, "SVG without a style sheet, as programs for printing want it; text in ASCII"
      ),
      Option(
        "--width", "MM", "with --plain and -o: how wide on paper, from 40mm to 400mm, as 84mm"),
      Option("--speed", "X", "of a replay: 1 is true speed, 1/8 an eighth of it (default: 1/8)")
        .with("--as", "replay"),
    ] + AnswerOutput.options + CaseOptions.options + PlanOptions.options + RunSource.traceOptions,
    everyday: ["--as", "--out", "--around", "--run", "--arm", "--set"],
    text:
      "Shows a stretch of a run in every arm: a timeline in text, a picture, a page with a replay, or a"
      + " replay in the terminal. A RESULT is a folder that 'run' wrote, a TRACE a recording that 'try'"
      + " reads.",
    remarks: [
      "A timeline stands under a ruler of vsyncs. strip is a film strip, scene the bodies of a scene,"
        + " lanes the threads; plot and heat show the values over the sweeps, page all of it as one HTML"
        + " file, and replay plays it in the terminal, slowed down.", CaseOptions.remark,
    ] + remarks + [
      TerminalReplay.remark,
      "A test can expect such a timeline: 'lab.expect().looks(like:)' of LabTesting.",
    ],
    examples: [
      "runlooplab show carousel --around 3s",
      "runlooplab show carousel -o carousel.html",
    ])
}

/// The options by which the runs and the stretch of time are chosen that are shown.
enum CaseOptions {
  static let options = [
    Option("--run", "N", "the sweep point and replication of the run at this position in the plan"),
    Option("--worst", "METRIC", "the run with the greatest value of a metric").without("--run"),
    Option("--around", "TIME", "an instant that the stretch is about").without("--from"),
    Option("--from", "TIME", "where the stretch begins"),
    Option("--for", "TIME", "how long the stretch is (default: some refreshes)"),
    Option("--arm", "NAME", "this arm only; may be repeated"),
  ]

  /// What is chosen without any of them, for a help.
  static let remark =
    "Without options the run is the first that speaks against an expectation, else one of the sweep"
    + " point at which two arms differ most; the stretch is where they do, or about the worst moment."
    + " The timeline shows all arms of the run, a picture the first of them."

  /// What the options ask for.
  static func question(
    _ source: RunSubject, _ arguments: Arguments
  ) throws -> ChosenCase.Question {
    var asked = ChosenCase.Question()
    asked.run = try Scripts.run(of: source.plan, arguments)
    asked.worst = try arguments.metric("--worst")
    asked.arms = try Scripts.arms(of: source.plan, arguments)
    asked.around = try arguments.duration("--around")
    asked.from = try arguments.duration("--from")
    asked.length = try arguments.duration("--for")
    return asked
  }
}

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
