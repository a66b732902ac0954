import Foundation
package import LabAnswer
package import LabExperiment
import LabLanguage
package import LabResults
package import LabText

/// The reports of one command: each is written when its answers are there.
package struct Reports {
  private let requests: [ReportRequest]
  private let setting: Setting
  private let folder: String
  private let environment: [String: String]
  private let write: ([UInt8]) throws -> Void
  /// The reports about all answers, by the position of their requests.
  private var whole: [Int: Report] = [:]

  /// How reports are written.
  package struct Setting: Sendable {
    /// Which run is shown by reports that show single runs; `nil` for the first of every arm.
    package var run: Int?
    /// Whether files are replaced that are not known for the lab's own.
    package var replaces = false
    /// Whether what is not judged counts as a failure, and so does a script that expects nothing.
    package var isStrict = false
    /// Whether Markdown folds an answer below its verdict.
    package var isBrief = false

    /// Creates the setting of most subcommands.
    package init(
      run: Int? = nil, replaces: Bool = false, isStrict: Bool = false, isBrief: Bool = false
    ) {
      (self.run, self.replaces, self.isStrict) = (run, replaces, isStrict)
      self.isBrief = isBrief
    }
  }

  package init(
    _ requests: [ReportRequest], _ setting: Setting = Setting(), folder: String = "",
    environment: [String: String] = [:], write: @escaping ([UInt8]) throws -> Void
  ) throws(WriteError) {
    (self.requests, self.setting, self.folder) = (requests, setting, folder)
    (self.environment, self.write) = (environment, write)
    for (index, request) in requests.enumerated() where request.target != .beside {
      if case .file(let path) = request.target { try check(request.kind, at: path) }
      whole[index] = Report(request.kind, setting)
    }
  }

  /// Whether there are none.
  package var isEmpty: Bool { requests.isEmpty }

  /// Whether an answer is to have the tables of its result, and whether its checks their reasons.
  package var needsTables: Bool { requests.contains { $0.kind == .json } }
  package var needsReasons: Bool { requests.contains { !$0.kind.showsRuns } }

  /// Takes in an answer, and writes the reports that are about it alone; an object goes to standard
  /// output at once.
  ///
  /// - Parameters:
  ///   - answer: The answer.
  ///   - result: The result that it is about; `nil` if it is about none.
  ///   - page: Makes the page of the result.
  /// - Returns: What was written, a line for each report.
  /// - Throws: `WriteError`, or what a run threw.
  package mutating func add(
    _ answer: Answer, of result: ExperimentResult? = nil, page: () throws -> String = { "" }
  ) throws -> [String] {
    var lines: [String] = []
    for (index, request) in requests.enumerated() {
      if result == nil, request.kind.showsRuns { continue }
      guard request.target == .beside else {
        try whole[index]?.add(answer, of: result, page)
        if request.kind == .json, request.target == .standardOutput {
          try write(whole[index]?.takeJSON() ?? [])
        }
        continue
      }
      // A report of one answer folds nothing.
      var whole = setting
      whole.isBrief = false
      var report = Report(request.kind, whole)
      try report.add(answer, of: result, page)
      let path = (folder as NSString).appendingPathComponent(
        "\(answer.name ?? answer.study).\(request.kind.ending)")
      lines.append(try put(report, at: path))
    }
    return lines
  }

  /// Writes the reports about all answers.
  ///
  /// - Returns: What was written, a line for each report in a file.
  package func finish() throws -> [String] {
    var lines: [String] = []
    for (index, request) in requests.enumerated() {
      guard let report = whole[index] else { continue }
      if case .file(let path) = request.target {
        lines.append(try put(report, at: path))
      } else {
        for file in try report.output().files { try write(file.bytes) }
      }
      if request.kind == .github, let path = environment["GITHUB_STEP_SUMMARY"], !path.isEmpty {
        try append(AnswerGitHub.summary(of: report.answers), to: path)
        lines.append("github: added the summary of the step to \(path)")
      }
    }
    return lines
  }

  // MARK: Files

  /// Throws if a report could not be written, before there is any.
  private func check(_ kind: ReportKind, at path: String) throws(WriteError) {
    try WholeFiles.checkFolder(of: path)
    guard kind != .hgrm else { return }
    try WholeFiles.check(path, replacing: setting.replaces) { [.github, .perfetto].contains(kind) }
  }

  private func put(_ report: Report, at path: String) throws -> String {
    let kind = report.kind
    let output = try report.output()
    let files = output.files.map { file in
      (
        name: file.name, bytes: file.bytes,
        path: file.name.isEmpty ? path : (path as NSString).appendingPathComponent(file.name)
      )
    }
    for file in files where kind == .chrome && file.bytes.count > ChromeTraceWriter.byteLimit {
      throw WriteError.unwritten(
        path: file.path,
        reason: "it would have \(file.bytes.count >> 20) MB, and viewers open"
          + " \(ChromeTraceWriter.byteLimit >> 20) MB at most; choose one run with --run, run for a"
          + " shorter time, or write 'perfetto'")
    }
    if kind == .hgrm { try WholeFiles.makeFolder(path) }
    try WholeFiles(files.map { (path: $0.path, bytes: $0.bytes) }).write(
      replacing: setting.replaces)
    for file in files {
      // A viewer that shows less than was written would not say so.
      guard let bytes = FileManager.default.contents(atPath: file.path) else {
        throw WriteError.unwritten(path: file.path, reason: "it cannot be read back")
      }
      if let flaw = report.flaw(in: [UInt8](bytes), instead: file.bytes) {
        throw WriteError.unwritten(path: file.path, reason: "read back, it holds \(flaw)")
      }
    }
    return "\(kind.rawValue): \(path): \(output.summary)"
  }

  private func append(_ text: String, to path: String) throws(WriteError) {
    do {
      if !FileManager.default.fileExists(atPath: path) {
        try Data().write(to: URL(fileURLWithPath: path))
      }
      let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
      try file.seekToEnd()
      try file.write(contentsOf: Data(text.utf8))
      try file.close()
    } catch {
      throw .unwritten(path: path, reason: error.systemReason)
    }
  }
}

extension Reports {
  /// Throws if some reports cannot be made beside one another, or not of some plans.
  ///
  /// - Parameters:
  ///   - requests: What is wanted.
  ///   - run: Which run is shown by reports that show single runs; `nil` for the first of every
  ///     arm.
  ///   - plans: The experiments, with the paths of their scripts.
  ///   - out: The folder of the results; `-` for none.
  ///   - isWhole: Whether all runs are performed, rather than those of a shard.
  /// - Throws: `UsageError` with what to write instead.
  package static func check(
    _ requests: [ReportRequest], run: Int?, of plans: [(path: String, plan: Plan)], out: String,
    isWhole: Bool
  ) throws(UsageError) {
    if let run { try check(run, of: plans, requests) }
    guard isWhole || requests.isEmpty else {
      throw UsageError(
        "a shard is not judged, so that '--report' has nothing to say. Leave one of them out.")
    }
    guard requests.count(where: \.takesOutput) + (out == "-" ? 1 : 0) <= 1 else {
      throw UsageError("standard output takes one report. Write the others to files, as KIND=FILE.")
    }
    for request in requests {
      if request.target == .beside, out == "-" {
        throw UsageError(
          "'--out -' writes no files. Name one: '--report \(request.kind.rawValue)=FILE'.")
      }
      if request.kind == .html, request.target != .beside, plans.count > 1 {
        throw UsageError(
          "there are \(plans.count) experiments, and 'html=FILE' is one page. Write '--report html'."
        )
      }
    }
    try check(requests, isNoneOf: plans.flatMap { $0.plan.experiment.inputs.map(\.path) })
  }

  /// Throws if a report would replace what is read, or another report.
  package static func check(
    _ requests: [ReportRequest], isNoneOf inputs: [String]
  ) throws(UsageError) {
    var known = inputs
    for request in requests {
      guard case .file(let path) = request.target else { continue }
      try WholeFiles.check(path, isNoneOf: known, for: "--report \(request.kind.rawValue)=")
      known.append(path)
    }
  }

  private static func check(
    _ run: Int, of plans: [(path: String, plan: Plan)], _ requests: [ReportRequest]
  ) throws(UsageError) {
    guard requests.contains(where: \.kind.showsRuns) else {
      throw UsageError("'--run' chooses what a report shows. Add for example '--report chrome'.")
    }
    for (path, plan) in plans where !plan.indices.contains(run) {
      throw UsageError(
        "'--run \(run)' is not in the plan of '\(path)', whose runs are 0 to \(plan.count - 1).")
    }
  }
}

/// A report that grows answer by answer.
private struct Report {
  let kind: ReportKind
  private let setting: Reports.Setting
  /// The answers, without what is only in JSON.
  private(set) var answers: [Answer] = []
  private var json = ""
  /// What was made of each result alone: a page, or a file for each driver.
  private var made: [(name: String, bytes: [UInt8])] = []
  private var tracks: RunTracksReport

  init(_ kind: ReportKind, _ setting: Reports.Setting) {
    (self.kind, self.setting) = (kind, setting)
    tracks = RunTracksReport(kind, run: setting.run)
  }

  mutating func add(
    _ answer: Answer, of result: ExperimentResult?, _ page: () throws -> String
  ) throws {
    switch kind {
    case .json: json += AnswerJSON.text(of: answer)
    case .hgrm: if let result { made += try LatenessReport.files(of: result, run: setting.run) }
    case .chrome, .perfetto: if let result { try tracks.add(result) }
    case .html where result != nil: made.append(("", Array(try page().utf8)))
    case .html, .markdown, .junit, .github: break
    }
    var answer = answer
    answer.data = []
    answers.append(answer)
  }

  mutating func takeJSON() -> [UInt8] {
    defer { json = "" }
    return Array(json.utf8)
  }

  /// The whole report, in files of one name each, and what is in it, in a few words; the empty name
  /// is that of the report itself.
  func output() throws -> (files: [(name: String, bytes: [UInt8])], summary: String) {
    func one(_ text: String, _ summary: String) -> ([(name: String, bytes: [UInt8])], String) {
      ([("", Array(text.utf8))], summary)
    }
    let number = counted(answers.count, "answer")
    switch kind {
    case .json: return one(json, number)
    case .markdown:
      return one(
        setting.isBrief
          ? AnswerMarkdown.comment(of: answers)
          : answers.map(AnswerMarkdown.text).joined(separator: "\n"), number)
    case .html: return made.isEmpty ? one(AnswerPage.text(of: answers), number) : (made, number)
    case .junit:
      let junit = AnswerJUnit(answers, strict: setting.isStrict)
      return one(junit.text, junit.summary)
    case .github:
      let text = AnswerGitHub.text(of: answers, strict: setting.isStrict)
      return one(text, counted(text.utf8.count { $0 == UInt8(ascii: "\n") }, "annotation"))
    case .hgrm: return (made, "\(made.count) distributions of lateness in milliseconds")
    case .chrome, .perfetto: return ([("", tracks.bytes)], tracks.summary)
    }
  }

  /// Returns what is wrong with a file that was read back; `nil` if it holds what was written.
  func flaw(in bytes: [UInt8], instead written: [UInt8]) -> String? {
    if kind == .chrome || kind == .perfetto { return tracks.flaw(in: bytes) }
    return bytes == written ? nil : "other bytes"
  }
}

/// The kinds of reports: how answers are written for others than a person at a terminal.
package enum ReportKind: String, Hashable, Sendable, CaseIterable {
  /// Answers with all their numbers, for programs.
  case json
  /// Answers for people, as GitHub and others show them.
  case markdown
  /// Answers as one page.
  case html
  /// What was judged as test cases.
  case junit
  /// Annotations for GitHub Actions, and the summary of the step.
  case github
  /// The distribution of lateness, for the plotter of HdrHistogram; a file for each driver.
  case hgrm
  /// What happened in some runs, as JSON for viewers of traces.
  case chrome
  /// The same in Perfetto's own format, with its frame timeline.
  case perfetto

  /// Those that any answer has.
  package static let ofAnswers: [ReportKind] = [.json, .markdown, .html, .junit, .github]

  /// With what the name of a file ends.
  package var ending: String {
    switch self {
    case .json, .html, .hgrm: rawValue
    case .markdown: "md"
    case .junit: "junit.xml"
    case .github: "github.txt"
    case .chrome: "trace.json"
    case .perfetto: "pftrace"
    }
  }

  /// Whether it shows single runs, which are performed once more for it.
  package var showsRuns: Bool { !Self.ofAnswers.contains(self) }
}

/// A report that was asked for: its kind, and where it goes.
package struct ReportRequest: Hashable, Sendable {
  /// Where a report goes.
  package enum Target: Hashable, Sendable {
    /// A file for each answer, beside the folder of its result.
    case beside
    /// One file for all answers.
    case file(String)
    case standardOutput
  }

  /// What it tells.
  package let kind: ReportKind
  /// Where it goes.
  package let target: Target

  package init(_ kind: ReportKind, to target: Target) { (self.kind, self.target) = (kind, target) }

  /// Reads a request, `KIND` or `KIND=FILE`; the file `-` is standard output.
  ///
  /// - Throws: `UsageError` with what to write instead.
  package init(
    _ text: String, of subcommand: String, among kinds: [ReportKind], besideResults isBeside: Bool
  ) throws(UsageError) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let (name, names) = (String(parts[0]), kinds.map { $0.rawValue })
    guard let kind = ReportKind(rawValue: name) else {
      throw UsageError(
        "there is no report '\(name)'." + Spelling.hint(for: name, among: names)
          + " Write \(Spelling.list(names)).")
    }
    guard kinds.contains(kind) else {
      throw UsageError(
        "'\(name)' is about single runs: 'run' and 'merge' write it, '\(subcommand)' does not."
          + " Write \(Spelling.list(names)).")
    }
    self.kind = kind
    switch parts.count == 2 ? String(parts[1]) : nil {
    case nil: target = isBeside && kind != .github ? .beside : .standardOutput
    case "": throw UsageError("'--report \(text)' names no file. Write '\(name)=FILE'.")
    case "-" where kind == .hgrm:
      throw UsageError(
        "'hgrm' writes a file for each driver. Name a folder: '--report hgrm=DIR'.")
    case "-": target = .standardOutput
    case let path?: target = .file(path)
    }
  }

  /// Whether standard output is for the report; annotations stand beside other text.
  package var takesOutput: Bool { target == .standardOutput && kind != .github }
}

extension AnswerJSON {
  /// The JSON Schema of the objects, as `runlooplab help json` prints it.
  ///
  /// - Source: JSON Schema, draft 2020-12.
  package static let schemaDocument = PackageText.named("answer.json").with(schema, for: "{schema}")
}
