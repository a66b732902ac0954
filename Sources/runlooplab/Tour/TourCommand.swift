import Foundation
import LabAnswer
import LabExperiment
import LabLanguage
import LabPictures
import LabPlay
import LabReport
import LabResults
import LabStudy
import LabText

/// `runlooplab tour`: lessons, each a question, a guess, the run, the reason, one thing to
/// change.
enum TourCommand {
  /// The folder of the scripts; which of them are there says which lessons were taken.
  static let folder = "tour"

  static let subcommand = Command.Subcommand(
    usage, "learn why a timer stutters, in \(Lesson.all.count) lessons"
  ) {
    words in
    let arguments = try usage.parse(words)
    let operands = arguments.operands
    if arguments.has("--html") {
      guard operands.isEmpty else { throw UsageError("'--html' is about all lessons. Name none.") }
      return try TourPageExport.write()
    }
    if let module = arguments.text("--lab") {
      return try TourPageExport.printPlayground(of: module)
    }
    guard operands.count <= 1 else { throw UsageError("name one lesson.") }
    guard let position = try position(operands.first) else {
      Terminal.print(
        "All \(Lesson.all.count) lessons are taken; their scripts are in \(folder)/. 'runlooplab tour 1'"
          + " begins again,\n'runlooplab init' writes a script of your own.")
      return .success
    }
    return try take(Lesson.all[position], number: position + 1)
  }

  /// The position of the lesson that is asked for, or of the first that was not taken.
  private static func position(_ text: String?) throws(UsageError) -> Int? {
    guard let text else {
      return Lesson.all.indices.first { !FileManager.default.fileExists(atPath: path($0 + 1)) }
    }
    guard let number = Int(text), (1...Lesson.all.count).contains(number) else {
      throw UsageError(
        "'\(text)' is not the number of a lesson, from 1 to \(Lesson.all.count). Write for example"
          + " '1'.")
    }
    return number - 1
  }

  private static func path(_ number: Int) -> String {
    "\(folder)/\(number)-\(Lesson.all[number - 1].name).lab"
  }

  /// Returns the script of a lesson, which is written unless it is there already.
  static func script(of number: Int) throws -> String {
    let path = path(number)
    if !FileManager.default.fileExists(atPath: path) {
      try WholeFiles.makeFolder(folder)
      try WholeFiles([(path, Lesson.all[number - 1].file)]).write(replacing: false)
    }
    return path
  }

  private static func take(_ lesson: Lesson, number: Int) throws -> ExitStatus {
    let path = try script(of: number)
    let heading = "Lesson \(number) of \(Lesson.all.count): \(lesson.question)"
    Terminal.printWrapped(heading)
    Terminal.print("")
    for (letter, guess) in zip("abc", lesson.guesses) { Terminal.print("  \(letter)  \(guess)") }
    Terminal.print(guess() == lesson.letter ? "\nRight.\n" : "\nIt is \(lesson.solution).\n")
    // The lesson is the script in the file, which may have been changed.
    guard let experiment = try Scripts.read([path])?.first else { return .wrongInput }
    let result = try ExperimentResult(
      name: lesson.name, performing: experiment.plan(), jobs: 2)
    let showsMoment = lesson.shows == .moment || lesson.shows == .live
    let answer = try RunFindings(result, showsMoment: showsMoment).answer()
    Terminal.print(AnswerText(on: Terminal.screen).text(of: answer))
    var status = ExitStatus.success
    switch lesson.shows {
    case .moment: break
    case .picture(let options):
      Terminal.print("")
      status = try ShowCommand.subcommand.perform([path] + options)
    case .phases:
      Terminal.print("\nAnd for every phase:\n")
      status = try MapCommand.subcommand.perform([path])
      Terminal.print("\nAnd what is proven of the link:\n")
      if status == .success { status = try ProveCommand.subcommand.perform([path]) }
    case .live:
      Terminal.print("\nAnd on the run loop of this machine:\n")
      try LiveCommand.show(experiment.plan())
    }
    guard status == .success else { return status }
    let next = number < Lesson.all.count ? "\nThen go on: runlooplab tour" : ""
    Terminal.print(
      """

      Now change one thing, \(lesson.change.text):
        runlooplab \(lesson.command) \(path) --set '\(lesson.change.set)'
      or edit \(path).\(next)
      """)
    return .success
  }

  /// Asks for a guess on a terminal; `nil` without one.
  private static func guess() -> String? {
    guard isatty(0) == 1, isatty(1) == 1 else { return nil }
    Terminal.show("\nYour guess, and return: ")
    return readLine()?.trimmingCharacters(in: .whitespaces).lowercased()
  }

  private static let usage = Usage(
    name: "tour", operands: "[N]",
    options: [
      Option("--html", nil, "write all lessons as one page, in which a guess plays the run"),
      Option(
        "--lab", "MODULE",
        "print the page in which the lab itself runs; .ci/playground makes the module and the page"),
    ],
    text:
      "Takes the next lesson, or the one of a number: a question, guesses, the run, its worst moment,"
      + " the reason, and one thing to change. Writes the script of each lesson to tour/, and leaves"
      + " scripts that are there as they are. In a pipe it prints the solution.",
    examples: ["runlooplab tour 1"], experiment: nil)
}

/// All lessons of the tour on one page, beside their scripts.
enum TourPageExport {
  private static let path = "\(TourCommand.folder)/tour.html"

  /// Performs the lessons, and writes the page.
  static func write() throws -> ExitStatus {
    var lessons: [TourPage.Run] = []
    for (lesson, number) in zip(Lesson.all, 1...) {
      let script = try TourCommand.script(of: number)
      guard let plan = try Scripts.read([script])?.first?.plan() else { return .wrongInput }
      lessons.append(
        (
          lesson, "runlooplab \(lesson.command) \(script) --set '\(lesson.change.set)'",
          try ExperimentResult(name: lesson.name, performing: plan, jobs: 2),
          try picture(of: lesson, plan, script)
        ))
    }
    let page = try TourPage(title: "Why a timer stutters", lessons)
    try WholeFiles([(path, page.text)]).write(replacing: false)
    Terminal.print("The scripts are in \(TourCommand.folder)/.\nPage: \(path)")
    return .success
  }

  /// Prints the page in which the lab itself runs: the lessons, and the shipped experiments that
  /// read no other file.
  ///
  /// - Parameter module: The path of two lines in base64: what unpacks LZMA, and the lab as a
  ///   module of WebAssembly, packed by xz as LZMA or by gzip.
  /// - Returns: How it ended.
  /// - Throws: That a file cannot be read, or that a run cannot be performed.
  static func printPlayground(of module: String) throws -> ExitStatus {
    guard let folder = Shipped.folder else {
      throw UsageError("the experiments are not here. Run it in the checkout of the lab.")
    }
    let lessons = Lesson.all.filter { $0.shows != .live }.enumerated().map { number, lesson in
      PlayPage.Example(
        group: "Lessons", name: lesson.name, title: "\(number + 1). \(lesson.question)",
        script: lesson.script + "\n", lesson: lesson)
    }
    let first = "\(folder)/modes/carousel.lab"
    let carousel = try Experiment(path: first)
    let paths = try Scripts.paths([folder])
    var found: [(group: String, title: String, name: String, script: String)] = []
    for path in paths {
      let experiment = path == first ? carousel : try Experiment(path: path)
      guard experiment.inputs.count == 1 else { continue }
      let name = Scripts.name(of: path)
      let script = String(decoding: experiment.inputs[0].bytes, as: UTF8.self)
      found.append(
        (path == first ? "" : group(of: path), experiment.title ?? name, name, script))
    }
    found.sort { ($0.group, $0.title) < ($1.group, $1.title) }
    let examples = found.map { group, title, name, script in
      PlayPage.Example(
        group: group.isEmpty ? "Begin here" : group, name: name, title: title, script: script)
    }
    // The page asks by the same name, and takes what is written here for the lab's answers.
    let name = "\(Scripts.name(of: first)).lab"
    let script = carousel.inputs[0].bytes
    let result = try ExperimentResult(
      name: Scripts.name(of: first),
      performing: Experiment(path: name, reading: { _ in script }, listing: { _ in [] }).plan(),
      jobs: 2)
    let text = String(decoding: try FileBytes(module).all(), as: UTF8.self)
    let parts = text.split { $0.isWhitespace }.compactMap { Data(base64Encoded: String($0)) }
    guard parts.count == 2 else {
      throw UsageError("'\(module)' is no module of the lab. Write '.ci/playground FILE.html'.")
    }
    var play = Play()
    play.put(script, at: name)
    let page = try PlayPage(
      result, told: play.run(name, draws: false, triesChanges: false),
      why: play.why(name, run: nil),
      examples: examples.prefix(1) + lessons + examples.dropFirst(),
      module: Array(parts[1]), unpacker: Array(parts[0]))
    try Terminal.writeResults(Array(page.text.utf8))
    return .success
  }

  /// What the experiments of a folder are listed under.
  private static func group(of path: String) -> String {
    let folder = path.split(separator: "/").dropLast().last.map(String.init) ?? ""
    return folder.prefix(1).uppercased() + folder.dropFirst()
  }

  /// What a lesson shows beside its worst moment.
  private static func picture(
    of lesson: Lesson, _ plan: Plan, _ script: String
  ) throws -> Picture? {
    switch lesson.shows {
    case .moment, .live: return nil
    case .phases: return try PhaseStudy(plan, of: script).answer(Watch()).picture
    case .picture(let options):
      let arguments = try ShowCommand.subcommand.usage.parse([script, "-o", "-"] + options)
      guard let kind = arguments.text("--as").flatMap(PictureStudy.Kind.init),
        let source = try RunSource.read(arguments)
      else { return nil }
      let answer = try ShowCommand.study(kind, source, arguments, on: nil).answer(Watch())
      return answer.parts.lazy.compactMap { part in
        if case .figure(.picture(let picture)) = part { picture } else { nil }
      }.first
    }
  }
}
