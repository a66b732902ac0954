import Foundation
import LabAnswer
import LabPictures
import LabReport
import LabResults
import LabText

/// Where answers go: to the terminal, or into the files and reports that options ask for.
final class AnswerOutput {
  /// A form in which programs and other readers take answers.
  enum Form: String, CaseIterable {
    case json, markdown, html, junit, github

    /// The ending of a file that holds it; `nil` of those that `--out` does not write.
    var ending: String? {
      switch self {
      case .json, .html: rawValue
      case .markdown: "md"
      case .junit, .github: nil
      }
    }

    /// What it says of some answers.
    func text(of answers: [Answer], isBrief: Bool) -> String {
      switch self {
      case .json: answers.map(AnswerJSON.text).joined()
      case .markdown:
        isBrief
          ? AnswerMarkdown.comment(of: answers)
          : answers.map(AnswerMarkdown.text).joined(separator: "\n")
      case .html: AnswerPage.text(of: answers)
      case .junit: AnswerVerdicts.junit(of: answers)
      case .github: AnswerVerdicts.github(of: answers)
      }
    }
  }

  static let options = [
    Option(
      "--report", "KIND[=FILE]",
      "report as json, markdown, html, junit or github",
      more:
        " (json: an object a line; junit: test cases; github: annotations), to FILE; to standard"
        + " output without it and for '-'"),
    Option("--json", nil, "the same as --report json"),
    .force,
  ]

  /// What `--out FILE` holds of an answer.
  enum Held {
    /// Nothing: the option is no file, or there is none.
    case nothing
    /// A table, or as `.svg` the picture.
    case table(String)
    /// The picture, instead of the text.
    case picture(SVGWriter.Setting)
    /// The text.
    case text
  }

  private var reports: [(form: Form, path: String)] = []
  /// Where the picture or a table goes.
  private var file: String?
  private let held: Held
  private let isStream: Bool
  /// With what pictures are drawn as text.
  private let characters: TextWriter.Characters
  /// Where the first script goes, with what lies beside it.
  private var script: String?
  /// The subcommand to go on with from a script.
  private let following: String
  private let replaces: Bool
  private let isBrief: Bool
  private var answers: [Answer] = []

  /// Reads the options.
  ///
  /// - Parameters:
  ///   - arguments: The words after the subcommand.
  ///   - held: What `--out FILE` holds.
  ///   - isStream: Whether the subcommand itself writes to standard output, so that the text goes
  ///     to standard error.
  ///   - following: The subcommand to go on with from a script that is written.
  ///   - isBrief: Whether an answer is a line on the terminal, and folded in Markdown.
  ///   - characters: With what pictures are drawn as text; `nil` for the best that there are.
  /// - Throws: `UsageError` for a name or a report that cannot be, `WriteError` for a file that may
  ///   not be replaced.
  init(
    _ arguments: Arguments, holding held: Held = .nothing, isStream: Bool = false,
    following: String = "show", isBrief: Bool = false, _ characters: TextWriter.Characters? = nil
  ) throws {
    (self.held, self.isStream, self.following, self.isBrief) = (held, isStream, following, isBrief)
    self.characters = characters ?? (Terminal.showsBraille ? .braille : .plain)
    replaces = arguments.has(Option.force.name)
    if arguments.has("--json") { reports.append((.json, "-")) }
    for request in arguments.all("--report") { reports.append(try Self.report(request)) }
    if let path = arguments.offers("--out") ? arguments.text("--out") : nil {
      switch held {
      case .nothing: break
      case .table: try take(path)
      case .picture, .text: file = path
      }
    }
    if arguments.offers("--save"), let path = arguments.text("--save") {
      if path != "-" { _ = try Scripts.newName(path, for: "--save", as: "case.lab") }
      script = path
    }
    let streams = taking.count + [file, script].count { $0 == "-" } + (isStream ? 1 : 0)
    guard streams <= 1 else {
      throw UsageError("standard output takes one report. Write the others to files, as KIND=FILE.")
    }
    for report in reports {
      try WholeFiles.check(report.path, replacing: replaces) { report.form == .github }
    }
    if let file {
      try WholeFiles.check(file, replacing: replaces) { OutputName.ending(file) != "svg" }
    }
    if let script { try WholeFiles.check(script, replacing: replaces) { true } }
    if arguments.offers("--html"), let page = arguments.text("--html") {
      try WholeFiles.check(page, replacing: replaces)
    }
    // What is for the user besides goes to standard error.
    if streams > 0 { unsafe Terminal.isTaken = true }
  }

  private static func report(_ text: String) throws(UsageError) -> (Form, String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      .map(String.init)
    let words = Form.allCases.map(\.rawValue)
    guard let form = Form(rawValue: parts[0]) else {
      throw UsageError(
        "there is no report '\(parts[0])' here." + Spelling.hint(for: parts[0], among: words)
          + " Write \(Spelling.list(words)).")
    }
    let path = parts.count == 2 ? parts[1] : "-"
    guard !path.isEmpty else {
      throw UsageError("'--report \(text)' names no file. Write '\(parts[0])=FILE'.")
    }
    return (form, path)
  }

  /// Takes the file that `--out` names, by its ending.
  private func take(_ path: String) throws(UsageError) {
    try OutputName.check(path, for: "--out", ["svg", "csv"] + Form.allCases.compactMap(\.ending))
    let ending = OutputName.ending(path)
    if let form = Form.allCases.first(where: { $0.ending == ending }) {
      reports.append((form, path))
    } else {
      file = path
    }
  }

  /// The reports that stand on standard output instead of the text; annotations stand beside it.
  private var taking: [Form] {
    reports.filter { $0.path == "-" && $0.form != .github }.map(\.form)
  }

  /// Whether standard output is for a report.
  private var isTaken: Bool { [file, script].contains("-") || !taking.isEmpty }

  /// Whether `--out` has all of the answer.
  private var isHeld: Bool {
    switch held {
    case .nothing, .table: false
    case .picture, .text: file != nil
    }
  }

  /// Answers the questions of some studies, and shows each answer when it is there.
  ///
  /// - Returns: How the command ends: as the answer that counts most.
  func show(_ studies: [any Study]) throws -> ExitStatus {
    if studies.contains(where: \.isStoppable) { Interruption.watchSearch() }
    for study in studies { try show(try study.conclusion(.terminal(about: study.subject))) }
    return try finish()
  }

  /// Shows an answer; what cannot be written is refused before anything is said.
  func show(_ answer: Answer) throws {
    var answer = answer
    let isSilent = isTaken || isHeld
    if let path = file, let bytes = bytes(of: answer, path) {
      file = nil
      try write(bytes, to: path)
    }
    var note: String?
    if let path = script, let first = answer.files.first?.bytes {
      script = nil
      answer.next = []
      note = try save(first, answer.files.dropFirst(), to: path)
    }
    answers.append(answer)
    if taking.contains(.json) {
      try Terminal.writeResults(Array(AnswerJSON.text(of: answer).utf8))
    }
    if !isSilent, isBrief {
      Terminal.print("\(answer.subject): \(answer.headline)")
    } else if !isSilent {
      if answers.count > 1 { Terminal.print("") }
      Terminal.print(text(of: answer))
    }
    if let note { Terminal.print(note) }
  }

  /// Writes a script and what lies beside it, once they were read back.
  ///
  /// - Returns: What was written, and what to type next; `nil` of standard output.
  private func save(
    _ script: [UInt8], _ others: ArraySlice<Answer.File>, to path: String
  ) throws -> String? {
    let folder = path.parentPath as NSString
    let beside = others.map { (folder.appendingPathComponent($0.path), $0.bytes) }
    try Scripts.checkReadable(script, at: path, beside: beside)
    guard path != "-" else {
      try Terminal.writeResults(script)
      return nil
    }
    try WholeFiles(beside + [(path, script)]).write(replacing: replaces)
    return "\nwrote \(path)\(others.isEmpty ? "" : " and what it replays"). Go on with: runlooplab"
      + " \(following) \(path)"
  }

  private func text(of answer: Answer) -> String {
    AnswerText(on: isStream ? Screen() : Terminal.screen, characters).text(of: answer)
  }

  private func write(_ bytes: [UInt8], to path: String) throws {
    guard path != "-" else { return try Terminal.writeResults(bytes) }
    try WholeFiles([(path, bytes)]).write(replacing: replaces)
  }

  /// What `--out` asks for; `nil` if the answer has none.
  private func bytes(of answer: Answer, _ path: String) -> [UInt8]? {
    func drawn(_ setting: SVGWriter.Setting) -> [UInt8]? {
      answer.picture.map { Array(SVGWriter(setting, origin: answer.origin).text(of: $0).utf8) }
    }
    switch held {
    case .nothing: return nil
    case .picture(let setting): return drawn(setting)
    case .text: return Array((text(of: answer) + "\n").utf8)
    case .table(let name):
      return OutputName.ending(path) == "svg"
        ? drawn(.file) : answer.namedTables.first { $0.name == name }?.csv
    }
  }

  /// Writes the reports about all answers; after Ctrl-C the command then ends by the signal.
  ///
  /// - Returns: How the command ends.
  func finish() throws -> ExitStatus {
    for report in reports {
      // An object is on standard output when its answer is there.
      if report.path == "-", report.form == .json { continue }
      try write(Array(report.form.text(of: answers, isBrief: isBrief).utf8), to: report.path)
    }
    Interruption.endIfAskedFor()
    return answers.map(\.outcome).max()?.status ?? .success
  }
}

extension Watch {
  /// One that Ctrl-C ends, and that shows on standard error how far a study is.
  static func terminal(about name: String, _ progress: Progress? = nil) -> Watch {
    Watch(
      shows: { done, count, things in progress?.update(done: done, of: count, things) },
      warns: { Terminal.printError("\(name): warning: \($0)") },
      isEnded: { Interruption.isAskedFor })
  }
}
