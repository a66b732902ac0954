import Foundation
package import LabExperiment
package import LabLanguage
package import LabResults
package import LabText

/// The reports of one command: each is written when its experiments have been performed.
package struct Reports {
  /// Which run is shown by reports that show single runs; `nil` for the first of every arm.
  private let run: Int?
  private let requests: [ReportRequest]
  private let folder: String
  private let environment: [String: String]
  /// Whether files are replaced that are not known for the lab's own.
  private let replaces: Bool
  /// Whether what is not judged counts as a failure.
  private let isStrict: Bool
  /// The reports about all experiments, by the position of their requests.
  private var documents: [Int: any ReportDocument] = [:]
  private let reasons = FailureReasons()
  private let write: ([UInt8]) throws -> Void

  /// Prepares reports.
  ///
  /// - Parameters:
  ///   - requests: What is wanted.
  ///   - run: Which run is shown by reports that show single runs; `nil` for the first of every
  ///     arm.
  ///   - folder: Where reports without a file of their own go.
  ///   - environment: The variables of the process.
  ///   - replaces: Whether files are replaced that are not known for the lab's own.
  ///   - isStrict: Whether what is not judged counts as a failure, and so does a script that
  ///     expects nothing.
  ///   - write: Writes to standard output.
  /// - Throws: `WriteError` if the place of a report cannot be written.
  package init(
    _ requests: [ReportRequest], run: Int? = nil, folder: String,
    environment: [String: String] = [:], replacing replaces: Bool = false,
    strict isStrict: Bool = false,
    write: @escaping ([UInt8]) throws -> Void
  ) throws(WriteError) {
    self.run = run
    self.requests = requests
    self.folder = folder
    self.environment = environment
    self.replaces = replaces
    self.isStrict = isStrict
    self.write = write
    for (index, request) in requests.enumerated() where request.target != .beside {
      if case .file(let path) = request.target { try check(request.kind, at: path) }
      documents[index] = document(request.kind)
    }
  }

  /// Whether there are none.
  package var isEmpty: Bool { requests.isEmpty }

  /// Takes in a result, and writes the reports that are about it alone.
  ///
  /// - Parameters:
  ///   - result: The result.
  ///   - elapsed: How long its runs took.
  /// - Returns: What was written, a line for each report.
  /// - Throws: `WriteError`, or what a run threw.
  package mutating func add(
    _ result: ExperimentResult, taking elapsed: Duration = .zero
  ) throws -> [String] {
    try add(named: result.name) { document in
      if var junit = document as? JUnitDocument {
        junit.elapsed = elapsed
        document = junit
      }
      try document.add(result)
    }
  }

  /// Takes in that a script could not be read, and writes the reports that are about it alone.
  ///
  /// - Returns: What was written, a line for each report.
  /// - Throws: `WriteError`.
  package mutating func add(_ script: MistakenScript) throws -> [String] {
    try add(named: script.name, tellsMistake: true) { $0.add(script) }
  }

  private mutating func add(
    named name: String, tellsMistake: Bool = false,
    _ add: (inout any ReportDocument) throws -> Void
  ) throws -> [String] {
    var lines: [String] = []
    for (index, request) in requests.enumerated()
    where !tellsMistake || request.kind.tellsMistakes {
      if var document = documents[index] {
        try add(&document)
        documents[index] = document
        continue
      }
      var document = document(request.kind)
      try add(&document)
      let path = (folder as NSString).appendingPathComponent(
        "\(name).\(request.kind.fileExtension)")
      lines.append(try put(document, request.kind, at: path))
    }
    return lines
  }

  /// Writes the reports about all results.
  ///
  /// - Returns: What was written, a line for each report in a file.
  package func finish() throws -> [String] {
    var lines: [String] = []
    for (index, request) in requests.enumerated() {
      guard let document = documents[index] else { continue }
      if case .file(let path) = request.target {
        lines.append(try put(document, request.kind, at: path))
      } else {
        for file in document.files { try write(file.bytes) }
      }
      if let github = document as? GitHubDocument,
        let path = environment["GITHUB_STEP_SUMMARY"], !path.isEmpty
      {
        try append(github.stepSummary, to: path)
        lines.append("github: added the summary of the step to \(path)")
      }
    }
    return lines
  }

  private func document(_ kind: ReportKind) -> any ReportDocument {
    switch kind {
    case .markdown: MarkdownDocument()
    case .json: JSONDocument()
    case .junit: JUnitDocument(reasons, strict: isStrict)
    case .github: GitHubDocument(reasons, strict: isStrict)
    case .hgrm: HistogramDocument(run: run)
    case .chrome: TraceDocument(.chrome, run: run)
    case .perfetto: TraceDocument(.perfetto, run: run)
    }
  }

  // MARK: Files

  /// Throws if a report could not be written, before there is any.
  private func check(_ kind: ReportKind, at path: String) throws(WriteError) {
    let parent = path.parentPath
    let attributes = try? FileManager.default.attributesOfItem(
      atPath: URL(fileURLWithPath: parent).resolvingSymlinksInPath().path)
    guard parent.isEmpty || attributes?[.type] as? FileAttributeType == .typeDirectory else {
      throw WriteError.unwritten(path: path, reason: "there is no folder '\(parent)'")
    }
    guard kind != .hgrm else { return }
    try WholeFiles.check(path, replacing: replaces) { [.github, .perfetto].contains(kind) }
  }

  private func put(
    _ document: any ReportDocument, _ kind: ReportKind, at path: String
  ) throws -> String {
    let files = document.files.map { file in
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
    try WholeFiles(files.map { (path: $0.path, bytes: $0.bytes) }).write(replacing: replaces)
    for file in files {
      // A viewer that shows less than was written would not say so.
      guard let bytes = FileManager.default.contents(atPath: file.path) else {
        throw WriteError.unwritten(path: file.path, reason: "it cannot be read back")
      }
      if let flaw = document.flaw(in: [UInt8](bytes), of: file.name) {
        throw WriteError.unwritten(path: file.path, reason: "read back, it holds \(flaw)")
      }
    }
    return "\(kind.rawValue): \(path): \(document.summary)"
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

extension ReportRequest {
  /// Whether standard output is for the report; annotations stand beside other text.
  package var takesOutput: Bool { target == .standardOutput && kind != .github }
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
    for request in requests where request.target == .beside && out == "-" {
      throw UsageError(
        "'--out -' writes no files. Name one: '--report \(request.kind.rawValue)=FILE'.")
    }
    var known = Set(plans.flatMap { $0.plan.experiment.inputs.map(\.path) }.map(resolved))
    for case .file(let path) in requests.map(\.target) {
      guard known.insert(resolved(path)).inserted else {
        throw UsageError("'\(path)' is an input, or another report. Choose another file.")
      }
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

  private static func resolved(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }
}

/// A report that grows experiment by experiment.
protocol ReportDocument {
  /// Takes in a result.
  ///
  /// - Throws: What a run threw that was performed once more, or that the report would be too
  ///   large.
  mutating func add(_ result: ExperimentResult) throws

  /// Takes in that a script could not be read.
  mutating func add(_ script: MistakenScript)

  /// The whole report, in files of one name each; the empty name is that of the report itself.
  var files: [(name: String, bytes: [UInt8])] { get }

  /// What is in it, in a few words.
  var summary: String { get }

  /// Returns what is wrong with a file that was read back; `nil` if it holds what was written.
  func flaw(in bytes: [UInt8], of name: String) -> String?
}

extension ReportDocument {
  mutating func add(_ script: MistakenScript) {}

  func flaw(in bytes: [UInt8], of name: String) -> String? {
    files.contains { $0.name == name && $0.bytes == bytes } ? nil : "other bytes"
  }
}

/// A script that could not be read, as reports tell it.
package struct MistakenScript {
  /// The experiment's short name.
  let name: String
  /// The file.
  let path: String
  /// What is wrong with it.
  let error: ScriptError

  /// Creates what is told of a script.
  ///
  /// - Parameters:
  ///   - name: The short name of its experiment.
  ///   - path: The file.
  ///   - error: What is wrong with it.
  package init(name: String, path: String, _ error: ScriptError) {
    (self.name, self.path, self.error) = (name, path, error)
  }
}
