import LabDisplay
import LabWorkload

extension ScriptCompiler {
  /// Where loads, gestures, drivers and the duration stand, for the message of a run that fails.
  var places: [String: String] {
    var places: [String: String] = [:]
    func note(_ name: String, _ statement: Statement) {
      let place = statement.keyword.place
      places[name] = "\(place.source.path):\(place.line)"
    }
    for statement in outline.statements {
      if statement.form.role == .disturbance { note(statement.head[0].text, statement) }
      if statement.form.keyword == "run" { note("run", statement) }
    }
    for arm in outline.arms {
      for member in arm.members where member.form.role != .motion {
        note("\(arm.statement.head[0].text).\(member.head[0].text)", member)
      }
    }
    return places
  }

  /// The most sweep points and timers at which dates are compared with vsyncs.
  private static let comparisons = 20_000

  /// Returns what the author may want to know: fire dates that the script itself puts on vsyncs.
  func notes(on arms: [Experiment.Arm], _ scene: Experiment.Scene) -> [Diagnostic] {
    var notes: [Diagnostic] = []
    var left = Self.comparisons
    for setting in arms.lazy.flatMap(\.settings)
    where setting.values.contains(where: { $0.datePlace != nil }) {
      for index in 0..<min(grid.count, 1000) where left > 0 {
        left -= 1
        let point = grid[index]
        let timer = setting.value(at: point)
        let panel = scene.panel(at: point)
        guard !panel.isAdaptive, timer.meetsVsyncs(of: panel) else { continue }
        if notes.count < Limits.diagnostics { notes.append(note(timer, at: point)) }
        break
      }
    }
    return notes
  }

  private func note(_ timer: DriverSetting, at point: [Int]) -> Diagnostic {
    let choices = sweeps.map { "\($0.name) = \($0.value(at: point))" }.joined(separator: ", ")
    let mistake = Mistake(
      timer.datePlace,
      "this puts fire dates of '\(timer.driver.name)' on vsyncs, where rounding to whole nanoseconds"
        + " decides which refresh a firing belongs to\(choices.isEmpty ? "" : " (\(choices))"); without a"
        + " first date they lie between vsyncs.")
    var note = mistake.diagnostic(path: source.path)
    note.severity = .note
    return note
  }
}
