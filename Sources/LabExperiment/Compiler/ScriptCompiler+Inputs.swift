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
    guard hasInputs else { return }
    checkShowing()
    reportObjections(scene, arms) { scenario in
      scenario.loads.map { ($0.name, scenario.objection(to: $0)) }
    }
  }

  /// Reports drivers behind 'shown through' that no arm has.
  private func checkShowing() {
    func drivers(_ arm: ScriptOutline.Arm) -> [String] {
      arm.members.having(.driver).compactMap { $0.head.first?.text }
    }
    func check(_ statements: [Statement], _ known: [String], _ arm: String) {
      for statement in statements.loads {
        guard let name = statement["shown through"]?.first, name.kind == .word,
          !known.contains(name.text)
        else { continue }
        _ = attempt { () throws(Mistake) in
          throw Mistake(
            name.place, "\(arm) driver '\(name.text)'.", isAboutName: true,
            hint: Hint(name.text) { known })
        }
      }
    }
    check(outline.statements, outline.arms.flatMap(drivers), "no arm has a")
    for arm in outline.arms {
      check(arm.members, drivers(arm), "the arm '\(arm.statement.head[0].text)' has no")
    }
  }
}
