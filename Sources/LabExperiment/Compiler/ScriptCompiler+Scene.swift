import LabDisplay
import LabKernel
import LabLanguage
import LabLoop
import LabMotion
import LabWorkload

extension ScriptCompiler {
  /// Reads what all arms share; `nil` if display or run are missing.
  func scene() -> Experiment.Scene? {
    let panel = only("display").flatMap { setting($0, self.panel) }
    let duration = only("run").flatMap { statement in
      setting(statement) { bound throws(Mistake) in try bound.head(.positiveDuration) }
    }
    let others = Grammar.forms.filter { $0.role == .setting && !Self.basis.contains($0.keyword) }
    let settings = others.compactMap { only($0.keyword) }.compactMap { setting($0, self.edit) }
    let loads = loads(named(outline.statements.loads))
    let gestures = outline["gesture"].compactMap { setting($0, self.gestures) }
    let rateChanges = rateChangeStatements.compactMap { setting($0, rateChange) }
    guard let panel, let duration else { return nil }
    checkRateChanges(panel, rateChanges)
    checkRefreshes(panel, duration, settings)
    return Experiment.Scene(
      duration: duration, panel: panel, rateChanges: rateChanges,
      edits: settings + loads.edits + gestures.edits + sleeps())
  }

  /// Reads when the machine sleeps, and reports sleeps that begin at one instant.
  private func sleeps() -> [PointDependent<ScenarioEdit>] {
    let statements = outline["at"].filter { $0["sleep"] != nil }
    let all = statements.compactMap { statement in
      setting(statement) { bound throws(Mistake) in
        WallClock.Sleep(
          at: try bound.head(.instant), for: try bound.required("sleep", .positiveDuration))
      }.map { (statement: statement, sleep: $0) }
    }
    for index in 0..<min(grid.count, Limits.combinations) where all.count > 1 {
      var begins: Set<Instant> = []
      for (statement, sleep) in all {
        let instant = sleep.value(at: grid[index]).begins
        guard !begins.insert(instant).inserted else { continue }
        report(
          statement.keyword.place,
          "the machine sleeps at \(instant) already. Write one longer sleep, or another instant.")
        return []
      }
    }
    return all.map { _, sleep in
      sleep.map { sleep in { scenario, _ in scenario.profile.wall.add(sleep) } }
    }
  }

  /// The settings of which every scenario is made; the others change it.
  private static let basis = ["display", "run"]

  /// Reads what a setting that is given once changes in every run.
  private func edit(_ bound: ResolvedStatement) throws(Mistake) -> ScenarioEdit {
    switch bound.statement.form.keyword {
    case "events":
      let limit = try bound.head(.events)
      return { scenario, _ in scenario.eventLimit = limit }
    case "wake-up":
      let delay = try bound.required("delayed by", .law)
      return { scenario, _ in scenario.wakeUpDelay = delay }
    case "alarms":
      let landing = try bound.required("land", .landing)
      return { scenario, _ in
        scenario.profile.alarmLanding = landing.place
        scenario.profile.alarmTick = landing.tick.wholeNanoseconds
      }
    case "napping":
      let nap = try nap(bound)
      return { scenario, _ in scenario.profile.nap = nap }
    case "like":
      let tasks = try self.tasks(bound)
      return { scenario, _ in scenario.browser = tasks }
    case "stretch":
      let factor = try bound.head(.factor)
      return { scenario, _ in scenario.stretch = factor }
    case "render-server":
      let cost = try bound.required("takes", .law)
      return { scenario, _ in scenario.renderCost = cost }
    case let keyword: preconditionFailure("nothing reads the setting '\(keyword)'")
    }
  }

  private func nap(_ bound: ResolvedStatement) throws(Mistake) -> Profile.Nap {
    let begins = try bound.required("from", .instant)
    let ends = try bound.required("until", .instant)
    guard begins < ends else {
      throw Mistake(
        bound.statement["until"]?.first?.place,
        "this nap is over before it begins. Write a later"
          + " end.")
    }
    return Profile.Nap(from: begins, until: ends, by: try bound.required("by", .positiveDuration))
  }

  /// Reports a run whose refreshes alone are more than the events that it may have.
  private func checkRefreshes(
    _ panel: PointDependent<Panel>, _ duration: PointDependent<Duration>,
    _ settings: [PointDependent<ScenarioEdit>]
  ) {
    for index in 0..<min(grid.count, Limits.combinations) {
      let point = grid[index]
      var scenario = Scenario(panel: panel.value(at: point), duration: duration.value(at: point))
      for edit in settings { edit.value(at: point)(&scenario, 0) }
      let refreshes = Int64(scenario.duration / scenario.panel.rate.period)
      guard !scenario.panel.isAdaptive, refreshes > scenario.eventLimit else { continue }
      report(
        only("run")?.keyword.place,
        "this run has \(refreshes) refreshes, more than the \(scenario.eventLimit) events that it may"
          + " have. Write a shorter one, or 'events \(20 * refreshes)'.")
      return
    }
  }

  /// Reports a version of the language that is not known.
  func checkLanguage() {
    guard let statement = only("language") else { return }
    _ = attempt { () throws(Mistake) in
      let bound = ResolvedStatement(statement)
      let version = try bound.head(.version)
      guard version <= ScriptLanguage.version else {
        throw Mistake(
          statement.head[0].place,
          "this is version \(version) of the language, and this program knows version"
            + " \(ScriptLanguage.version). Use a newer one.")
      }
    }
  }

  /// Reads how often runs are repeated (once) and from which number their draws derive (1).
  func replicationsAndSeed() -> (Int, UInt64) {
    let repetition = only("repeat").map { ResolvedStatement($0) }
    let count = attempt { () throws(Mistake) in
      try repetition?.head(.replications)
    }
    let drawn = attempt { () throws(Mistake) in
      try repetition?.value(", seed", .seed)
    }
    let own = attempt { () throws(Mistake) in
      try only("seed").map { statement throws(Mistake) in
        try ResolvedStatement(statement).head(.seed)
      }
    }
    if let first = repetition?.statement[", seed"], let second = outline["seed"].first {
      report(
        second.keyword.place,
        "the seed is given twice; the first is in \(first[0].place.words). Leave one of the two"
          + " out.")
    }
    return ((count ?? 1) ?? 1, (own ?? nil) ?? (drawn ?? nil) ?? 1)
  }

  /// Reads what must be known precisely before a sweep point is repeated no more.
  func precision(of drivers: DriverTable) -> Precision? {
    guard let statement = outline["repeat"].first, let tokens = statement["until"] else {
      return nil
    }
    return attempt { () throws(Mistake) in
      try Precision(tokens, in: statement, drivers: drivers, sweeps: sweeps)
    }
  }

  /// Reads what is searched; a search with a mistake may have given a name.
  func finds(_ drivers: DriverTable) -> [Find] {
    var names: Set<String> = []
    return outline["find"].compactMap { statement in
      let find = attempt { () throws(Mistake) in
        try spend(grid.count / 10, at: statement)
        let bound = ResolvedStatement(statement)
        let find = try Find(
          bound, drivers: drivers, sweeps: sweeps, grid: grid, mayBeIdle: isNarrowed)
        if let name = find.name, !names.insert(name).inserted {
          throw Mistake(
            statement["as"]?.first?.place, "there is another '\(name)' above. Choose another name.")
        }
        return find
      }
      if find == nil { hasLostNames = true }
      return find
    }
  }

  /// Reports the statements without which there is nothing to run.
  func checkNothingIsMissing() {
    let given = Set(outline.statements.map { $0.form.keyword }).union(outline.lostKeywords)
    for (keyword, value, purpose) in Grammar.needed
    where !given.contains(keyword) && (keyword != "arm" || outline.arms.isEmpty) {
      report(nil, "nothing says \(purpose). Write for example '\(keyword) \(value)'.")
    }
  }

  /// Returns the statements that have a name, and reports the others and every doubled name.
  ///
  /// - Parameters:
  ///   - statements: The statements.
  ///   - rivals: Statements of another kind that must not have the same names, by their names.
  /// - Returns: Those whose name can be read.
  func named(
    _ statements: [Statement], besides rivals: [String: Statement] = [:]
  ) -> [Statement] {
    var names: Set<String> = []
    return statements.filter { statement in
      let name = attempt { () throws(Mistake) in
        do throws(Mistake) {
          return try ResolvedStatement(statement).head(.name)
        } catch {
          reportOthers(of: statement, besides: error)
          throw error
        }
      }
      guard let name else {
        hasLostNames = true
        return false
      }
      if !names.insert(name).inserted {
        report(
          statement.head[0].place,
          "there is another '\(name)' above. Choose another name.")
      } else if let rival = rivals[name] {
        report(
          statement.head[0].place,
          "'\(name)' is the name of the \(rival.form.keyword) in \(rival.keyword.place.words)."
            + " Choose another name.")
      }
      return true
    }
  }
}

extension ScriptCompiler {
  /// Reads what a driver of an arm moves.
  func motion(
    _ statement: Statement, of drivers: Set<String>, loads: Set<String>, scenes: ScriptScenes
  ) -> (driver: String, setting: PointDependent<Motion>)? {
    let name = statement.head[0].text
    let isKnown = drivers.contains(name)
    guard isKnown || hasLostNames else {
      let remedy = " Write for example 'link \(name) in default'."
      report(
        statement.head[0].place, "this arm has no timer or link '\(name)'.",
        hint: Hint(name, otherwise: remedy) { drivers.sorted() })
      return nil
    }
    // It is read for its own mistakes even if those of its driver hide the name.
    let isScene = statement.form.keyword == "simulate"
    // What is wrong with a scene is not said again.
    if isScene, scenes.isBroken { return nil }
    let setting = setting(statement, others: isScene ? scenes.axes : []) { bound throws(Mistake) in
      switch statement.form.keyword {
      case "animate": try self.animation(bound)
      case "step": try self.views(bound)
      default:
        try self.simulation(bound, loads: loads, designs: scenes.designs(at: bound.point))
      }
    }
    return isKnown ? setting.map { (name, $0) } : nil
  }

  private func animation(_ bound: ResolvedStatement) throws(Mistake) -> Motion {
    let animation = Animation(
      along: try bound.required("along", .curve),
      over: try bound.required("over", .positiveDuration),
      by: try bound.required("by", .clock),
      habits: try bound.value("as", .habits) ?? .book)
    return Motion(
      .animation(
        animation, from: try bound.required("from", .points),
        to: try bound.required("to", .points)),
      starts: try bound.value("starting at", .instants) ?? [.start])
  }

  private func views(_ bound: ResolvedStatement) throws(Mistake) -> Motion {
    let view = MovingView(
      at: try bound.value("from", .points) ?? 0,
      velocity: try bound.required("velocity", .speed),
      acceleration: try bound.value("acceleration", .acceleration) ?? 0,
      integrator: try bound.value("by", .integrator) ?? .euler,
      life: try bound.value("life", .life))
    let views = MovingViews(
      view, count: try bound.value("views", .count) ?? 1,
      cost: try bound.value("each", .duration) ?? .zero,
      first: try bound.value("first", .firstDelta) ?? .sinceStart,
      isRetained: try bound.value("held", .isRetained) ?? true,
      drop: try bound.value("drops", .drop))
    return Motion(.views(views), starts: try bound.value("starting at", .instants) ?? [.start])
  }
}
