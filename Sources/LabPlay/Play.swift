import LabAnswer
import LabExperiment
import LabLanguage
import LabMetrics
import LabReport
import LabResults
import LabStudy

/// The lab for a page in a browser: files that it is given, and questions about the scripts there.
///
/// It answers in bytes, with the writers of the command.
package struct Play {
  private var files: [ScriptInput] = []

  /// How much virtual time the runs may take for what is to be proven while a hand turns a value,
  /// about; what takes longer follows with the whole run.
  private static let proofTime = Duration.seconds(30)

  /// Creates a lab without files.
  package init() {}

  /// Makes a file known by its path, or another content of it.
  package mutating func put(_ bytes: [UInt8], at path: String) {
    files.removeAll { $0.path == path }
    files.append(ScriptInput(path: path, bytes: bytes))
  }

  /// Performs a script.
  ///
  /// - Parameters:
  ///   - path: The script.
  ///   - isWhole: Whether every metric is a column, rather than those of the command.
  /// - Returns: `runs.csv`, or an object that says why there is none.
  package func csv(of path: String, isWhole: Bool) -> [UInt8] {
    do throws(NoAnswer) {
      let plan = try plan(of: path)
      let columns = isWhole ? nil : MetricColumns.usual(and: []).names(for: plan.experiment)
      return try Self.result(of: plan, path, columns).runsCSV
    } catch {
      return Self.object(Self.members(of: error))
    }
  }

  /// Performs the runs of a script at one sweep point, for what a hand turns to be seen at once.
  ///
  /// - Parameters:
  ///   - path: The script.
  ///   - run: The position of one of them in the plan; beyond its runs for the first point.
  /// - Returns: What the script of a page draws, what is said of it first, whether these are all
  ///   runs, and the values that can be turned; or why there are none. What is proven is `null`
  ///   where that takes longer.
  package func look(_ path: String, at run: Int) -> [UInt8] {
    var members = Self.members { () throws(NoAnswer) in
      var (plan, isWhole) = try plan(of: path, about: run, changed: true)
      let columns = MetricColumns.usual(and: []).names(for: plan.experiment)
      // What is said of the runs is about their tasks, too.
      plan.measuresTasks = true
      let shown = Self.case(of: plan)
      do throws(ResultFailure) {
        let results = try? shown?.runs.map { run throws(ExperimentFailure) in try run.result() }
        let result =
          if let results {
            try ExperimentResult(
              name: Self.name(of: path), of: plan, performed: results, columns: columns)
          } else {
            try ExperimentResult(
              name: Self.name(of: path), performing: plan, by: Runner(jobs: 1), columns: columns,
              searches: false)
          }
        let drawn = try PageData.members(
          of: result, triesChanges: false, shown: shown, proofTime: Self.proofTime)
        let count = plan.indices.count(where: plan.performs)
        return [
          ("whole", "\(isWhole)"), ("performed", "\(count)"), ("runs", "\(plan.count)"),
          ("notes", Self.notes(of: plan)),
        ] + Self.said(of: result, knowing: shown?.runs ?? []) + drawn
      } catch {
        throw .failure(error)
      }
    }
    members.append(("handles", handles(of: path)))
    return Self.object(members)
  }

  /// Performs the arms of a script at one sweep point, and says what matters most.
  ///
  /// - Parameters:
  ///   - path: The script.
  ///   - run: The position of one of the runs in the plan; beyond its runs for the first point.
  ///   - changed: Whether with the arms of `what if`.
  /// - Returns: For every driver its name, how many slots it drops and how often it fires twice in
  ///   one refresh, or -1; or why there are none.
  package func outcome(_ path: String, at run: Int, changed: Bool) -> [UInt8] {
    let members = Self.members { () throws(NoAnswer) in
      let plan = try plan(of: path, about: run, changed: changed).plan
      let names = ["dropped", "double_fires"]
      let result = try Self.result(of: plan, path, names, searches: false)
      var rows: [String] = []
      for run in plan.indices where plan.performs(run) && (changed || !plan.isChanged(run)) {
        let arm = plan.arm(of: run)
        for driver in arm.drivers {
          let counts = names.map { name in
            result.table.value(run: run, driver: driver, metric: name).map { $0.number } ?? -1
          }
          let label = arm.drivers.count == 1 ? arm.name : "\(arm.name).\(driver)"
          rows.append(
            "[\(JSONText.quoted(label)),\(Int64(counts[0])),\(Int64(counts[1]))]")
        }
      }
      return [("rows", "[\(rows.joined(separator: ","))]")]
    }
    return Self.object(members)
  }

  /// Performs a script, and says what came of it.
  ///
  /// - Parameters:
  ///   - path: The script.
  ///   - draws: Whether to say what the script of a page draws.
  ///   - triesChanges: Whether to say of the drivers that drop refreshes what would help, which
  ///     takes some hundred runs more.
  /// - Returns: An object with the answer and what the script of a page draws, or with why there is
  ///   none; and with the values of the script that can be turned.
  package func run(_ path: String, draws: Bool = true, triesChanges: Bool) -> [UInt8] {
    var members = Self.members { () throws(NoAnswer) in
      let plan = try plan(of: path)
      let columns = MetricColumns.usual(and: []).names(for: plan.experiment)
      let result = try Self.result(of: plan, path, columns)
      let answer = try NoAnswer.unlessRun { () throws(ExperimentFailure) in
        try RunFindings(result).answer()
      }
      var members = Self.members(of: answer) + Self.said(of: result)
      members.append(("notes", Self.notes(of: plan)))
      members.append(("runs", "\(plan.count)"))
      guard draws else { return members }
      do throws(ResultFailure) {
        members += try PageData.members(of: result, triesChanges: triesChanges)
      } catch {
        throw .failure(error)
      }
      return members
    }
    members.append(("handles", handles(of: path)))
    return Self.object(members)
  }

  /// Says what happened in a run, why, and what helps.
  ///
  /// - Parameters:
  ///   - path: The script.
  ///   - run: The position of a run in the plan, at whose sweep point an expectation fails first or
  ///     something is worst; `nil` for all points.
  /// - Returns: An object with the answer and which run it is about, or with why there is none.
  package func why(_ path: String, run: Int?) -> [UInt8] {
    let members = Self.members { () throws(NoAnswer) in
      let plan =
        if let run { try plan(of: path, about: run, changed: true).plan } else {
          try plan(of: path)
        }
      let result: ExperimentResult
      do throws(ResultFailure) {
        result = try ExperimentResult(name: "why", performing: plan, by: Runner(forShowing: 1))
      } catch {
        throw .failure(error)
      }
      let explained = result.explained()
      let found = try NoAnswer.unlessRun { () throws(ExperimentFailure) in
        try WhyFindings(of: plan, explained.trouble, failing: explained.failing)
      }
      return Self.members(of: found.answer(about: path))
        + [("place", JSONText.quoted(found.place ?? ""))]
    }
    return Self.object(members)
  }
}

extension Play {
  /// Why there is no answer.
  fileprivate enum NoAnswer: Error {
    case mistakes(ScriptError)
    case failure(ResultFailure)

    /// Does what performs runs.
    static func unlessRun<Value>(
      _ body: () throws(ExperimentFailure) -> Value
    ) throws(NoAnswer) -> Value {
      do throws(ExperimentFailure) { return try body() } catch { throw .failure(.run(error)) }
    }
  }

  private func plan(of path: String) throws(NoAnswer) -> Plan {
    do throws(ScriptError) {
      let experiment = try Experiment(
        inputs: files.filter { $0.path == path } + files.filter { $0.path != path },
        overriding: [], isTurned: true)
      return try experiment.plan()
    } catch {
      throw .mistakes(error)
    }
  }

  /// The first replication of the sweep point of a run, with the arms of `what if` or without.
  private func plan(
    of path: String, about run: Int, changed: Bool
  ) throws(NoAnswer) -> (plan: Plan, isWhole: Bool) {
    let whole = try plan(of: path)
    let arms = whole.experiment.arms.count
    let isWhole = whole.pointCount == 1 && whole.replications == 1
    guard !isWhole || !changed && (0..<arms).contains(where: whole.isChanged) else {
      return (whole, true)
    }
    let first = whole.indices.contains(run) ? run / arms * arms : 0
    let place = whole.label(of: first).point.map { "{\($0.name)} == \($0.value)" }
    let kept = (first..<first + arms).filter { changed || !whole.isChanged($0) }
    let condition = (place + ["replication < 1"]).joined(separator: " and ")
    let only =
      changed
      ? condition
      : kept.map { "\(condition) and arm == \(whole.arm(of: $0).name)" }
        .joined(separator: " or ")
    // Values that no condition can name, such as laws, are performed all.
    guard let plan = try? whole.experiment.plan(only: only) else { return (whole, true) }
    return (plan, isWhole)
  }

  /// The runs of a plan of one sweep point and replication; `nil` for one of more, and where a run
  /// cannot be drawn.
  private static func `case`(of plan: Plan) -> Case? {
    let arms = plan.experiment.arms.count
    let runs = plan.indices.filter(plan.performs)
    guard let first = runs.first, let last = runs.last, first / arms == last / arms else {
      return nil
    }
    return try? Case(of: first, in: plan)
  }

  /// What is said of a result first: of which run, what happened in it and why, and what came of
  /// the expectations.
  private static func said(
    of result: ExperimentResult, knowing known: [Case.Run] = []
  ) -> [(String, String)] {
    var members = RunFindings.verdict(of: result).map { [("verdict", JSONText.quoted($0))] } ?? []
    if let first = try? result.headline(knowing: known) {
      let arms = result.experiment.arms.count
      let words = [
        ("run", "\(first.run)"), ("first", "\(first.run / arms * arms)"),
        ("place", JSONText.quoted(first.place)),
        ("what", JSONText.quoted(first.headline.what)),
        ("why", JSONText.quoted(first.headline.why ?? "")),
      ]
      members.append(("said", JSONText.object(words)))
    }
    return members
  }

  private static func notes(of plan: Plan) -> String {
    JSONText.array(of: plan.experiment.notes.map { object(of: $0) })
  }

  private static func result(
    of plan: Plan, _ path: String, _ columns: [String]?, searches: Bool = true
  ) throws(NoAnswer) -> ExperimentResult {
    do throws(ResultFailure) {
      return try ExperimentResult(
        name: name(of: path), performing: plan, by: Runner(jobs: 1), columns: columns,
        searches: searches)
    } catch {
      throw .failure(error)
    }
  }

  /// The name of a script: its file without the extension.
  private static func name(of path: String) -> String {
    let file = path.split(separator: "/").last.map { String($0) } ?? path
    return file.hasSuffix(".lab") ? String(file.dropLast(4)) : file
  }

  /// What a question was answered with, or why it was not.
  private static func members(
    _ answer: () throws(NoAnswer) -> [(String, String)]
  ) -> [(String, String)] {
    do throws(NoAnswer) {
      return try answer()
    } catch {
      return members(of: error)
    }
  }

  private static func members(of error: NoAnswer) -> [(String, String)] {
    switch error {
    case .mistakes(let error):
      [
        ("mistakes", JSONText.array(of: error.diagnostics.map { object(of: $0) })),
        ("omitted", "\(error.omitted)"), ("text", JSONText.quoted(error.description)),
      ]
    case .failure(let failure): [("failure", JSONText.quoted(words(of: failure)))]
    }
  }

  /// What is wrong, and what to do about it in a page, which has no options.
  private static func words(of failure: ResultFailure) -> String {
    guard case .run(.run(let cause)) = failure, let length = cause.keptLength else {
      return failure.description
    }
    return "run \(cause.run.index), arm '\(cause.run.arm)', has more events than are drawn. Write"
      + " 'run \(length)'. What CSV saves has the numbers of longer runs, too."
  }

  private static func members(of answer: Answer) -> [(String, String)] {
    [
      ("answer", AnswerJSON.text(of: answer)), ("headline", JSONText.quoted(answer.headline)),
      ("html", JSONText.quoted(AnswerHTML.text(of: answer))),
    ]
  }

  /// The values of a script that can be turned, also where it has mistakes.
  private func handles(of path: String) -> String {
    guard let file = files.first(where: { $0.path == path }),
      let source = try? SourceText(path: path, bytes: file.bytes, limit: Limits.scriptBytes)
    else { return "[]" }
    return JSONText.array(
      of:
        source.handles.map { handle in
          var members = [
            ("name", JSONText.quoted(handle.name)), ("line", "\(handle.line)"),
            ("from", "\(handle.columns.lowerBound)"), ("to", "\(handle.columns.upperBound)"),
            ("text", JSONText.quoted(handle.text)),
          ]
          switch handle.kind {
          case .number(let unit): members.append(("unit", JSONText.quoted(unit)))
          case .word(let words):
            members.append(("words", JSONText.array(ofTexts: words)))
          }
          return JSONText.object(members)
        })
  }

  private static func object(of diagnostic: Diagnostic) -> String {
    var members = [
      ("severity", JSONText.quoted(diagnostic.severity.rawValue)),
      ("path", JSONText.quoted(diagnostic.path)),
    ]
    if let position = diagnostic.position {
      members += [("line", "\(position.line)"), ("column", "\(position.column)")]
    }
    members += [
      ("message", JSONText.quoted(diagnostic.said)),
      ("text", JSONText.quoted(diagnostic.description)),
    ]
    // A page has no command that shows it.
    if let more = diagnostic.reference {
      members.append(
        ("more", JSONText.array(ofTexts: [more.title, more.text ?? MetricFamily.reference])))
    }
    return JSONText.object(members)
  }

  private static func object(_ members: [(String, String)]) -> [UInt8] {
    Array((JSONText.object(members) + "\n").utf8)
  }
}
