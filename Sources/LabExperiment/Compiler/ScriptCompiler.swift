import LabBrowser
import LabLanguage
import LabText
import LabWorkload

/// Turns the text of a script into an experiment, and collects the mistakes on the way.
final class ScriptCompiler {
  let source: SourceText
  let files: InputFiles
  var outline: ScriptOutline
  var sweeps = SweepTable()
  var grid = Grid()
  /// Whether some sweep may have other values than those that its author wrote.
  var isNarrowed = false
  /// Whether some statement is another than that of the script, which may have named a sweep.
  var hasOtherStatements = false
  /// Whether a name may be unknown only because its declaration holds a mistake.
  var hasLostNames: Bool
  private(set) var mistakes: [Mistake]
  /// At which sweep points a change does not apply.
  var changeNotes: [Diagnostic] = []
  private var usedAxes: Set<Int> = []
  private var projections: [[Axis]: [Bool]?] = [:]
  /// The version of the language in which the script is written.
  private(set) lazy var language =
    only("language").flatMap { try? ResolvedStatement($0).head(.version) } ?? ScriptLanguage.version
  /// The names of the loads and inputs that all arms share.
  private(set) lazy var sharedLoads = outline.statements.loads.compactMap { $0.head.first?.text }
  /// The recordings of which each replication has another; `nil` if no load names several.
  var population: RecordingSet?
  var sweepValuesLeft = Limits.allSweepValues
  private var combinationsLeft = Limits.combinations
  /// What values may name; 'like' may come below what it rules.
  private lazy var scope: ReadingScope = {
    var scope = ReadingScope(files: files)
    let rules = outline["like"].first?.head.first
    if let rules, rules.kind == .reference || TaskRules.Browser(rawValue: rules.text) != nil {
      scope.deliveries = Delivery.ofPages
    }
    return scope
  }()

  init(_ source: SourceText, files: InputFiles) {
    self.source = source
    self.files = files
    outline = ScriptOutline(source, files: files)
    hasLostNames = outline.hasLostNames
    mistakes = outline.mistakes
  }

  /// Reads everything; returns `nil` if there are mistakes.
  func experiment(overriding all: [(name: String, values: String)]) -> Experiment? {
    let overriding = overrideStatements(all)
    checkLanguage()
    let (asked, seed) = replicationsAndSeed()
    // Of too many points nothing more is read, because the values alone could fill the memory.
    guard readSweeps(overriding: overriding) else { return nil }
    if let excess = Plan.excess(grid.counts + [outline.arms.count, asked]) {
      mistakes.append(excess)
      return nil
    }
    let scene = scene()
    var arms = arms(panel: scene?.panel)
    let replications = replications(asked: asked)
    if let scene, mistakes.isEmpty { checkBrowser(scene, arms) }
    if let scene, mistakes.isEmpty { checkPresenting(scene, arms) }
    if let scene, mistakes.isEmpty { checkInputs(scene, arms) }
    if let scene, mistakes.isEmpty, grid.count > 0 {
      for index in arms.indices { arms[index].settle(in: scene, at: grid[0]) }
    }
    let applied = applied(to: arms)
    if let scene, mistakes.isEmpty {
      check(applied, apply: arms, scene)
      arms += changedArms(arms, scene)
    }
    // The arms of 'what if' are made of scripts without a mistake so far.
    if !mistakes.isEmpty, !outline["what"].isEmpty { hasLostNames = true }
    let drivers = DriverTable(arms, lost: outline.lostDrivers)
    let actions = actions(on: drivers)
    checkEnds(scene, arms, actions)
    // Without an arm nothing can be expected, but that is said once.
    let finds = arms.isEmpty ? [] : finds(drivers)
    let expectations = arms.isEmpty ? [] : expectations(of: drivers, finds)
    let plots = (arms.isEmpty ? [] : outline["plot"]).compactMap { statement in
      attempt { () throws(Mistake) in try Plot(statement, drivers: drivers, sweeps: sweeps) }
    }
    let questions = (arms.isEmpty ? [] : statementsToProve).compactMap { statement in
      setting(statement) { bound throws(Mistake) in
        try OpenQuestion(bound, drivers: drivers, sweeps: sweeps)
      }
    }
    let precision = arms.isEmpty ? nil : precision(of: drivers)
    checkNothingIsMissing()
    checkSweepsAreUsed()
    let texts = ["title", "question", "because"].map { only($0)?.head.spelling }
    guard let scene, mistakes.isEmpty else { return nil }
    var experiment = Experiment(
      path: source.path, title: texts[0], question: texts[1], because: texts[2], sweeps: sweeps.all,
      arms: arms, replications: replications, seed: seed, plots: plots, inputs: files.contents,
      overriding: all, places: places, grid: grid, scene: scene,
      applied: applied, actions: actions,
      expectations: expectations, precision: precision, finds: finds, questions: questions,
      hasInputs: hasInputs, recordedFiles: population?.files ?? [])
    experiment.unjudged = notesOnLateWork(in: experiment) + notesOnQuestions
    experiment.notes =
      notes(on: arms, scene, named: experiment.namedMetrics) + experiment.unjudged
    return experiment
  }

  /// Reads what is expected; no two may have one name.
  private func expectations(of drivers: DriverTable, _ finds: [Find]) -> [Expectation] {
    var names: Set<String> = []
    return outline.statements.having(.claim).compactMap { statement in
      attempt { () throws(Mistake) in
        try spend(grid.count / 100, at: statement)
        let expectation = try Expectation(
          statement.head, in: statement, drivers: drivers, sweeps: sweeps, grid: grid,
          findings: Dictionary(keepingFirst: finds.compactMap { $0.entry }),
          mayBeIdle: isNarrowed)
        if let name = expectation.name, !names.insert(name).inserted {
          throw Mistake(
            statement.head[0].place,
            "another expectation is called '\(name)'. Write another name before the colon.")
        }
        return expectation
      }
    }
  }

  /// Runs a part of the work; a mistake is recorded and gives `nil`.
  func attempt<Value>(_ body: () throws(Mistake) -> Value) -> Value? {
    do {
      return try body()
    } catch {
      if !(error.isAboutName && hasLostNames) { mistakes.append(error) }
      return nil
    }
  }

  /// Returns the statement with a keyword that may be given once.
  func only(_ keyword: String) -> Statement? {
    let all = outline[keyword]
    if all.count > 1 {
      report(
        all[1].keyword.place,
        "'\(keyword)' is given twice; the first is in \(all[0].keyword.place.words). Leave one"
          + " of the two out.")
    }
    return all.first
  }

  /// Records a mistake.
  func report(_ place: Place?, _ message: String, hint: Hint? = nil) {
    mistakes.append(Mistake(place, message, hint: hint))
  }

  /// Records what else is wrong with a statement.
  func reportOthers(of statement: Statement, besides error: Mistake) {
    guard mistakes.count < Limits.diagnostics else { return }
    mistakes += statement.mistakes(besides: error, scope)
  }

  /// Reads a statement at every combination of the sweeps that it names; `nil` after a mistake.
  ///
  /// The value may depend on `others` besides, sweeps that the statement does not name.
  func setting<Value>(
    _ statement: Statement, others: [Axis] = [],
    _ build: (ResolvedStatement) throws(Mistake) -> Value
  ) -> PointDependent<Value>? {
    attempt { () throws(Mistake) in
      do throws(Mistake) {
        return try checkedSetting(statement, others: others, build)
      } catch {
        reportOthers(of: statement, besides: error)
        // A name of a sweep without its braces.
        guard
          let token = statement.values.first(where: {
            $0.kind == .word && sweeps[$0.text] != nil && $0.covers(error.place)
          })
        else { throw error }
        throw Mistake(
          token.place, "'\(token.text)' is the name of a sweep. Write '{\(token.text)}'.")
      }
    }
  }

  private func checkedSetting<Value>(
    _ statement: Statement, others: [Axis], _ build: (ResolvedStatement) throws(Mistake) -> Value
  ) throws(Mistake) -> PointDependent<Value> {
    var names: Set<Int> = []
    for token in statement.values where token.kind == .reference {
      names.insert(try sweeps.index(named: token))
    }
    let used = names.sorted().map { sweeps[$0] }
    let axes = Set(used.flatMap { $0.axes } + others).sorted { $0.index < $1.index }
    usedAxes.formUnion(axes.map { $0.index })
    // The number of points is checked already, so that the product cannot overflow.
    try spend(axes.combinationCount, at: statement)
    let projection = try projection(on: axes, for: statement)
    var values: [Value] = []
    var positions: [Int] = []
    for choice in Combinations(counts: axes.map({ $0.count })) {
      var point = grid.axes.map { _ in 0 }
      for (axis, value) in zip(axes, choice) { point[axis.index] = value }
      positions.append(values.count)
      guard projection?[positions.count - 1] ?? true else { continue }
      values.append(try value(of: statement, using: used, at: point, build))
    }
    return PointDependent(axes: axes, values: values, positions: projection.map { _ in positions })
  }

  private func value<Value>(
    of statement: Statement, using sweeps: [Sweep], at point: [Int],
    _ build: (ResolvedStatement) throws(Mistake) -> Value
  ) throws(Mistake) -> Value {
    var pieces: [String: [Token]] = [:]
    for sweep in sweeps { pieces[sweep.name] = sweep.pieces[sweep.axes.position(of: point)] }
    do {
      return try build(
        ResolvedStatement(statement, values: pieces, point: point, scope))
    } catch {
      let sweep = sweeps.first { error.place?.isOnLine(of: $0.place) ?? false }
      throw error.used(in: statement, as: sweep?.words(at: point))
    }
  }

  /// Returns which combinations of some axes' values a point has; the same axes are asked for
  /// often.
  private func projection(on axes: [Axis], for statement: Statement) throws(Mistake) -> [Bool]? {
    if let known = projections[axes] { return known }
    try spend(grid.count / 100, at: statement)
    let projection = grid.projection(on: axes)
    projections[axes] = .some(projection)
    return projection
  }

  /// Takes work out of the budget that keeps any script readable in moments.
  func spend(_ combinations: Int, at statement: Statement) throws(Mistake) {
    guard combinations <= combinationsLeft else {
      throw Mistake(
        statement.keyword.place,
        "this names sweeps with too many combinations, \(combinations). Name fewer of them here.")
    }
    combinationsLeft -= combinations
  }

  private func checkSweepsAreUsed() {
    guard mistakes.isEmpty, !hasLostNames, !hasOtherStatements else { return }
    let named = outline.references
    for sweep in sweeps {
      if sweep.isIndependent {
        guard !sweep.axes.allSatisfy({ usedAxes.contains($0.index) }) else { continue }
        report(
          sweep.place,
          "nothing varies with this sweep. Write '{\(sweep.name)}' instead of a value.")
      } else if !named.contains(sweep.name) {
        report(
          sweep.place,
          "nothing uses this value. Write '{\(sweep.name)}' instead of a value.")
      }
    }
  }
}
