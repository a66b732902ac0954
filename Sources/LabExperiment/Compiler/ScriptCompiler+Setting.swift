import LabLanguage

extension ScriptCompiler {
  /// Applies what `set` and, after that, `--set` say of statements and their clauses.
  ///
  ///     display=120 Hz          a statement that may be given once
  ///     noise.takes=2 ms        a clause of a load
  ///     link.ball.takes=2 ms    a clause of a timer, link or motion, or of a load of the arm
  ///
  /// - Returns: What they say of sweeps.
  func overrideStatements(_ settings: [(name: String, values: String)]) -> [ScriptOverride] {
    let own = outline["set"].compactMap { statement in
      attempt { () throws(Mistake) in try ScriptOverride(statement) }
    }
    let typed = settings.compactMap { setting in
      attempt { () throws(Mistake) in try ScriptOverride(typed: setting.name, setting.values) }
    }
    return (own + typed).filter { setting in
      let isSweep = outline.statements.contains {
        $0.form.role == .sweep && $0.head.first?.text == setting.name
      }
      let isStatement = Grammar.form(setting.name)?.isSingle == true
      guard isStatement || setting.name.contains(".") else { return true }
      _ = attempt { () throws(Mistake) in
        guard !isSweep else {
          throw Mistake(
            setting.place,
            "'\(setting.name)' is a sweep and a statement. Rename the sweep in the script.")
        }
        if isStatement {
          outline.replace(
            setting.name, with: try setting.statement(Grammar.known(setting.name)))
        } else {
          try override(setting)
        }
        hasOtherStatements = true
      }
      return false
    }
  }

  /// Overrides a clause of the one statement that a path names.
  private func override(_ setting: ScriptOverride) throws(Mistake) {
    let (path, place) = (setting.name, setting.place)
    let parts = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard (2...3).contains(parts.count), !parts.contains("") else {
      throw Mistake(
        place,
        "'\(path)' is not a clause. Write it as arm.driver.clause, for example"
          + " 'link.ball.takes=2 ms', or as load.clause.")
    }
    let (name, clause) = (parts[parts.count - 2], parts[parts.count - 1])
    var arm: Int?
    if parts.count == 3 {
      let arms = outline.arms.compactMap { $0.statement.head.first?.text }
      guard let index = arms.firstIndex(of: parts[0]) else {
        throw Mistake(place, "there is no arm '\(parts[0])'.", hint: Hint(parts[0]) { arms })
      }
      arm = index
    }
    let candidates = arm.map { outline.arms[$0].members } ?? outline.statements
    let named = candidates.indices.filter {
      (arm != nil || candidates[$0].form.role == .disturbance)
        && candidates[$0].head.first?.text == name
    }
    guard !named.isEmpty else {
      let names = candidates.filter { $0.form.hasName }.compactMap { $0.head.first?.text }
      throw Mistake(
        place, "there is no '\(name)'" + (arm == nil ? " among the loads." : " in this arm."),
        hint: Hint(name) { names })
    }
    let having = named.filter { index in
      candidates[index].form.clauses.contains { $0.name == clause }
    }
    guard having.count == 1, let index = having.first else {
      let clauses = named.flatMap { candidates[$0].form.clauses.map { $0.name } }
      throw Mistake(
        place,
        having.isEmpty
          ? "'\(name)' has no clause '\(clause)'."
          : "'\(path)' is a clause of several statements. Change the script.",
        hint: having.isEmpty ? Hint(clause) { clauses } : nil)
    }
    try outline.change(in: arm, at: index) { statement throws(Mistake) in
      do throws(Mistake) {
        try statement.replace(clause, with: setting.value, at: place)
      } catch {
        // The statement itself is right; the place is that of the value.
        let isOfValue = error.place.map { $0.source === place.source || $0.source.path == "--set" }
        throw isOfValue == true ? error : Mistake(place, error.text)
      }
    }
  }
}
