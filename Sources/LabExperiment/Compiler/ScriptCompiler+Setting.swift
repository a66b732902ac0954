import LabBrowser
import LabLanguage
import LabText
import LabWorkload

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
    guard !(own + typed).isEmpty else { return [] }
    let sweeps = Set(outline.statements.having(.sweep).compactMap { $0.head.first?.text })
    var places = StatementPlaces(outline)
    return (own + typed).filter { setting in
      let isSweep = sweeps.contains(setting.name)
      let isStatement = Grammar.form(setting.name)?.isSingle == true
      guard isStatement || setting.name.contains(".") else { return true }
      _ = attempt { () throws(Mistake) in
        guard !isSweep else {
          throw Mistake(
            setting.place,
            "'\(setting.name)' is a sweep and a statement. Rename the sweep in the script.")
        }
        if isStatement {
          let statement = try setting.statement(Grammar.known(setting.name))
          if let place = places.singles[setting.name] {
            outline.replace(at: place, with: statement)
          } else {
            outline.replace(setting.name, with: statement)
            places = StatementPlaces(outline)
          }
        } else {
          try override(setting, places)
        }
        hasOtherStatements = true
      }
      return false
    }
  }

  /// The path of a clause, where the keyword of its statement was written first, perhaps without
  /// the arm or the clause; `nil` of any other path.
  private func withoutKeyword(_ parts: [String], _ places: StatementPlaces) -> String? {
    guard let keyword = parts.first, places.arms[keyword] == nil, places.loads[keyword] == nil,
      Grammar.forms.contains(where: { $0.keyword == keyword && $0.hasName })
    else { return nil }
    var path = Array(parts.dropFirst())
    if let first = path.first, places.arms[first] == nil, places.loads[first] == nil {
      guard let arm = places.members.firstIndex(where: { $0[first] != nil }),
        let name = outline.arms[arm].statement.head.first?.text
      else { return nil }
      path.insert(name, at: 0)
    }
    let isLoad = path.first.map { places.loads[$0] != nil } ?? false
    if path.count == (isLoad ? 1 : 2) { path.append("takes") }
    return path.count == (isLoad ? 2 : 3) ? path.joined(separator: ".") : nil
  }

  /// The path of a clause of the first driver that has it; `nil` if none has.
  func path(of clause: String) -> String? {
    for arm in outline.arms {
      let drivers = arm.members.having(.driver).filter { driver in
        driver.form.clauses.contains { $0.name == clause }
      }
      if let arm = arm.statement.head.first, let driver = drivers.first?.head.first {
        return "\(arm.text).\(driver.text).\(clause)"
      }
    }
    return nil
  }

  /// The path of a clause where an arm was written without its driver; `nil` if there is none.
  private func memberPath(
    of arm: String, _ clause: String, _ places: StatementPlaces
  ) -> String? {
    let members = places.arms[arm].map { outline.arms[$0].members } ?? []
    return members.first { $0.form.hasName && $0.form.clauses.contains { $0.name == clause } }
      .flatMap { $0.head.first.map { "\(arm).\($0.text).\(clause)" } }
  }

  /// Overrides a clause of the one statement that a path names.
  private func override(
    _ setting: ScriptOverride, _ places: StatementPlaces
  ) throws(Mistake) {
    let (path, place) = (setting.name, setting.place)
    let parts = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    if let right = withoutKeyword(parts, places) {
      throw Mistake(place, "'\(path)' begins with a statement. Write '\(right)'.")
    }
    guard (2...3).contains(parts.count), !parts.contains("") else {
      throw Mistake(
        place,
        "'\(path)' is not a clause. Write it as arm.driver.clause, for example"
          + " '\(self.path(of: "takes") ?? "link.ball.takes")=2 ms', or as load.clause.")
    }
    let (name, clause) = (parts[parts.count - 2], parts[parts.count - 1])
    var arm: Int?
    if parts.count == 3 {
      guard let index = places.arms[parts[0]] else {
        let arms = outline.arms.compactMap { $0.statement.head.first?.text }
        throw Mistake(place, "there is no arm '\(parts[0])'.", hint: Hint(parts[0]) { arms })
      }
      arm = index
    }
    let named = arm.map { places.members[$0][name] ?? [] } ?? places.loads[name] ?? []
    guard !named.isEmpty else {
      let candidates = arm.map { outline.arms[$0].members } ?? outline.statements
      let names = candidates.filter { $0.form.hasName }.compactMap { $0.head.first?.text }
      let homes = outline.arms.filter { home in
        arm == nil && home.members.contains { $0.form.hasName && $0.head.first?.text == name }
      }.compactMap { $0.statement.head.first?.text }
      let right = homes.first.map { "\($0).\(path)" } ?? memberPath(of: name, clause, places)
      throw Mistake(
        place,
        "there is no '\(name)'" + (arm == nil ? " among the loads." : " in this arm.")
          + (right.map { " Write '\($0)'." } ?? ""),
        hint: right == nil ? Hint(name) { names } : nil)
    }
    let forms = named.map { index in
      arm.map { outline.arms[$0].members[index].form } ?? outline.statements[index].form
    }
    let having = zip(named, forms).filter { $1.clauses.contains { $0.name == clause } }
      .map { $0.0 }
    guard having.count == 1, let index = having.first else {
      let clauses = forms.flatMap { $0.clauses.map { $0.name } }
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

/// Where the statements stand that a setting may name, found once for all settings.
private struct StatementPlaces {
  /// Each statement that may be given once, and is.
  private(set) var singles: [String: Int] = [:]
  /// What disturbs all arms, by its name.
  private(set) var loads: [String: [Int]] = [:]
  /// The arms by their names; of equal names the first.
  private(set) var arms: [String: Int] = [:]
  /// What stands below each arm, by its name.
  private(set) var members: [[String: [Int]]] = []

  init(_ outline: ScriptOutline) {
    var doubled: Set<String> = []
    for (index, statement) in outline.statements.enumerated() {
      let keyword = statement.form.keyword
      if statement.form.isSingle, singles.updateValue(index, forKey: keyword) != nil {
        doubled.insert(keyword)
      }
      if statement.form.role == .disturbance, let name = statement.head.first?.text {
        loads[name, default: []].append(index)
      }
    }
    for keyword in doubled { singles[keyword] = nil }
    for (index, arm) in outline.arms.enumerated() {
      if let name = arm.statement.head.first?.text, arms[name] == nil { arms[name] = index }
      var own: [String: [Int]] = [:]
      for (index, member) in arm.members.enumerated() {
        if let name = member.head.first?.text { own[name, default: []].append(index) }
      }
      members.append(own)
    }
  }
}

extension ScriptCompiler {
  /// Reads the rules of a browser; `nil` for a run loop.
  func tasks(_ bound: ResolvedStatement) throws(Mistake) -> TaskRules? {
    var tasks = try bound.head(.profile).map { TaskRules($0) }
    for rule in try bound.value("except", .rules) ?? [] {
      guard let rest = tasks?.without(rule) else {
        let has = TaskRules.Rule.allCases.filter { tasks?.without($0) != nil }.map { $0.rawValue }
        throw Mistake(
          bound.statement["except"]?.first?.place,
          "\(tasks?.browser.name ?? "a run loop") has no rule '\(rule.rawValue)'."
            + (has.isEmpty
              ? " Leave 'except' out, or write 'like chromium'."
              : " It has \(Spelling.list(has, "and")).")
        )
      }
      tasks = rest
    }
    return tasks
  }

  /// Reports what a browser cannot do whose rules the thread has at some sweep point.
  func checkBrowser(_ scene: Experiment.Scene, _ arms: [Experiment.Arm]) {
    guard let like = only("like") else { return }
    reportObjections(scene, arms, otherwise: like) { scenario in
      guard let rules = scenario.browser else { return [] }
      return [("", rules.objection(to: scenario))]
        + scenario.loads.map { ($0.name, rules.objection(to: $0)) }
        + scenario.drivers.map { ($0.name, rules.objection(to: $0)) }
    }
  }

  /// Reports what is wrong with the arms at the first sweep point where anything is, each thing
  /// once, at the statement of the load or driver that it is about.
  ///
  /// - Parameters:
  ///   - scene: What all arms share.
  ///   - arms: The arms.
  ///   - actions: What is done to their drivers under way.
  ///   - other: The statement for what is about no load or driver.
  ///   - objections: Returns names of loads and drivers, each with what is wrong with it.
  func reportObjections(
    _ scene: Experiment.Scene, _ arms: [Experiment.Arm],
    _ actions: [(arm: Int, setting: PointDependent<DriverAction>)] = [],
    otherwise other: Statement? = nil,
    _ objections: (Scenario) -> [(String, String?)]
  ) {
    var told: Set<String> = []
    let shared = outline.statements.loads
    for index in 0..<min(grid.count, Limits.combinations) where told.isEmpty {
      for (number, (arm, members)) in zip(arms, outline.arms.map({ $0.members })).enumerated() {
        var scenario = scene.scenario(of: arm, at: grid[index])
        scenario.actions = actions.filter { $0.arm == number }
          .map { $0.setting.value(at: grid[index]) }
        let statements = (shared + members).filter { $0.form.role != .motion }
        for case (let name, let text?) in objections(scenario) {
          guard let statement = statements.first(where: { $0.head.first?.text == name }) ?? other
          else { continue }
          // What all arms share is said once.
          if told.insert("\(statement.keyword.place.words) \(text)").inserted {
            report(statement.keyword.place, text)
          }
        }
      }
    }
  }
}
