import Foundation
import LabExperiment
import LabReport
import LabResults
import LabText

/// `runlooplab tour`: eight lessons, each a question, a guess, the run, the reason, one thing to change.
enum TourCommand {
  /// The folder of the scripts; which of them are there says which lessons were taken.
  static let folder = "tour"

  static let subcommand = Command.Subcommand(usage, "take eight lessons, one after the other") {
    words in
    let operands = try usage.parse(words).operands
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
      throw UsageError("'\(text)' is not the number of a lesson, from 1 to \(Lesson.all.count).")
    }
    return number - 1
  }

  private static func path(_ number: Int) -> String {
    "\(folder)/\(number)-\(Lesson.all[number - 1].name).lab"
  }

  private static func take(_ lesson: Lesson, number: Int) throws -> ExitStatus {
    let path = path(number)
    if !FileManager.default.fileExists(atPath: path) {
      try WholeFiles.makeFolder(folder)
      try WholeFiles([(path, lesson.file)]).write(replacing: false)
    }
    let heading = "Lesson \(number) of \(Lesson.all.count): \(lesson.question)"
    Terminal.print(Reporting.wrapped(heading) + "\n")
    for (letter, guess) in zip("abc", lesson.guesses) { Terminal.print("  \(letter)  \(guess)") }
    let letters = Array("abc")
    if let guess = guess() {
      let right = letters[lesson.answer]
      Terminal.print(
        guess == String(right) ? "\nRight." : "\nIt is \(right): \(lesson.guesses[lesson.answer]).")
    }
    Terminal.print("")
    // The lesson is the script in the file, which may have been changed.
    guard let experiment = try Scripts.read([path])?.first else { return .wrongInput }
    let result = try ExperimentResult(
      name: lesson.name, performing: experiment.plan(), jobs: 2)
    Terminal.print(try TerminalReport(result, on: Terminal.screen).text())
    let next = number < Lesson.all.count ? "\nThen go on: runlooplab tour" : ""
    Terminal.print(
      """

      Now change one thing, \(lesson.change.text):
        runlooplab watch \(path) --set '\(lesson.change.set)'
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
    name: "tour", operands: "[N]", options: [],
    text:
      "Takes the next lesson, or the one of a number: a question, guesses, the run, its worst moment,"
      + " the reason, and one thing to change. Writes the script of each lesson to tour/, and leaves"
      + " scripts that are there as they are.",
    example: "1")
}
