import LabKernel
import LabLanguage
import LabMotion
import LabWorkload

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
