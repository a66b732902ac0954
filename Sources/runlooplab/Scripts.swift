import Foundation
import LabExperiment
import LabLanguage
import LabMetrics
import LabReport
import LabResults
import LabText

/// The experiment scripts that the operands of a command name.
enum Scripts {
  /// Returns the paths of all scripts: files as they are, folders as the scripts in them.
  ///
  /// Scripts of a folder come in alphabetical order; '-' stands for standard input.
  static func paths(_ operands: [String]) throws(UsageError) -> [String] {
    guard !operands.isEmpty else {
      throw UsageError("no script is named. Name a file or a folder.")
    }
    var paths: [String] = []
    for operand in operands {
      let attributes = try? FileManager.default.attributesOfItem(atPath: operand)
      guard attributes?[.type] as? FileAttributeType == .typeDirectory else {
        paths.append(operand)
        continue
      }
      let names = (try? FileManager.default.contentsOfDirectory(atPath: operand)) ?? []
      let scripts = names.filter { $0.hasSuffix(".lab") }.sorted()
      guard !scripts.isEmpty else {
        throw UsageError("the folder '\(operand)' holds no script (*.lab).")
      }
      paths += scripts.map { (operand as NSString).appendingPathComponent($0) }
    }
    return paths
  }

  /// The operand that stands for standard input.
  static let standardInput = "-"

  /// Reads a script and what it names, from files or from standard input.
  private static func read(
    _ path: String, overriding: [(name: String, values: String)]
  ) throws(ScriptError) -> Experiment {
    guard path == standardInput else { return try Experiment(path: path, overriding: overriding) }
    let data = try? FileHandle.standardInput.read(upToCount: InputFile.limit + 1)
    return try read(standardInput: data.map(Array.init) ?? [], overriding: overriding)
  }

  /// Reads a script of which these are the bytes, and what it names from files.
  static func read(
    standardInput bytes: [UInt8], overriding: [(name: String, values: String)]
  ) throws(ScriptError) -> Experiment {
    try Experiment(path: Plan.standardInput, overriding: overriding) { path in
      path == Plan.standardInput ? bytes : try InputFile.read(path)
    }
  }

  /// The short name of the experiment in a script: its file name without the extension.
  static func name(of path: String) -> String {
    if path == standardInput { return "stdin" }
    return ((path as NSString).lastPathComponent as NSString).deletingPathExtension
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

  /// Reads all scripts; if any has mistakes, shows those of all and returns `nil`.
  ///
  /// - Parameters:
  ///   - paths: The scripts.
  ///   - overriding: Values in the place of a sweep's own.
  ///   - showsNotes: Whether to show what is no mistake, but worth knowing.
  /// - Returns: The experiments; `nil` if a script has mistakes.
  /// - Throws: A mistake in an option.
  static func read(
    _ paths: [String], overriding: [(name: String, values: String)] = [], showsNotes: Bool = false
  ) throws(ScriptError) -> [Experiment]? {
    var experiments: [Experiment] = []
    var isSound = true
    for path in paths {
      do {
        let experiment = try read(path, overriding: overriding)
        experiments.append(experiment)
        if showsNotes { for note in experiment.notes { Terminal.printError("\(note)") } }
      } catch {
        // What is wrong with an option is the same for every script.
        guard !error.isAboutOptions else { throw error }
        Terminal.printError(
          TraceFile.isTrace(path)
            ? "\(path): error: this is a trace or a recording. Try it: runlooplab try \(path)"
            : "\(error)")
        isSound = false
      }
    }
    return isSound ? experiments : nil
  }

  /// Returns the run that `--run` asks for, or the first one of every arm, or of the arm that `--arm`
  /// asks for.
  static func runs(of plan: Plan, _ arguments: Arguments) throws -> [RunSpec] {
    let arms = plan.experiment.arms.map(\.name)
    if let arm = arguments.text("--arm"), !arms.contains(arm) {
      throw UsageError("there is no arm '\(arm)'." + Spelling.choice(for: arm, among: arms))
    }
    return plan.shownRuns(try run(of: plan, arguments)).filter {
      $0.arm == arguments.text("--arm") ?? $0.arm
    }
  }

  /// Returns the position that `--run` gives; `nil` without it.
  static func run(of plan: Plan, _ arguments: Arguments) throws(UsageError) -> Int? {
    guard let run = try arguments.number("--run", in: 0...max(0, plan.count - 1)) else {
      return nil
    }
    guard plan.performs(run) else {
      throw UsageError("run \(run) is not among those that '--only' selects.")
    }
    return run
  }
}
