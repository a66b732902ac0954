import LabDisplay
import LabKernel
import LabLanguage
import LabText
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

  /// Returns what the author may want to know: changes that do not apply everywhere, fire dates
  /// that the script itself puts on vsyncs, and timers that are asked for more frames than they can
  /// give.
  func notes(
    on arms: [Experiment.Arm], _ scene: Experiment.Scene, named metrics: [String]
  ) -> [Diagnostic] {
    let concerns =
      [DriverSetting.onVsyncs, DriverSetting.tooTolerant]
      + (metrics.isEmpty || metrics.contains { $0.place(of: "dropped") != nil }
        ? [DriverSetting.tooSlow] : [])
    var notes = Array(changeNotes.prefix(Limits.diagnostics))
    var left = Self.comparisons
    for setting in arms.lazy.flatMap({ $0.settings }) {
      for concern in concerns where setting.values.contains(where: { concern.place($0) != nil }) {
        for index in 0..<min(grid.count, 1000) where left > 0 {
          left -= 1
          let point = grid[index]
          let (timer, panel) = (setting.value(at: point), scene.panel(at: point))
          guard !panel.isAdaptive, let text = concern.text(timer, panel) else { continue }
          let note = note(text, to: concern.place(timer), at: point)
          // An arm and that arm with something changed share the statement.
          if notes.count < Limits.diagnostics, !notes.contains(note) { notes.append(note) }
          break
        }
      }
    }
    return notes
  }

  /// The statements that a run does not decide.
  var statementsToProve: [Statement] {
    outline.statements.filter { ["prove", "worst"].contains($0.form.keyword) }
  }

  /// Says once what decides them.
  var notesOnQuestions: [Diagnostic] {
    let text = "a run does not decide this. Ask for it with 'runlooplab prove \(source.path)'."
    return statementsToProve.prefix(1).map { note(text, to: $0.keyword.place) }
  }

  /// Returns a note to a place, about a sweep point unless it is about all.
  func note(_ text: String, to place: Place?, at point: [Int]? = nil) -> Diagnostic {
    let choices = point.map { point in
      sweeps.map { "\($0.name) = \($0.value(at: point))" }.joined(separator: ", ")
    }
    let mistake = Mistake(place, text + (choices.map { $0.isEmpty ? "" : " (\($0))" } ?? ""))
    var note = mistake.diagnostic(path: source.path)
    note.severity = .note
    return note
  }
}

extension DriverSetting {
  /// What may be unwanted of a timer on a display with a fixed rate.
  fileprivate struct Concern {
    /// Where the script says it; `nil` if it does not.
    let place: (DriverSetting) -> Place?
    /// What to know; `nil` for nothing.
    let text: (DriverSetting, Panel) -> String?
  }

  fileprivate static var onVsyncs: Concern {
    Concern(
      place: { $0.datePlace },
      text: { timer, panel in
        guard timer.meetsVsyncs(of: panel) else { return nil }
        return
          "this puts fire dates of '\(timer.driver.name)' on vsyncs, where rounding to whole nanoseconds"
          + " decides which refresh a firing belongs to; without a first date they lie between vsyncs"
      })
  }

  fileprivate static var tooTolerant: Concern {
    Concern(
      place: { $0.tolerancePlace },
      text: { setting, _ in
        guard let timer = setting.driver.source.timer, timer.interval > .zero,
          timer.tolerance > timer.interval / 2
        else { return nil }
        return
          "the tolerance of a repeating timer is at most half its interval, and that of"
          + " '\(setting.driver.name)' counts as \((timer.interval / 2).millisecondText) ms"
      })
  }

  fileprivate static var tooSlow: Concern {
    Concern(
      place: { $0.intervalPlace },
      text: { timer, panel in
        guard timer.driver.targetCadence == nil else { return nil }
        let refreshes = timer.driver.source.interval / panel.rate.period
        guard refreshes >= 1.5, refreshes < 1e6 else { return nil }
        let count = Int(refreshes.rounded())
        guard timer.wantsEveryRefresh else {
          return
            "'\(timer.driver.name)' wants a frame at its own rate, about every \(count) refreshes, and no"
            + " other counts as dropped; if every refresh should have one, as in version 1 of the language,"
            + " write 'target 1 refreshes' at its end"
        }
        return
          "'\(timer.driver.name)' fires about every \(count) refreshes, and every refresh wants a frame of it:"
          + " the others count as dropped; write 'language 2' at the top unless that is meant"
      })
  }
}
