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
      var mismatch: Change.Mismatch?
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
            mismatch = mismatch ?? error
            return false
          }
        }
      }
      guard !applies, let mismatch, !arms.isEmpty else { continue }
      let reason = mismatch.description
      if mismatch.isSoAlready {
        changeNotes.append(note("this changes nothing: \(reason)", to: statement.keyword.place))
      } else {
        report(statement.keyword.place, "this changes no arm: \(reason). Leave it out.")
      }
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
    var made: [(arm: Experiment.Arm, number: Int)] = []
    var idle: [(arm: Experiment.Arm, number: Int, mismatch: Change.Mismatch)] = []
    var reason = ""
    let text = tokens.changeText
    let seed = replicationsAndSeed().1
    for (base, arm) in arms.enumerated() {
      var misfits: Set<[Int]> = []
      var first: (point: [Int], mismatch: Change.Mismatch)?
      var isIdle = true
      for index in 0..<grid.count {
        let point = grid[index]
        do {
          _ = try change.value(at: point).applied(
            to: scene.scenario(of: arm, at: point), seed: seed)
        } catch {
          misfits.insert(point)
          first = first ?? (point, error)
          isIdle = isIdle && error.isSoAlready
        }
      }
      reason = first?.mismatch.description ?? reason
      func changed(but misfits: Set<[Int]>) -> Experiment.Arm {
        Experiment.Arm(
          name: "\(arm.name): \(text)", drivers: arm.drivers, loads: arm.loads,
          settings: arm.settings,
          motions: arm.motions,
          changed: Experiment.Arm.Changed(
            base: base, text: text, change: change, misfits: misfits),
          edits: arm.edits)
      }
      guard misfits.count < grid.count else {
        if let first, isIdle { idle.append((changed(but: []), base, first.mismatch)) }
        continue
      }
      if let first {
        changeNotes.append(
          note(
            "'\(text)' does not apply to the arm '\(arm.name)' at \(misfits.count) of \(grid.count)"
              + " sweep points, and is not performed there: \(first.mismatch)",
            to: tokens.first?.place, at: first.point))
      }
      made.append((changed(but: misfits), base))
    }
    // What an arm is already is performed with what is left of the change, which may be nothing: if
    // no other arm has the change, or if the script asks what it saves.
    let isAlone = made.isEmpty
    for (arm, base, mismatch) in idle where isAlone || asks(whatSaves: text, in: arms[base].name) {
      let left = scene.scenario(of: arms[base], at: grid[0])
      let rest = change.value(at: grid[0]).withoutIdleSteps(in: left, seed: seed)
      let effect = rest.steps.isEmpty ? "changes nothing in" : "does only '\(rest)' to"
      changeNotes.append(
        note(
          "'\(text)' \(effect) the arm '\(arms[base].name)': \(mismatch)", to: tokens.first?.place))
      made.append((arm, base))
    }
    guard !made.isEmpty || arms.isEmpty else {
      throw Mistake(
        tokens.first?.place, "'\(text)' changes no arm: \(reason). Leave it out.")
    }
    return made.sorted { $0.number < $1.number }.map { $0.arm }
  }

  /// Whether the script asks what a change of an arm saves.
  private func asks(whatSaves text: String, in arm: String) -> Bool {
    outline.statements.having(.claim).contains { statement in
      let tokens = statement.head
      return tokens.indices.contains { index in
        guard tokens[index].text == "saving", index + 4 < tokens.count,
          tokens[index + 2].text == arm, tokens[index + 3].text == ":"
        else { return false }
        return tokens[(index + 4)...].prefix { $0.text != "," }.changeText == text
      }
    }
  }
}

extension Collection<Token> {
  /// A change as it is compared: its words with one blank between them.
  var changeText: String {
    map { $0.kind == .reference ? "{\($0.text)}" : $0.text }.joined(separator: " ")
  }
}
