import Foundation
import LabExperiment
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
    examples: ["runlooplab tour 1"])
}
