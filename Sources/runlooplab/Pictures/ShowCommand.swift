import LabExperiment
import LabKernel
import LabMetrics
import LabPictures
import LabReport
import LabResults
import LabStudy
import LabText

/// `runlooplab show`: a run as a timeline, a picture, a page, or a replay in the terminal.
enum ShowCommand {
  /// How many refreshes a timeline shows where none are asked for.
  private static let usualRefreshes = 12

  static let subcommand = Command.Subcommand(
    usage, "look at a script, a result or a trace: timeline, pictures, page, replay"
  ) { words in
    let arguments = try usage.parse(words)
    let path = arguments.text("--out")
    if let path { try OutputName.check(path, for: "--out", ["svg", "html", "txt"]) }
    let form = arguments.text("--as") ?? usualForm(of: path)
    let speed = try ReplayPlayer.speed(arguments.text("--speed") ?? "1/8")
    if PictureKind(rawValue: form) == nil, let option = pictureOptions.first(where: arguments.has) {
      throw UsageError("'\(option)' is about a picture. Add for example '--as strip'.")
    }
    if form == "replay" { try ReplayPlayer.checkTerminal(arguments) }
    guard let source = try RunSource.read(arguments) else { return .wrongInput }
    switch (form, PictureKind(rawValue: form)) {
    case (_, let kind?): try draw(kind, source, arguments)
    case ("page", _): try writePage(source, arguments)
    case ("replay", _): try ReplayPlayer.play(source, arguments, speed: speed)
    default: try showTimeline(source, arguments)
    }
    return .success
  }

  private static let pictureOptions = ["--number", "--plain", "--width"]

  /// What a file of that name holds: a page, a film strip, or text.
  private static func usualForm(of path: String?) -> String {
    guard let path else { return "timeline" }
    return path.hasSuffix(".html") ? "page" : path.hasSuffix(".svg") ? "strip" : "timeline"
  }

  private static func showTimeline(_ source: RunSubject, _ arguments: Arguments) throws {
    let chosen = try CaseOptions.chosen(source, arguments, refreshes: usualRefreshes)
    let pictures = chosen.runs.runs.compactMap { picture(of: $0, in: chosen.stretch) }
    let reason = chosen.reason.map { "# chosen: \($0)\n" } ?? ""
    let timelines = pictures.joined(separator: "\n\n")
    let legend = Terminal.screen.legend(of: timelines).joined(separator: "\n")
    let text = reason + timelines + "\n\n" + legend
    guard arguments.text("--out") == nil else { return try write(text + "\n", arguments) }
    Terminal.print(text)
  }

  private static func picture(of run: Case.Run, in stretch: Range<Instant>) -> String? {
    let refreshes = run.measurement.refreshes(
      from: stretch.lowerBound, for: stretch.lowerBound.duration(to: stretch.upperBound))
    return run.measurement.timeline(of: run.trace, refreshes: refreshes).map { timeline in
      let screen = Terminal.screen
      return "# \(run.spec.words())\n" + screen.marked(timeline.text(width: screen.width))
    }
  }

  private static func draw(
    _ kind: PictureKind, _ source: RunSubject, _ arguments: Arguments
  ) throws {
    let (pictures, origin) = try kind.pictures(source, arguments)
    let number = try arguments.number("--number", in: 1...max(1, pictures.count))
    guard !pictures.isEmpty else {
      throw UsageError("there is nothing to draw: \(kind.emptiness)")
    }
    guard arguments.text("--out") == nil else {
      let writer = SVGWriter(
        arguments.has("--plain")
          ? .plain(millimeters: try PictureKind.paperWidth(arguments)) : .file, origin: origin)
      return try write(writer.text(of: pictures[(number ?? 1) - 1]), arguments)
    }
    let writer = TextWriter(
      Terminal.showsBraille && !arguments.has("--plain") ? .braille : .plain,
      colours: Terminal.showsColours)
    let chosen = number.map { [pictures[$0 - 1]] } ?? pictures
    let texts = chosen.map { picture in
      (Terminal.screen.wrapped("\(picture.name). \(picture.caption)")
        + ["", writer.text(of: picture)])
        .joined(separator: "\n")
    }
    let indent = 2 + (kind.legend.map(\.word.count).max() ?? 0)
    let legend = kind.legend.flatMap {
      Terminal.screen.hanging($0.word, $0.meaning, indent: indent)
    }
    Terminal.print(
      texts.joined(separator: "\n\n") + "\n\n" + legend.joined(separator: "\n"))
  }

  /// Writes the page of a result; a script or a trace is performed.
  private static func writePage(_ source: RunSubject, _ arguments: Arguments) throws {
    let result = try source.result(jobs: Reporting.jobs)
    let path = arguments.text("--out") ?? pagePath(of: arguments.operands[0], source)
    let page = try Page(result, why: Reporting.explanation { try result.explanation(jobs: 1) })
    guard path != "-" else { return try Terminal.writeResults(Array(page.text.utf8)) }
    try WholeFiles([(path, page.text)]).write(replacing: arguments.has("--force"))
    Terminal.print("\(source.name): the page is \(path).")
  }

  /// Where a page is written: beside a result, or here.
  private static func pagePath(of operand: String, _ source: RunSubject) -> String {
    guard source.known != nil else { return source.name + ".html" }
    let folder = operand.hasSuffix("/") ? String(operand.dropLast()) : operand
    return folder + ".html"
  }

  /// Writes text to the file that is asked for, or to standard output.
  private static func write(_ text: String, _ arguments: Arguments) throws {
    guard let path = arguments.text("--out"), path != "-" else {
      return try Terminal.writeResults(Array(text.utf8))
    }
    try WholeFiles([(path, text)]).write(replacing: arguments.has("--force"))
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
    ["timeline"] + PictureKind.allCases.map(\.rawValue) + ["page", "replay"]

  private static let usage = Usage(
    name: "show", operands: "SCRIPT|RESULT|TRACE",
    options: [
      Option(
        "--as", "FORM",
        forms.joined(separator: ", ") + " (default: timeline, or as the name of the file says)",
        value: .word(of: forms)),
      Option(
        "--out", "FILE",
        "write SVG, a page (.html) or text; '-' is standard output (default: text in the terminal)",
        value: .file, short: "-o"),
      Option("--number", "N", "which one, where a form has several pictures (default: the first)"),
      Option(
        "--plain", nil, "SVG without a style sheet, as programs for printing want it; text in ASCII"
      ),
      Option(
        "--width", "MM", "with --plain and -o: how wide on paper, from 40mm to 400mm, as 84mm"),
      Option("--speed", "X", "of a replay: 1 is true speed, 1/8 an eighth of it (default: 1/8)")
        .with("--as", "replay"),
      .force,
    ] + CaseOptions.options + PlanOptions.options + RunSource.traceOptions,
    text:
      "Shows a stretch of a run in every arm: as a timeline in text under a ruler of vsyncs, a film"
      + " strip, the bodies of a scene, or lanes. plot and heat show the values over the sweeps, page"
      + " all of it as one HTML file, and replay plays it in the terminal, slowed down.",
    remarks: [CaseOptions.remark] + remarks + [
      TerminalReplay.remark,
      "A test can expect such a timeline: see 'expectTimeline' in LabTesting.",
    ],
    example: "experiments/modes/carousel.lab --around 3s\n"
      + "         runlooplab show results/beat --as page -o beat.html")
}
