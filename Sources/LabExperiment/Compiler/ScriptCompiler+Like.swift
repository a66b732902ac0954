import LabBrowser
import LabLanguage
import LabText
import LabWorkload

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
