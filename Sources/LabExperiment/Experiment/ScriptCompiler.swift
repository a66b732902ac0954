/// Turns the text of a script into an experiment, and collects the mistakes on the way.
final class ScriptCompiler {
  let source: SourceText
  let files: InputFiles
  let outline: ScriptOutline
  var sweeps: [Sweep] = []
  /// Whether some sweep has other values than those of the script.
  var isNarrowed = false
  /// Whether a name may be unknown only because its declaration holds a mistake.
  var hasLostNames: Bool
  private(set) var mistakes: [Mistake]
  private var usedSweeps: Set<Int> = []
  private var combinationsLeft = Limits.combinations

  init(_ source: SourceText, files: InputFiles) {
    self.source = source
    self.files = files
    outline = ScriptOutline(source)
    hasLostNames = outline.hasLostNames
    mistakes = outline.mistakes
  }

  /// Reads everything; returns `nil` if there are mistakes.
  func experiment(overriding: [(name: String, values: String)]) -> Experiment? {
    readSweeps(overriding: overriding)
    let (replications, seed) = replicationsAndSeed()
    let counts = sweeps.map(\.pieces.count) + [outline.arms.count, replications]
    if let excess = Plan.excess(counts) {
      // Nothing more is read, because the values alone could fill the memory.
      mistakes.append(excess)
      return nil
    }
    let scene = scene()
    let arms = arms(panel: scene?.panel)
    // Without an arm nothing can be expected, but that is said once.
    let claims = arms.isEmpty ? [] : outline["expect"]
    let expectations = claims.compactMap { statement in
      attempt { () throws(Mistake) in
        try Expectation(statement, arms: arms, sweeps: sweeps, mayBeIdle: isNarrowed)
      }
    }
    checkNothingIsMissing()
    checkSweepsAreUsed()
    let texts = ["title", "question", "because"].map { only($0)?.head.spelling }
    guard let scene, mistakes.isEmpty else { return nil }
    return Experiment(
      path: source.path, title: texts[0], question: texts[1], because: texts[2], sweeps: sweeps,
      arms: arms, replications: replications, seed: seed, inputs: files.contents,
      overriding: overriding, scene: scene, expectations: expectations)
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
        "'\(keyword)' is given twice; the first is in line \(all[0].keyword.place.line).")
    }
    return all.first
  }

  /// Records a mistake.
  func report(_ place: Place?, _ message: String) {
    mistakes.append(Mistake(place, message))
  }

  /// Reads a statement at every combination of the sweeps that it names; `nil` after a mistake.
  ///
  /// The value may depend on `others` besides, sweeps that the statement does not name.
  func setting<Value>(
    _ statement: Statement, others: [Axis] = [],
    _ build: (BoundStatement) throws(Mistake) -> Value
  ) -> Setting<Value>? {
    attempt { () throws(Mistake) in try checkedSetting(statement, others: others, build) }
  }

  private func checkedSetting<Value>(
    _ statement: Statement, others: [Axis], _ build: (BoundStatement) throws(Mistake) -> Value
  ) throws(Mistake) -> Setting<Value> {
    var indices = Set(others.map(\.index))
    for token in statement.values where token.kind == .reference {
      indices.insert(try sweeps.index(named: token))
    }
    usedSweeps.formUnion(indices)
    let axes = indices.sorted().map {
      Axis(index: $0, count: sweeps[$0].pieces.count)
    }
    // The number of runs is checked already, so that the product cannot overflow.
    let combinations = axes.reduce(1) { $0 * $1.count }
    guard combinations <= combinationsLeft else {
      throw Mistake(
        statement.keyword.place,
        "this names sweeps with too many combinations, \(combinations). Name fewer of them here.")
    }
    combinationsLeft -= combinations
    var values: [Value] = []
    for choice in Combinations(counts: axes.map(\.count)) {
      var point = sweeps.map { _ in 0 }
      var pieces: [String: [Token]] = [:]
      for (axis, value) in zip(axes, choice) {
        point[axis.index] = value
        pieces[sweeps[axis.index].name] = sweeps[axis.index].pieces[value]
      }
      do {
        values.append(
          try build(BoundStatement(statement: statement, values: pieces, point: point)))
      } catch {
        throw error.used(in: statement)
      }
    }
    return Setting(axes: axes, values: values)
  }

  private func checkSweepsAreUsed() {
    guard mistakes.isEmpty, !hasLostNames else { return }
    for (index, sweep) in sweeps.enumerated() where !usedSweeps.contains(index) {
      report(
        sweep.place,
        "nothing varies with this sweep. Write '{\(sweep.name)}' in the place of a value.")
    }
  }
}

extension Mistake {
  /// Adds the line that uses a value to a mistake in a sweep's values.
  func used(in statement: Statement) -> Mistake {
    guard let place, place.source.path == statement.keyword.place.source.path,
      place.line != statement.keyword.place.line
    else { return self }
    var mistake = self
    mistake.message += " (Line \(statement.keyword.place.line) uses this value.)"
    return mistake
  }
}

extension [Sweep] {
  /// Returns the index of the sweep that a `{name}` names.
  func index(named token: Token) throws(Mistake) -> Int {
    if let index = firstIndex(where: { $0.name == token.text }) { return index }
    let hint = Spelling.hint(for: token.text, among: map(\.name))
    let remedy = hint.isEmpty ? " Write 'sweep \(token.text) = …' with its values." : hint
    throw Mistake(token.place, "there is no sweep '\(token.text)'.\(remedy)", isAboutName: true)
  }
}
