import LabLanguage
import LabWorkload

extension ScriptCompiler {
  /// Returns what every arm becomes by each change of `what if` that applies to it.
  func changedArms(_ arms: [Experiment.Arm], _ scene: Experiment.Scene) -> [Experiment.Arm] {
    var changed: [Experiment.Arm] = []
    for statement in outline["what"] {
      let texts = (statement["if"] ?? []).split { $0.text == "," && $0.kind == .sign }
      let setting = changes(in: statement, of: arms) { bound throws(Mistake) in
        try bound.required("if", .changes)
      }
      guard let setting else { continue }
      for (number, text) in texts.enumerated() {
        _ = attempt { () throws(Mistake) in
          let made = try self.arms(
            arms, scene, PointDependentChange(setting: setting, number: number), text)
          for arm in made where changed.contains(where: { $0.name == arm.name }) {
            throw Mistake(text.first?.place, "'\(arm.changed?.text ?? "")' is there twice.")
          }
          guard changed.count + made.count <= Limits.changedArms else {
            throw Mistake(
              statement.keyword.place,
              "these changes make more than \(Limits.changedArms) arms of those of the script.")
          }
          changed += made
        }
      }
    }
    return changed
  }

  /// Reads the changes with which every arm is performed.
  func applied(to arms: [Experiment.Arm]) -> [PointDependent<[Change]>] {
    outline["apply"].compactMap { statement in
      changes(in: statement, of: arms) { bound throws(Mistake) in try bound.head(.changes) }
    }
  }

  /// Reports changes that apply to no arm at any sweep point.
  func check(
    _ applied: [PointDependent<[Change]>], apply arms: [Experiment.Arm],
    _ scene: Experiment.Scene
  ) {
    let seed = replicationsAndSeed().1
    for (statement, setting) in zip(outline["apply"], applied) {
      var reason: String?
      let applies = arms.contains { arm in
        (0..<min(grid.count, Limits.combinations)).contains { index in
          let point = grid[index]
          var scenario = scene.scenario(of: arm, at: point)
          do throws(Change.Mismatch) {
            for change in setting.value(at: point) {
              scenario = try change.applied(to: scenario, seed: seed)
            }
            return true
          } catch {
            reason = reason ?? error.description
            return false
          }
        }
      }
      guard !applies, let reason, !arms.isEmpty else { continue }
      report(statement.keyword.place, "this changes no arm: \(reason). Leave it out.")
    }
  }

  private func changes(
    in statement: Statement, of arms: [Experiment.Arm],
    _ read: (ResolvedStatement) throws(Mistake) -> [Change]
  ) -> PointDependent<[Change]>? {
    let own = outline.arms.flatMap { $0.members.loads.compactMap { $0.head.first?.text } }
    let loads = sharedLoads + Set(own).subtracting(sharedLoads).sorted()
    return setting(statement) { bound throws(Mistake) in
      var bound = bound
      bound.scope.loads = loads
      bound.scope.drivers = Array(Set(arms.flatMap { $0.drivers })).sorted()
      return try read(bound)
    }
  }

  private func arms(
    _ arms: [Experiment.Arm], _ scene: Experiment.Scene, _ change: PointDependentChange,
    _ tokens: ArraySlice<Token>
  ) throws(Mistake) -> [Experiment.Arm] {
    var made: [Experiment.Arm] = []
    var reason = ""
    let text = tokens.changeText
    let seed = replicationsAndSeed().1
    for (base, arm) in arms.enumerated() {
      var misfits: Set<[Int]> = []
      var first: (point: [Int], reason: String)?
      for index in 0..<grid.count {
        let point = grid[index]
        do {
          _ = try change.value(at: point).applied(
            to: scene.scenario(of: arm, at: point), seed: seed)
        } catch {
          misfits.insert(point)
          first = first ?? (point, error.description)
        }
      }
      reason = first?.reason ?? reason
      guard misfits.count < grid.count else { continue }
      if let first {
        changeNotes.append(
          note(
            "'\(text)' does not apply to the arm '\(arm.name)' at \(misfits.count) of \(grid.count)"
              + " sweep points, and is not performed there: \(first.reason)",
            to: tokens.first?.place, at: first.point))
      }
      made.append(
        Experiment.Arm(
          name: "\(arm.name): \(text)", drivers: arm.drivers, loads: arm.loads,
          settings: arm.settings,
          motions: arm.motions,
          changed: Experiment.Arm.Changed(
            base: base, text: text, change: change, misfits: misfits),
          edits: arm.edits))
    }
    guard !made.isEmpty || arms.isEmpty else {
      throw Mistake(
        tokens.first?.place, "'\(text)' changes no arm: \(reason). Leave it out.")
    }
    return made
  }
}

extension Collection<Token> {
  /// A change as it is compared: its words with one blank between them.
  var changeText: String {
    map { $0.kind == .reference ? "{\($0.text)}" : $0.text }.joined(separator: " ")
  }
}
