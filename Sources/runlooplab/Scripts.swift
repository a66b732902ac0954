import Foundation
package import LabExperiment
import LabImport
package import LabLanguage
import LabMetrics
import LabResults
import LabStudy
package import LabText

/// The experiment scripts that the operands of a command name.
enum Scripts {
  /// Returns the paths of all scripts: files as they are, a folder as the scripts in it and in the
  /// folders that it holds.
  ///
  /// Scripts of a folder come in alphabetical order; '-' stands for standard input.
  static func paths(_ operands: [String]) throws(UsageError) -> [String] {
    guard !operands.isEmpty else {
      throw UsageError("no script is named. Name a file or a folder.")
    }
    var paths: [String] = []
    for operand in operands {
      guard isFolder(operand) else {
        paths.append(operand)
        continue
      }
      let folders = [operand] + contents(of: operand)
      let scripts = folders.flatMap { contents(of: $0).filter { $0.hasSuffix(".lab") } }
      guard !scripts.isEmpty else {
        try checkNoResult(operand)
        let result = StoredResult.names(in: operand).first.map {
          (operand as NSString).appendingPathComponent($0)
        }
        throw UsageError(
          result.map {
            "'\(operand)' holds results and no script. Write 'runlooplab why \($0)'."
          } ?? "the folder '\(operand)' holds no script (*.lab).")
      }
      paths += scripts
    }
    return paths
  }

  /// Whether a path leads to a folder.
  static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  /// Throws if what is named is the folder of a result, which has been performed.
  static func checkNoResult(_ path: String) throws(UsageError) {
    guard StoredResult.isAt(path) else { return }
    throw UsageError(
      "'\(path)' is a result. Write 'runlooplab show \(path)' or 'runlooplab why \(path)'.")
  }

  /// Refuses a table of a result, which is read as a whole.
  ///
  /// - Parameters:
  ///   - path: The path of a file.
  ///   - subcommand: The name of the subcommand that would read it.
  /// - Throws: `UsageError` with what to write.
  static func checkNoTable(_ path: String, for subcommand: String) throws(UsageError) {
    let folder = path.parentPath.isEmpty ? "." : path.parentPath
    let name = (path as NSString).lastPathComponent
    // A capture of frames is read by itself.
    guard path.hasSuffix(".csv"), !name.hasPrefix("presentmon"), StoredResult.isAt(folder),
      ResultColumns.all.contains(where: { $0.file == name })
    else { return }
    let takesResults = ["why", "show", "compare"].contains(subcommand)
    throw UsageError(
      "'\(path)' is a table of a result, which is named by its folder. Write"
        + " '\(takesResults ? "" : "runlooplab show ")\(folder)'.")
  }

  /// What a folder holds in alphabetical order, but for what is hidden.
  private static func contents(of folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
      .filter { !$0.hasPrefix(".") }.sorted()
      .map { (folder as NSString).appendingPathComponent($0) }
  }

  /// The operand that stands for standard input.
  static let standardInput = FileBytes.standardInput

  /// Reads a script and what it names, from files or from standard input.
  private static func read(
    _ path: String, overriding: [(name: String, values: String)]
  ) throws(ScriptError) -> Experiment {
    guard path == standardInput else { return try Experiment(path: path, overriding: overriding) }
    // If it is no script, its beginning tells what it is.
    _ = FileBytes.head(of: path)
    return try read(
      standardInput: (try? FileBytes(path).all()) ?? [], overriding: overriding)
  }

  /// Reads a script of which these are the bytes, and what it names from files.
  static func read(
    standardInput bytes: [UInt8], overriding: [(name: String, values: String)]
  ) throws(ScriptError) -> Experiment {
    try Experiment(path: Plan.standardInput, overriding: overriding) {
      path throws(InputFile.Problem) in
      path == Plan.standardInput ? bytes : try InputFile.read(path)
    }
  }

  /// Throws if the lab could not read a script that it is about to write.
  ///
  /// - Throws: `UnreadableScript`.
  static func checkReadable(
    _ script: [UInt8], at path: String, beside others: [(path: String, bytes: [UInt8])] = []
  ) throws {
    do {
      _ = try Experiment(path: path) { name throws(InputFile.Problem) in
        if name == path { return script }
        if let other = others.first(where: { $0.path == name }) { return other.bytes }
        return try InputFile.read(name)
      }
    } catch {
      throw UnreadableScript(path: path, error)
    }
  }

  /// The short name of the experiment in a script: its file name without the extension.
  static func name(of path: String) -> String {
    if path == standardInput { return "stdin" }
    return ((path as NSString).lastPathComponent as NSString).deletingPathExtension
  }

  /// The name of a script that is to be written, without the extension.
  static func newName(
    _ path: String, for option: String, as example: String
  ) throws(UsageError) -> String {
    let name = name(of: path)
    guard path.hasSuffix(".lab"), TraceFile.name(of: name + ".lab") == name else {
      throw UsageError(
        "'\(option) \(path)' is not a name for a script. Write for example \(option) \(example).")
    }
    return name
  }

  /// Returns what stands above scripts in a list: above the first of each folder the folder's name,
  /// and nothing if all of them lie in one.
  static func headings(of paths: [String]) -> [String?] {
    let folders = paths.map { $0.split(separator: "/").dropLast().last.map(String.init) ?? "." }
    guard Set(folders).count > 1 else { return paths.map { _ in nil } }
    return zip(folders, [nil] + folders).map { $0 == $1 ? nil : $0 }
  }

  /// Throws if two scripts would write to the same folder.
  static func checkNames(of paths: [String]) throws(UsageError) {
    var known: [String: String] = [:]
    for path in paths {
      guard let other = known.updateValue(path, forKey: name(of: path)) else { continue }
      throw UsageError(
        "'\(other)' and '\(path)' have the same name, and so the same folder for results."
          + " Run one after the other, each with an --out of its own.")
    }
  }

  /// Throws if the name of a script cannot be that of a folder and of an experiment in tables, or
  /// that of a sweep no column of its own.
  static func checkNames(in experiment: Experiment, of path: String) throws {
    let name = name(of: path)
    guard RunRequest.isName(name) else {
      throw UsageError(
        "'\(path)' gives its experiment the name '\(name)'. Rename the file, so that"
          + " its name begins with a letter or a digit and holds nothing invisible.")
    }
    if let clash = SweepColumn.clash(in: experiment) { throw InputError("'\(path)': \(clash)") }
  }

  /// Reads all scripts; if any has mistakes, shows those of all and returns `nil`.
  ///
  /// - Returns: The experiments; `nil` if a script has mistakes.
  static func read(
    _ paths: [String], overriding: [(name: String, values: String)] = []
  ) throws(ScriptError) -> [Experiment]? {
    let (experiments, mistaken) = try readEach(paths, overriding: overriding)
    return mistaken.isEmpty ? experiments.map(\.1) : nil
  }

  /// Reads all scripts, and shows the mistakes of those that have any.
  ///
  /// - Returns: The experiments, and what is wrong with the other scripts, each with its path.
  static func readEach(
    _ paths: [String], overriding: [(name: String, values: String)] = []
  ) throws(ScriptError) -> ([(String, Experiment)], mistaken: [(String, ScriptError)]) {
    var experiments: [(String, Experiment)] = []
    var mistaken: [(String, ScriptError)] = []
    for path in paths {
      do {
        experiments.append((path, try read(path, overriding: overriding)))
      } catch {
        // What is wrong with an option is the same for every script.
        guard !error.isAboutOptions else { throw error }
        let other =
          TraceFile.isTrace(path)
          ? "this is a trace or a recording. Try it: runlooplab try \(path)"
          : ListStudy.remark(on: path)
        Terminal.printError(
          other.map { "\(FileBytes.title(of: path)): error: \($0)" } ?? "\(error)")
        mistaken.append((path, error))
      }
    }
    return (experiments, mistaken)
  }

  /// Shows what is no mistake in a script, but worth knowing.
  static func showNotes(_ notes: [Diagnostic]) {
    for note in notes { Terminal.printError("\(note)") }
  }

  /// Returns the run that `--run` asks for, or the first one of every arm, or of the arm that
  /// `--arm` asks for.
  static func runs(of plan: Plan, _ arguments: Arguments) throws -> [RunSpec] {
    let arm = try arms(of: plan, arguments)?.last.map { plan.experiment.arms[$0].name }
    return plan.shownRuns(try run(of: plan, arguments)).filter { $0.arm == arm ?? $0.arm }
  }

  /// Returns the positions of the arms that `--arm` gives; `nil` without it.
  static func arms(of plan: Plan, _ arguments: Arguments) throws(UsageError) -> [Int]? {
    let arms = plan.experiment.arms.map(\.name)
    var positions: [Int] = []
    for arm in arguments.all("--arm") {
      guard let position = arms.firstIndex(of: arm) else {
        throw UsageError("there is no arm '\(arm)'." + Spelling.choice(for: arm, among: arms))
      }
      if !positions.contains(position) { positions.append(position) }
    }
    return positions.isEmpty ? nil : positions
  }

  /// Returns the position that `--run` gives; `nil` without it.
  static func run(of plan: Plan, _ arguments: Arguments) throws(UsageError) -> Int? {
    if let text = arguments.text("--run"), Int(text) == nil,
      let first = plan.indices.first(where: { plan.performs($0) && plan.arm(of: $0).name == text })
    {
      throw UsageError("'\(text)' is an arm, whose first run is \(first). Write '--run \(first)'.")
    }
    guard let run = try arguments.number("--run", in: 0...max(0, plan.count - 1)) else {
      return nil
    }
    guard plan.performs(run) else {
      throw UsageError("run \(run) is not among those that '--only' selects.")
    }
    return run
  }
}

/// Reads what is looked at or explained: a script, a result, a recording, or a trace of another
/// tool.
enum RunSource {
  /// The options that choose what is examined of a trace, but for a window of it.
  static let traceOptions =
    [TryCommand.display.about(.trace, .recording)] + TraceOption.choices

  /// Reads the one operand; `nil` if a script has mistakes, which are shown.
  static func read(_ arguments: Arguments) throws -> RunSubject? {
    let operands = arguments.operands
    guard let operand = operands.first, operands.count == 1 else {
      if operands.count > 1, operands.allSatisfy({ Double($0) != nil }) {
        throw UsageError(
          "numbers come from a file or a pipe. Write 'echo \(operands.joined(separator: " ")) |"
            + " runlooplab why -'.")
      }
      throw UsageError("name one script, one trace, or the folder of one result.")
    }
    return try read(operand, arguments)
  }

  /// Reads an operand; `nil` if a script has mistakes, which are shown.
  static func read(_ path: String, _ arguments: Arguments) throws -> RunSubject? {
    if isResult(path) {
      try arguments.check(.result, path)
      let stored = try StoredResult(at: path).result
      return RunSubject(path, named: stored.name, stored.plan, known: stored)
    }
    if path.hasSuffix(".lab") || Scripts.isFolder(path) {
      let paths = try Scripts.paths([path])
      guard paths.count == 1 else {
        throw UsageError(
          "'\(path)' holds \(paths.count) scripts. Name one of them, for example '\(paths[0])'.")
      }
      try arguments.check(.script, path)
      guard let plan = try PlanOptions(arguments).plans(paths)?.first else { return nil }
      let title = arguments.title(of: paths[0])
      Scripts.showNotes(plan.experiment.unjudged)
      if paths[0] != path { Terminal.printError("'\(path)' holds one script, '\(title)'.") }
      return RunSubject(title, named: Scripts.name(of: paths[0]), plan)
    }
    return try read(TraceFile(path, arguments), arguments)
  }

  /// Reads a trace or a recording, or a script of standard input.
  private static func read(_ file: TraceFile, _ arguments: Arguments) throws -> RunSubject {
    let options = try PlanOptions(arguments)
    let bytes = try FileBytes(file.path)
    if file.path == Scripts.standardInput, bytes.head().isEmpty {
      throw InputError(
        path: file.title,
        "nothing came. Write for example 'echo 16.7 16.7 33.3 16.7 33.4 16.6 | runlooplab why -'.")
    }
    if file.path == Scripts.standardInput, TrialInput.isScript(file.path, bytes.head()),
      ListStudy.remark(on: file.path, bytes.head()) == nil
    {
      try arguments.check(.script, file.title)
      let script = try Scripts.read(
        standardInput: bytes.all(), overriding: options.overriding)
      Scripts.showNotes(script.unjudged)
      return RunSubject(file.path, named: file.name, try options.plan(script))
    }
    try arguments.check(TrialInput.kind(of: bytes), file.title)
    let input = try TrialInput(file, bytes)
    for note in input.trace?.notes ?? [] { Terminal.printError("\(file.title): note: \(note)") }
    let script = try input.script(
      of: file, named: file.name, on: TryCommand.rates(arguments.text("--display")))
    return RunSubject(
      file.path, named: file.name,
      try options.plan(try script.experiment(overriding: options.overriding)),
      explained: Plan.Trouble(run: script.explained, driver: script.driver),
      recorded: try script.loop.flatMap { try RecordedCount($0.recording) })
  }

  /// Whether an operand is taken for a result: a folder that holds no script.
  static func isResult(_ operand: String) -> Bool {
    Scripts.isFolder(operand) && (try? Scripts.paths([operand])) == nil
  }
}

/// A script of the lab's own that the lab could not read, and so does not write.
struct UnreadableScript: UserError {
  let message: String
  /// The lab is at fault.
  var status: ExitStatus { .broken }

  init(path: String, _ error: ScriptError) {
    let first = error.diagnostics.first
    let place = first?.position.map { "line \($0.line): " } ?? ""
    message =
      "'\(path)' is not written, since the lab could not read it: \(place)\(first?.message ?? "")"
      + " The lab is at fault."
  }
}

/// The experiments that come with the command.
enum Shipped {
  /// Their folder in the checkout from which the command was built; `nil` if it is not there.
  private static let checkout: String? = {
    let root = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let folder = root.appending(path: "experiments").path
    return FileManager.default.fileExists(atPath: folder) ? folder : nil
  }()

  /// Their folder: here, or in the checkout.
  static let folder =
    FileManager.default.fileExists(atPath: "experiments") ? "experiments" : checkout

  /// What the name of one of them stands for.
  enum Meaning {
    /// Its script; the name of a group, such as ‘field’, stands for the folder.
    case script
    /// Its result, among those that ‘run’ writes if no option says otherwise.
    case result
  }

  /// Returns what an operand stands for: a path for the name of an experiment or of a group of
  /// them, else the operand itself.
  ///
  /// Where a result is meant, the name of any script stands for the folder that ‘run’ made of it. A
  /// file or a folder of that name comes first. What has a point or a slash is no name.
  ///
  /// - Throws: `UsageError` for a name that neither a file nor an experiment has, or for one of an
  ///   experiment without a result where that is meant.
  static func path(of operand: String, as meaning: Meaning) throws(UsageError) -> String {
    let word = operand.hasSuffix(".lab") ? String(operand.dropLast(4)) : operand
    guard let folder, operand != RecordingSides.divider, operand.first != "-",
      word.allSatisfy({ $0.isLetter || $0.isNumber || "-_".contains($0) }),
      !FileManager.default.fileExists(atPath: operand)
    else { return operand }
    let result = "results/\(operand)"
    if meaning == .result, Scripts.isFolder(result) { return result }
    let scripts = try Scripts.paths([folder])
    if word != operand {
      guard scripts.contains(where: { Scripts.name(of: $0) == word }) else { return operand }
      throw UsageError(
        "there is no file '\(operand)'; an experiment has no ending. Write '\(word)'.")
    }
    let groups = Set(scripts.map { ($0 as NSString).deletingLastPathComponent })
    let known = scripts + groups.sorted()
    guard let path = known.first(where: { Scripts.name(of: $0) == operand }) else {
      let hint =
        FileManager.default.fileExists(atPath: operand + ".lab")
        ? " Did you mean '\(operand).lab'?"
        : Spelling.hint(for: operand, among: known.map(Scripts.name))
      throw UsageError(
        "'\(operand)' is no file and no experiment."
          + (hint.isEmpty ? " 'runlooplab list' names the experiments." : hint))
    }
    guard meaning == .result else { return path }
    throw UsageError("there is no result '\(result)'. Make it: runlooplab run \(operand).")
  }

  /// Whether a script is one of them.
  static func contains(_ path: String) -> Bool {
    guard let checkout else { return false }
    return URL(filePath: path).resolvingSymlinksInPath().path
      .hasPrefix(URL(filePath: checkout).resolvingSymlinksInPath().path + "/")
  }
}

extension ScriptError: UserError {
  /// All diagnostics.
  package var message: String { description }
  /// Wrong usage if only options hold mistakes, else wrong input.
  package var status: ExitStatus { isAboutOptions ? .wrongUsage : .wrongInput }
  /// Yes: every mistake stands in a line.
  package var hasPlace: Bool { true }
}

extension ExperimentFailure: UserError {
  /// What is wrong, and what to do about it.
  package var message: String { description }
  /// Wrong input, unless the lab is at fault.
  package var status: ExitStatus {
    switch self {
    case .cannotBegin, .run: .wrongInput
    case .script(let error): error.status
    case .broken, .contradiction, .misfit, .proof, .notShown: .broken
    }
  }
  /// Whether a line of the script is to blame.
  package var hasPlace: Bool {
    switch self {
    case .run(let failure): failure.place != nil
    case .script(let error): error.hasPlace
    case .cannotBegin, .broken, .contradiction, .misfit, .proof, .notShown: false
    }
  }
}
