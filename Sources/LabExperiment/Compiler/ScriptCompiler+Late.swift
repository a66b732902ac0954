import LabKernel
import LabLanguage
import LabText
import LabWorkload

extension ScriptCompiler {
  /// The most scenarios, and the most loads in them, that are compared with the end of the run.
  private static let (scenarios, loads) = (200, 20_000)

  /// Returns what is written and never happens, since the run has ended by then: tasks of loads and
  /// inputs, gestures, and events.
  func notesOnLateWork(in experiment: Experiment) -> [Diagnostic] {
    var notes: [Diagnostic] = []
    var places: Set<Diagnostic.Position?> = []
    var left = Self.loads
    func add(_ what: String, _ instant: Instant, of statement: Statement, at point: [Int]) {
      let end = Instant.start.advanced(by: experiment.scene.duration.value(at: point))
      guard instant >= end, notes.count < Limits.diagnostics else { return }
      let text = "\(what) at \(Self.text(instant)), and the run ends at \(Self.text(end))"
      let note = note(text, to: statement.keyword.place, at: point)
      if places.insert(note.position).inserted { notes.append(note) }
    }
    let shared = outline.statements.disturbances
    let own = Dictionary(
      keepingFirst: outline.arms.map { ($0.statement.head[0].text, $0.members.disturbances) })
    let events = outline["at"].compactMap { statement in
      setting(statement) { bound throws(Mistake) in try bound.head(.instant) }.map {
        (statement, $0)
      }
    }
    let naps = outline["napping"].compactMap { statement in
      setting(statement) { bound throws(Mistake) in try bound.required("from", .instant) }.map {
        (statement, $0)
      }
    }
    let gestures = (outline.statements + outline.arms.flatMap { $0.members })
      .filter { $0.form.keyword == "gesture" }
      .compactMap { statement in setting(statement, self.gestures).map { (statement, $0) } }
    for index in 0..<min(grid.count, max(1, Self.scenarios / max(1, experiment.arms.count))) {
      let point = grid[index]
      for arm in experiment.arms.indices where left > 0 && experiment.arms[arm].changed == nil {
        let scenario = experiment.scenario(of: arm, at: point, seed: experiment.seed)
        left -= scenario.loads.count
        for load in scenario.loads {
          guard let first = load.arrival(from: .start.advanced(by: scenario.duration)),
            let statement = own[experiment.arms[arm].name]?[load.name] ?? shared[load.name],
            // The instants of a recording are not those of the script.
            statement["recorded"] == nil
          else { continue }
          add("a task of '\(load.name)' would arrive", first, of: statement, at: point)
        }
      }
      for (statement, instant) in events {
        add("this would happen", instant.value(at: point), of: statement, at: point)
      }
      for (statement, instant) in naps {
        add("this nap would begin", instant.value(at: point), of: statement, at: point)
      }
      for (statement, all) in gestures {
        let end = Instant.start.advanced(by: experiment.scene.duration.value(at: point))
        guard let late = all.value(at: point).map({ $0.begins }).filter({ $0 >= end }).min() else {
          continue
        }
        add("a gesture would begin", late, of: statement, at: point)
      }
    }
    return notes
  }

  private static func text(_ instant: Instant) -> String {
    "\(decimalText(Double(instant.nanoseconds) / 1_000_000, decimals: 0...6)) ms"
  }
}

extension Load {
  /// The first of the instants that the script itself names and that an end leaves out; `nil` if
  /// there is none, and of laws, which go on as long as a run does.
  fileprivate func arrival(from end: Instant) -> Instant? {
    guard case .drawn(let arrivals, _) = tasks else { return nil }
    let named: [Instant] =
      switch arrivals {
      case .at(let instants): instants.filter { $0 >= begins }
      case .every(_, let first), .bursts(_, _, let first, _): [max(first, begins)]
      case .gaps, .poisson: [begins]
      }
    return named.filter { $0 >= end }.min()
  }
}
