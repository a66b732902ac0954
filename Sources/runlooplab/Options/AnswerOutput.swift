import Foundation
import LabAnswer
import LabLanguage
import LabPictures
import LabReport
import LabResults
import LabText

/// Where answers go: to the terminal, or into the files and reports that options ask for.
final class AnswerOutput {
  static let options = [
    report(ReportKind.ofAnswers, "to standard output"), json, .force,
  ]

  static let json = Option("--json", nil, "the same as --report json=-")

  /// The option for reports of some kinds, which lie in a place if no file is named.
  static func report(_ kinds: [ReportKind], _ place: String) -> Option {
    Option(
      "--report", "KIND[=FILE]", "report as \(listed(kinds.map(\.rawValue), "or"))",
      more:
        ", to FILE; without it \(place); '-' is standard output. json: an object a line; junit: test"
        + " cases; github: annotations and the summary of the step"
        + (kinds.contains(.hgrm)
          ? "; hgrm: lateness; chrome (JSON) and perfetto: for viewers of traces" : ""))
  }

  /// The reports that `--json` and `--report` ask for.
  static func requests(
    _ arguments: Arguments, of subcommand: String, among kinds: [ReportKind] = ReportKind.ofAnswers,
    besideResults isBeside: Bool = false
  ) throws(UsageError) -> [ReportRequest] {
    var requests =
      arguments.has(json.name) ? [ReportRequest(.json, to: .standardOutput)] : []
    for text in arguments.all("--report") {
      requests.append(
        try ReportRequest(text, of: subcommand, among: kinds, besideResults: isBeside))
    }
    return requests
  }

  /// What `--out FILE` holds of an answer.
  enum OutputArtifact {
    /// Nothing: the option is no file, or there is none.
    case nothing
    /// A table, or as `.svg` the picture.
    case table(String)
    /// The picture, instead of the text.
    case picture(SVGWriter.Setting)
    case text
  }

  private let subcommand: String
  private var reports: Reports
  /// Whether a report stands on standard output instead of the text; annotations stand beside it.
  private let isTaking: Bool
  /// Where the picture or a table goes.
  private var file: String?
  private let held: OutputArtifact
  private let isStream: Bool
  /// With what pictures are drawn as text.
  private let characters: TextWriter.Characters
  /// Where the first script goes, with what lies beside it.
  private var script: String?
  /// The subcommand to go on with from a script.
  private let following: String
  private let replaces: Bool
  /// The files that are read, and are never replaced.
  private let inputs: [String]
  private let isBrief: Bool
  private var outcome = Outcome.answered
  private var count = 0

  /// Reads the options.
  ///
  /// - Parameters:
  ///   - arguments: The words after the subcommand.
  ///   - held: What `--out FILE` holds.
  ///   - isStream: Whether the subcommand itself writes to standard output, so that the text goes
  ///     to standard error.
  ///   - inputs: What is read besides the operands.
  ///   - following: The subcommand to go on with from a script that is written.
  ///   - isBrief: Whether an answer is a line on the terminal, and folded in Markdown.
  ///   - characters: With what pictures are drawn as text; `nil` for the best that there are.
  /// - Throws: `UsageError` for a name or a report that cannot be, `WriteError` for a file that may
  ///   not be replaced.
  init(
    _ arguments: Arguments, holding held: OutputArtifact = .nothing, isStream: Bool = false,
    reading inputs: [String] = [], following: String = "show", isBrief: Bool = false,
    _ characters: TextWriter.Characters? = nil
  ) throws {
    (self.held, self.isStream, self.following, self.isBrief) = (held, isStream, following, isBrief)
    self.characters = characters ?? (Terminal.showsBraille ? .braille : .plain)
    (subcommand, replaces) = (arguments.subcommand, arguments.has(Option.force.name))
    self.inputs = arguments.operands + inputs
    var requests = try Self.requests(arguments, of: subcommand)
    if let path = arguments.offers("--out") ? arguments.text("--out") : nil {
      switch held {
      case .nothing: break
      case .table:
        if let request = try Self.report(at: path) { requests.append(request) } else { file = path }
      case .picture, .text: file = path
      }
    }
    if arguments.offers("--save"), let path = arguments.text("--save") {
      if path != "-" { _ = try Scripts.newName(path, for: "--save", as: "case.lab") }
      script = path
    }
    isTaking = requests.contains(where: \.takesOutput)
    let streams =
      requests.count(where: \.takesOutput) + [file, script].count { $0 == "-" } + (isStream ? 1 : 0)
    guard streams <= 1 else {
      throw UsageError("standard output takes one report. Write the others to files, as KIND=FILE.")
    }
    try Reports.check(requests, isNoneOf: self.inputs)
    for option in ["--out", "--save", "--html"] where arguments.offers(option) {
      guard let path = arguments.text(option) else { continue }
      try WholeFiles.check(path, isNoneOf: self.inputs, for: option + " ")
    }
    reports = try Reports(
      requests, Reports.Setting(replaces: replaces, isBrief: isBrief),
      environment: ProcessInfo.processInfo.environment, write: Terminal.writeResults)
    let page = arguments.offers("--html") ? arguments.text("--html") : nil
    for path in [file, script, page].compactMap(\.self) { try WholeFiles.checkFolder(of: path) }
    if let file {
      try WholeFiles.check(file, replacing: replaces) { OutputName.ending(file) != "svg" }
    }
    if let script { try WholeFiles.check(script, replacing: replaces) { true } }
    if let page { try WholeFiles.check(page, replacing: replaces) }
    // What is for the user besides goes to standard error.
    if streams > 0 { unsafe Terminal.isTaken = true }
  }

  /// The report that `--out` names by its ending; `nil` for a picture or a table.
  private static func report(at path: String) throws(UsageError) -> ReportRequest? {
    let kinds = [ReportKind.json, .markdown, .html]
    try OutputName.check(path, for: "--out", ["svg", "csv"] + kinds.map(\.ending))
    return kinds.first { $0.ending == OutputName.ending(path) }
      .map { ReportRequest($0, to: .file(path)) }
  }

  /// Whether standard output is for a report.
  private var isTaken: Bool { [file, script].contains("-") || isTaking }

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

  /// Shows an answer, in words of its own if it has some; what cannot be written is refused before
  /// anything is said.
  func show(_ answer: Answer, as text: String? = nil) throws {
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
      // Without a number another run may be the worst.
      if let run = answer.explainedRun { note? += ", runlooplab why \(path) --run \(run)" }
    }
    outcome = max(outcome, answer.outcome)
    count += 1
    _ = try reports.add(answer)
    if !isSilent, isBrief {
      Terminal.print("\(answer.subject): \(answer.headline)")
    } else if !isSilent {
      if count > 1 { Terminal.print("") }
      Terminal.print(text ?? self.text(of: answer))
    }
    if let note { Terminal.print(note) }
  }

  /// Takes scripts that could not be read into the reports.
  func report(_ mistaken: [(String, ScriptError)]) throws {
    for (path, error) in mistaken {
      outcome = .mistaken
      _ = try reports.add(error.answer(subcommand, of: path, named: Scripts.name(of: path)))
    }
  }

  /// Writes a script and what lies beside it, once they were read back.
  ///
  /// - Returns: What was written, and what to type next; `nil` of standard output.
  private func save(
    _ script: [UInt8], _ others: ArraySlice<Answer.File>, to path: String
  ) throws -> String? {
    let folder = path.parentPath as NSString
    let beside = others.map { (folder.appendingPathComponent($0.path), $0.bytes) }
    for (other, bytes) in beside
    where FileManager.default.contents(atPath: other).map(Array.init) != bytes {
      try WholeFiles.check(path, writing: other, isNoneOf: inputs, for: "--save ")
    }
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

  /// Writes the reports about all answers, and says where; after Ctrl-C the command then ends by
  /// the signal.
  ///
  /// - Returns: How the command ends.
  func finish() throws -> ExitStatus {
    for line in try reports.finish() { Terminal.print(line) }
    Interruption.endIfAskedFor()
    return outcome.status
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

/// The name of a file that is to be written, which says by its ending what the file holds.
enum OutputName {
  /// Endings of pictures that the lab does not draw.
  private static let foreign: Set = [
    "png", "pdf", "jpg", "jpeg", "gif", "webp", "eps", "tiff", "mp4",
  ]
  /// What the lab writes, by its ending.
  private static let own = [
    "svg": "a picture", "html": "a page", "csv": "a table", "json": "a report for programs",
    "md": "a report in Markdown", "lab": "a script", "txt": "text",
  ]

  /// Other endings that people write for these.
  private static let others = [
    "htm": "html", "xhtml": "html", "svgz": "svg", "markdown": "md", "jsonl": "json",
  ]

  /// The ending of a name in lower case, without its point; empty without one.
  static func ending(_ path: String) -> String {
    (path as NSString).pathExtension.lowercased()
  }

  /// Throws if a file of that name would hold what the name does not say.
  ///
  /// - Parameters:
  ///   - path: The name; `-` is standard output.
  ///   - option: The option that gives it.
  ///   - form: What else is asked for that decides what is written; `nil` for nothing.
  ///   - endings: What is written there; a name without an ending, or of none that the lab knows,
  ///     is taken.
  /// - Throws: `UsageError` with a name to write instead.
  static func check(
    _ path: String, for option: String, as form: String? = nil, _ endings: [String]
  ) throws(UsageError) {
    let ending = ending(path)
    if let usual = others[ending] {
      let name = "\((path as NSString).deletingPathExtension).\(usual)"
      try check(name, for: option, as: form, endings)
      throw UsageError(
        "'\(option) \(path)': the ending of \(own[usual] ?? "it") is '.\(usual)'. Write"
          + " '\(option) \(name)'.")
    }
    guard !foreign.contains(ending) else {
      let name = (path as NSString).deletingPathExtension
      throw UsageError(
        endings.contains("svg")
          ? "'\(option) \(path)': the lab draws SVG. Write '\(option) \(name).svg'; a browser prints"
            + " it, and 'rsvg-convert -f \(ending == "pdf" ? "pdf" : "png") \(name).svg -o \(path)'"
            + " converts it."
          : endings.contains("html")
            ? "'\(option) \(path)': the lab writes a page. Write '\(option) \(name).html'; a browser"
              + " prints it."
            : "'\(option) \(path)' cannot be written: the lab writes no '.\(ending)'.")
    }
    guard let kind = own[ending], !endings.contains(ending) else { return }
    let stem = (path as NSString).deletingPathExtension
    let known = Spelling.list(endings.map { "\(option) \(stem).\($0)" })
    throw UsageError(
      endings.isEmpty
        ? "'\(option) \(path)' names a folder here, and '.\(ending)' is \(kind). Leave the"
          + " ending out."
        : "'\(option) \(path)': '.\(ending)' is \(kind), which "
          + (form.map { "'\($0)' does not write" } ?? "is not written there")
          + ". Write \(known)."
    )
  }
}
