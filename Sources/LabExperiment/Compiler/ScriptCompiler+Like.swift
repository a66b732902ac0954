import LabLanguage
import LabLoop
import LabText
import LabWorkload

extension ScriptCompiler {
  /// Reads the rules of a browser; `nil` for a run loop.
  func tasks(_ bound: ResolvedStatement) throws(Mistake) -> TaskRules? {
    let profile = try bound.head(.profile)
    var tasks = profile.tasks
    for rule in try bound.value("except", .rules) ?? [] {
      guard let rest = tasks?.without(rule) else {
        let has = TaskRules.Rule.allCases.filter { tasks?.without($0) != nil }.map(\.rawValue)
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
    var told: Set<String> = []
    for index in 0..<min(grid.count, Limits.combinations) where told.isEmpty {
      for (arm, members) in zip(arms, outline.arms.map(\.members)) {
        let scenario = scene.scenario(of: arm, at: grid[index])
        guard let rules = scenario.profile.tasks else { continue }
        let statements = (outline.statements.loads + members).filter { $0.form.role != .motion }
        let objections =
          [("", rules.objection(to: scenario))]
          + scenario.loads.map { ($0.name, rules.objection(to: $0)) }
          + scenario.drivers.map { ($0.name, rules.objection(to: $0)) }
        for case (let name, let text?) in objections {
          let statement = statements.first { $0.head.first?.text == name } ?? like
          // What all arms share is said once.
          if told.insert("\(statement.keyword.place.words) \(text)").inserted {
            report(statement.keyword.place, text)
          }
        }
      }
    }
  }
}
