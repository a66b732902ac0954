import LabKernel
import LabLanguage
import LabLoop
import LabMetrics
import LabText
import LabWorkload

/// A smallest set of tasks as recordings, and a script that replays them for one arm at one point.
///
/// A recording has whole microseconds, so that drawn tasks are rounded; ``trouble`` says what is
/// left of the trouble when the script is read and performed.
package struct SmallestScript: Sendable {
  /// The script.
  package let text: String
  /// The recordings that it names, by their names.
  package let files: [(name: String, text: String)]
  /// The trouble that the script shows, in the metric that was kept; `nil` if it is undefined.
  package let trouble: Int64?

  /// Writes a script of the same scene and arm, and performs it.
  ///
  /// - Parameters:
  ///   - set: The tasks.
  ///   - base: The base for which they were found.
  ///   - plan: The plan of the base.
  ///   - name: The name of the script without its extension.
  /// - Throws: ``ExperimentFailure`` if the script cannot be read again, or if a run fails.
  package init(
    _ set: SmallestSet, of base: WhatIf, in plan: Plan, name: String
  ) throws(ExperimentFailure) {
    let run = base.runs[0]
    let writer = SceneWriter(plan.experiment, run)
    var files: [(name: String, text: String)] = []
    var loads: [String] = []
    for (load, tasks) in zip(set.scenario.loads, set.scenario.plannedTasks) where !tasks.isEmpty {
      let modes = load.modes.map { $0.name }.joined(separator: ", ")
      let delivery = " as \(load.delivery.rawValue) in \(modes)"
      if let leader = load.leaders.first {
        let end = load.driverFollowed == nil ? leader : "\(leader) ends"
        loads.append("load \(load.name)\(try Self.after(end, load, tasks))\(delivery)")
      } else {
        let file = "\(name)-\(load.name).csv"
        files.append((file, Self.recording(tasks)))
        loads.append("load \(load.name) recorded \(file)\(delivery)")
      }
    }
    let amount = set.metric.isTime ? "\(set.trouble) ns" : "\(set.trouble)"
    let expectation =
      "expect \(run.arm).\(base.driver).\(set.metric.name) >= \(amount)"
    let heading = [
      "# \(set.tasks.count) of \(set.count) tasks that still cause the trouble.",
      "title \(name)", "seed \(run.seed)",
    ]
    let text =
      (heading + writer.scene + loads + [""] + writer.arm + ["", expectation])
      .joined(separator: "\n") + "\n"
    let inputs =
      [Experiment.Input(path: plan.experiment.path, bytes: Array(text.utf8))]
      + files.map {
        Experiment.Input(path: plan.experiment.beside($0.name), bytes: Array($0.text.utf8))
      } + plan.experiment.inputs.dropFirst()
    let again = try Experiment.plan(ofWritten: inputs)[0]
    trouble = set.metric.value(try WhatIf([again], driver: base.driver).troubles[0])
    self.text = text
    self.files = files
  }

  /// The clauses of a load that follows another: delays and durations in turn, one of each for
  /// every task that is left.
  private static func after(
    _ leader: String, _ load: Load, _ tasks: [Recording.Task]
  ) throws(ExperimentFailure) -> String {
    let delays = inTurn(tasks.map { Instant.start.duration(to: $0.arrival) })
    var text = " after \(leader) delayed by \(delays)"
    if load.begins > .start { text += " from \(load.begins.nanoseconds) ns" }
    if let ends = load.ends { text += " until \(ends.nanoseconds) ns" }
    text += " takes \(inTurn(tasks.map { $0.duration }))"
    guard text.utf8.count < Limits.lineBytes - 200 else {
      throw .cannotBegin(
        "the load '\(load.name)' follows \(tasks.count) tasks of '\(leader)', more than a line of a script"
          + " can list")
    }
    return text
  }

  /// Durations in turn, as a script lists them; one for all if all are the same.
  private static func inTurn(_ durations: [Duration]) -> String {
    let texts = durations.map { "\($0.wholeNanoseconds) ns" }
    return Set(texts).count == 1 ? texts[0] : texts.joined(separator: ", ")
  }

  private static func recording(_ tasks: [Recording.Task]) -> String {
    let rows = tasks.map { task in
      let start = (task.arrival.nanoseconds + 500) / 1000
      let length = (task.duration.wholeNanoseconds + 500) / 1000
      return "\(start),\(length),\(task.name)\n"
    }
    return "\(Recording.header)\n" + rows.joined()
  }
}

extension Experiment {
  /// Returns the path of a file that the script names relative to its own folder.
  fileprivate func beside(_ name: String) -> String {
    SourceText(path: path, line: "").beside(name)
  }
}

/// The statements of a script that make one arm at one sweep point, with its values in their
/// places.
struct SceneWriter {
  /// What stands at the margin, but for loads.
  private(set) var scene: [String] = []
  /// The arm with its members.
  private(set) var arm: [String] = []

  /// Writes the statements.
  ///
  /// - Parameters:
  ///   - experiment: The experiment.
  ///   - run: A run of the arm.
  ///   - keepsLoads: Whether loads that disturb all arms are written as well.
  ///   - changes: Values of clauses that a statement is to have; one that is empty is left out.
  init(
    _ experiment: Experiment, _ run: RunSpec, keepsLoads: Bool = false,
    changing changes: (Statement) -> [String: String] = { _ in [:] }
  ) {
    let values = Dictionary(keepingFirst: run.point.map { ($0.name, $0.value) })
    let files = InputFiles(read: experiment.inputs.bytes(of:))
    guard let bytes = experiment.inputs.first?.bytes,
      let source = try? SourceText(
        path: experiment.path, bytes: bytes, limit: Limits.scriptBytes)
    else { return }
    // What is set is written as if the script said it.
    let compiler = ScriptCompiler(source, files: files)
    _ = compiler.overrideStatements(experiment.overriding)
    let outline = compiler.outline
    func text(_ statement: Statement) -> String {
      var changes = changes(statement)
      // Of several recordings the run has one.
      if let file = run.label.recordedFile, statement.form.isLoad,
        statement["recorded"]?.spelling.contains("*") == true
      {
        changes["recorded"] = file
      }
      return statement.text(with: values, changing: changes)
    }
    for statement in outline.statements
    where statement.form.isOfRuns || keepsLoads && statement.form.isLoad {
      guard statement.isAbout(run.arm) else { continue }
      scene.append(text(statement))
    }
    guard let arm = outline.arms.first(where: { $0.statement.head[0].text == run.arm }) else {
      return
    }
    self.arm = ["arm \(run.arm)"] + arm.members.map { "  " + text($0) }
  }
}

extension Statement {
  /// Whether the statement has a meaning for an arm alone.
  fileprivate func isAbout(_ arm: String) -> Bool {
    guard form.keyword == "at" else { return true }
    let targets = ["pause", "resume", "invalidate"].compactMap { self[$0]?.first }
    return targets.allSatisfy { arm.matches(String($0.text.prefix { $0 != "." })) }
  }

  /// The statement as a line, with values instead of `{name}`.
  func text(with values: [String: String], changing changes: [String: String] = [:]) -> String {
    let clauses = form.clauses.flatMap { clause -> [String] in
      let value = changes[clause.name] ?? self[clause.name]?.spelling
      guard let value, !value.isEmpty else { return [] }
      return clause.words + [value] + [clause.unit].compactMap { $0 }
    }
    var text = ([form.keyword] + (head.isEmpty ? [] : [head.spelling]) + clauses)
      .joined(separator: " ")
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      text = text.with(value, for: "{\(name)}")
    }
    return text
  }
}
