import Foundation
import LabAnswer
import LabExperiment
import LabKernel
import LabLanguage
import LabResults
import LabSeries
import LabStudy
import LabText

/// `runlooplab why`: what happened in a run, why, and what helps.
enum WhyCommand {
  static let subcommand = Command.Subcommand(
    usage, "say what went wrong in a run, why, and which change helps"
  ) { words in
    let arguments = try usage.parse(words)
    if let status = try MeasureCommand.answer(arguments) { return status }
    if let status = try PastedList.explain(arguments) { return status }
    if arguments.has("--all"), let status = try FleetCommand.perform(arguments) { return status }
    if arguments.has("--save"), !arguments.has("--smallest"), !arguments.has("--apply") {
      throw UsageError(
        "'--save' has no meaning here without '--smallest' or '--apply'. Add one, or leave it out.")
    }
    guard let source = try RunSource.read(arguments) else { return .wrongInput }
    let judged = try WhyOptions(
      driver: arguments.text("--driver"), byName: arguments.text("--by"),
      isRanked: arguments.has("--all") || arguments.has("--smallest"),
      budget: try arguments.number("--budget", in: 10...10_000_000) ?? 5000,
      jobs: try arguments.jobs())
    let run = try Scripts.run(of: source.plan, arguments)
    if arguments.has("--all") {
      return try rank(RankingStudy(source, run: run, judged), of: source, arguments)
    }
    let output = try AnswerOutput(
      arguments, reading: source.plan.experiment.inputs.map(\.path), following: "run")
    if arguments.has("--smallest"), let path = arguments.text("--save") {
      let name = try Scripts.newName(path, for: "--save", as: "small.lab")
      return try output.show([SmallestStudy(source, judged, named: name)])
    }
    let applied = try applied(arguments, to: source.plan)
    return try output.show([WhyStudy(source, run: run, judged, applying: applied)])
  }

  /// Shows a ranking, and writes every change to a file beside the result of the same name.
  private static func rank(
    _ study: RankingStudy, of source: RunSubject, _ arguments: Arguments
  ) throws -> ExitStatus {
    let out = arguments.text("--out") ?? "results"
    try OutputName.check(out, for: "--out", [])
    let output = try AnswerOutput(arguments, isStream: out == "-")
    let name = "\(source.name).whatif"
    let folder =
      out == "-"
      ? nil
      : try ResultFolder(
        (out as NSString).appendingPathComponent(name),
        arguments.has("--force") ? .discard : .keep)
    Interruption.watchSearch()
    let progress = Progress(source.name, total: 0, isShown: true)
    defer { progress.end() }
    var answer = try study.conclusion(.terminal(about: study.subject, progress))
    progress.end()
    let file = answer.files.removeFirst()
    guard let folder else {
      try Terminal.writeResults(file.bytes)
      try output.show(answer)
      return try output.finish()
    }
    try folder.append(file.bytes, to: file.path)
    try folder.commit(named: name)
    try output.show(answer)
    Terminal.print("\nEvery change is in \(folder.path)/\(file.path).")
    return try output.finish()
  }

  /// The change that is to be written as a script, which names the other one by its name beside it,
  /// else by its whole path; `nil` for none.
  private static func applied(
    _ arguments: Arguments, to plan: Plan
  ) throws -> WhyStudy.Applied? {
    guard let choice = arguments.text("--apply"),
      let path = arguments.text("--save")
    else { return nil }
    let operand = arguments.operands[0]
    guard operand.hasSuffix(".lab") else {
      throw UsageError("'--apply' changes the file of a script, and '\(operand)' is none.")
    }
    return WhyStudy.Applied(
      choice,
      including: operand.parentPath == path.parentPath
        ? (operand as NSString).lastPathComponent
        : URL(filePath: operand).standardizedFileURL.path(percentEncoded: false),
      next: comparing(
        arguments.title(of: operand), path, with: plan.settings
      ).map { commands in
        WhyFindings.Next(
          (plan.count > 1
            ? "The new script makes the change wherever that applies, in every run. " : "")
            + (plan.asked.isEmpty
              ? ""
              : "Its expectations go with it: one that states the old trouble fails, as it should. ")
            + "To compare:", commands: commands)
      })
  }

  /// How to compare a script, with these settings, with the one that is made of it.
  private static func comparing(
    _ script: String, _ other: String, with settings: [String]
  ) -> [String]? {
    let names = [script, other].map {
      (($0 as NSString).lastPathComponent as NSString).deletingPathExtension
    }
    guard other != "-", names[0] != names[1] else { return nil }
    return [
      Plan.quoted(["runlooplab", "run", script, other] + settings),
      "runlooplab compare results/\(names[0]) results/\(names[1]) --same",
    ]
  }

  private static let usage = Usage(
    name: "why", operands: "SCRIPT|RESULT|TRACE|LIST …",
    options: [
      Option(
        "--run", "N",
        "the run at this position in the plan",
        more:
          " (default: that of the first expectation that fails, else the worst of the first arm that"
          + " is bad)"),
      Option(
        "--all", nil,
        "rank all changes and all single tasks, in every arm, and write results/NAME.whatif"),
      Option(
        "--driver", "NAME",
        "the timer, link or load that is judged (default: the worst)",
        more: ", or that of an arm as ARM.NAME; if an expectation fails, the one that it names"),
      Option(
        "--by", "METRIC",
        "judge by this symptom, or by what goes wrong where this metric is bad, such as response or"
          + " wait_p98 of tasks (default: the worst)"),
      Option(
        "--smallest", nil,
        "instead: find a smallest set of tasks that still cause the problems of the run"
      ).with("--save").without("--all", "--run"),
      Option(
        "--apply", "N",
        "write the script with the N-th change, to the file of --save",
        more:
          " (N: the number in the list that 'why' prints without --all, two such as 1+2 for both at"
          + " once, or any change by its name, such as 'in common')"
      ).about(.script).with("--save").without("--all", "--smallest"),
      Option(
        "--save", "FILE.lab", "write the script of --apply",
        more:
          ", the tasks that --smallest finds as a script and recordings, or the script that makes"
          + " such numbers as those of a list", value: .file),
      Option(
        "--out", "DIR", "where --all writes its file (default: results; '-': standard output)",
        value: .folder, short: "-o"
      ).with("--all"),
      Option("--budget", "N", "the most reruns for one arm at one sweep point (default: 5000)"),
      .jobs,
    ] + AnswerOutput.options + FleetCommand.options + PastedList.options + PlanOptions.options + [
      TryCommand.display.about(.trace, .recording, .list)
    ]
      + TraceOption.options,
    everyday: ["--all", "--apply", "--save", "--driver", "--run", "--set"],
    text:
      "Says what happened, why, and ranks what helps. A RESULT is a folder that 'run' wrote, a TRACE a"
      + " recording that 'try' reads, a LIST a file of frame times or of the intervals between callbacks"
      + " ('-': paste them); of a list 'why' names what makes such times. It ends with 0, whatever"
      + " it finds.",
    remarks: [
      "With --all, runs every run again with one thing changed, for a list of changes and for every"
        + " single task, and ranks the changes by how much they help; every change is a row of"
        + " DIR/NAME.whatif/whatif.csv. Of a capture of frames it says"
        + " what 'measure' says.",
      "The first sentences attribute; the list says what changes saved when the run was made again"
        + " with them. 'runlooplab explain saving' says why these are two things.",
      "A change is made to what is planned: tasks arrive at the same instants (those that follow"
        + " others, when these have ended), and all draws stay the same. 'elsewhere' is one other"
        + " thread, first come, first served, and a block of 0.1 ms on the main queue at the return of"
        + " each task.",
      "If a timer goes wrong at some phases only, and its run of up to 2 s can be decided for every phase,"
        + " a sentence says where to put the phase; 'runlooplab map' shows all of them.",
      "With --all, several recordings of 'LabRecorder', files or a folder, have one ranking: pairs are"
        + " chosen from it and tried in every file. A share is of all dropped refreshes. Every finished"
        + " recording is kept: --resume goes on, and memory does not grow with their number.",
      "A run with a timer, or with a load at fixed instants, also runs at 32 phases, at 16 or"
        + " 8 if it has very many events; 'map' decides all of them.",
      "Ctrl-C ends the search: what was tried so far is ranked and written, and the exit status is"
        + " 130.",
    ],
    examples: [
      "runlooplab why carousel",
      "runlooplab why carousel --apply 1 --save better.lab",
      "echo 16.7 16.7 33.3 16.7 33.4 16.6 | runlooplab why - --display 60Hz",
    ])
}

/// A pasted list of intervals or instants, of which `why` names the mechanism.
enum PastedList {
  static let options =
    [
      Option("--every", "TIME", "of a list: the interval that was asked for (default: estimated)"),
      Option(
        "--unit", "UNIT", "of a list: the unit of its numbers (default: by their size)",
        value: .word(of: SeriesUnit.allCases.map(\.rawValue))),
      Option("--column", "NAME", "of a list: the column of a table, by name or position from 1"),
    ].map { $0.about(.list) }

  /// Options about runs, of which a list has none.
  private static let ofRuns = [
    "--run", "--all", "--driver", "--by", "--smallest", "--budget", "--jobs", "--out",
  ]

  /// Explains the operand if it is a list; `nil` if it is something else.
  static func explain(_ arguments: Arguments) throws -> ExitStatus? {
    guard let path = arguments.operands.first, arguments.operands.count == 1,
      !Scripts.isFolder(path), arguments.text("--format") == nil, ListStudy.isList(path)
    else { return nil }
    let bytes = try FileBytes(path)
    try arguments.check(.list, bytes.title)
    try refuseOptionsOfRuns(arguments, about: bytes.title, .list)
    let all = bytes.all()
    try TraceFile(whole: path).check(bytes)
    guard all.count <= InputFile.limit else {
      throw InputError(path: bytes.title, "the list is too long. Paste a part of it.")
    }
    let asked = try asked(arguments)
    let question = SeriesQuestion(asked: asked, display: try display(arguments))
    let reading = try SeriesReading(
      String(decoding: all, as: UTF8.self), title: bytes.title,
      column: arguments.text("--column"),
      unit: arguments.text("--unit").flatMap(SeriesUnit.init(rawValue:)),
      asked: question.askedMilliseconds)
    let study = ListStudy(reading, question, of: bytes.title)
    return try AnswerOutput(arguments).show([study])
  }

  /// Throws if an option was given that only runs have.
  static func refuseOptionsOfRuns(
    _ arguments: Arguments, about title: String, _ kind: Subject.Kind
  ) throws(UsageError) {
    let options = ofRuns + (kind == .list ? [] : ["--save"])
    if let option = options.first(where: arguments.has) {
      throw UsageError(
        "'\(option)' is about runs, and '\(title)' is \(kind.words). Leave it out.")
    }
  }

  private static func asked(_ arguments: Arguments) throws -> Duration? {
    guard let asked = try arguments.duration("--every") else { return nil }
    guard SeriesQuestion.intervals.contains(asked) else {
      throw UsageError(
        "'--every \(arguments.text("--every") ?? "")' is no interval from 1 us to 1 day. Write for"
          + " example --every 16ms.")
    }
    return asked
  }

  private static func display(_ arguments: Arguments) throws -> RefreshRate? {
    guard let text = arguments.text("--display") else { return nil }
    let number = (text.hasSuffix("Hz") ? String(text.dropLast(2)) : text)
      .trimmingCharacters(in: .whitespaces)
    guard let rate = Double(number), (1...1000).contains(rate) else {
      throw UsageError(
        "'--display \(text)' is not one rate from 1 Hz to 1000 Hz. Write for example --display 60Hz."
      )
    }
    return RefreshRate(Int64((rate * 10_000).rounded()), per: 10_000)
  }
}
