import LabKernel
import LabLanguage
import LabLoop
import LabWorkload

extension Form {
  /// Whether statements of the form declare tasks.
  var isLoad: Bool { keyword == "load" || keyword == "input" }
}

extension [Statement] {
  /// The loads and inputs, in order.
  var loads: [Statement] { filter { $0.form.isLoad } }
}

extension ScriptCompiler {
  /// Whether the script asks for metrics of tasks without naming any.
  var hasInputs: Bool {
    (outline.statements + outline.arms.flatMap({ $0.members })).loads.contains {
      $0.form.keyword == "input" || $0["shown through"] != nil
    }
  }

  /// Reports inputs of which nothing can come at some sweep point, and drivers that show nothing.
  func checkInputs(_ scene: Experiment.Scene, _ arms: [Experiment.Arm]) {
    checkDrivers(behind: "shown through")
    guard hasInputs else { return }
    reportObjections(scene, arms) { scenario in
      scenario.loads.map { ($0.name, scenario.objection(to: $0)) }
    }
  }

  /// Reports loads that follow the end of a driver that has none at some sweep point.
  func checkEnds(
    _ scene: Experiment.Scene?, _ arms: [Experiment.Arm],
    _ actions: [(arm: Int, setting: PointDependent<DriverAction>)]
  ) {
    func isAboutEnd(_ leader: [Token]) -> Bool { leader.dropFirst().first?.text == "ends" }
    let loads = (outline.statements + outline.arms.flatMap { $0.members }).loads
    let isAboutAny = loads.contains { load in
      load.form.keyword == "load" && load["after"].map(isAboutEnd) ?? false
    }
    guard isAboutAny else { return }
    let names = loads.compactMap { $0.head.first?.text }
    checkDrivers(behind: "after") { isAboutEnd($0) && !names.contains($0[0].text) }
    guard let scene, mistakes.isEmpty else { return }
    reportObjections(scene, arms, actions) { scenario in
      scenario.loads.map { ($0.name, scenario.objectionToEnd(before: $0)) }
    }
  }

  /// Reports drivers that a clause of a load names, if it is about one, and that no arm has.
  private func checkDrivers(
    behind clause: String, if isAboutDriver: ([Token]) -> Bool = { _ in true }
  ) {
    func check(_ statements: [Statement], _ known: [String], _ arm: String) {
      for statement in statements.loads
      where clause != "after" || statement.form.keyword == "load" {
        guard let value = statement[clause], let name = value.first, name.kind == .word,
          isAboutDriver(value), !known.contains(name.text)
        else { continue }
        _ = attempt { () throws(Mistake) in
          throw Mistake(
            name.place, "\(arm) driver '\(name.text)'.", isAboutName: true,
            hint: Hint(name.text) { known })
        }
      }
    }
    check(outline.statements, outline.arms.flatMap { $0.drivers }, "no arm has a")
    for arm in outline.arms {
      check(arm.members, arm.drivers, "the arm '\(arm.statement.head[0].text)' has no")
    }
  }
}

extension ScriptOutline.Arm {
  /// The names of its drivers.
  var drivers: [String] { members.having(.driver).compactMap { $0.head.first?.text } }
}
