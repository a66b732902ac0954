import LabDisplay
import LabKernel
import LabLanguage
import LabText
import LabTrace
import LabWorkload

extension ScriptCompiler {
  func panel(_ bound: ResolvedStatement) throws(Mistake) -> Panel {
    var panel: Panel
    switch try bound.head(.vsyncs) {
    case .rate(let rate): panel = try self.panel(bound, rate)
    case .steps(let named):
      guard case .steps(let steps) = named.timing else { return named }
      panel = try self.panel(bound, named.rate, steps: steps)
    case .adaptive(let slowest, let fastest):
      let others = ["phase", "drift", "jitter", "depth", "guard", "presents"]
      try refuse(
        others, in: bound.statement, "an adaptive display shows a picture when it is ready")
      return Panel(slowest: slowest, fastest: fastest)
    case .recorded(let path): panel = Panel(recorded: try vsyncs(path, in: bound.statement))
    }
    panel.depth = try bound.value("depth", .depth) ?? 1
    panel.guardTime = try bound.value("guard", .duration) ?? .zero
    panel.presentMode = try bound.value("presents", .presentMode) ?? .mailbox
    return panel
  }

  private func panel(
    _ bound: ResolvedStatement, _ rate: RefreshRate, steps: [RefreshRate] = []
  ) throws(Mistake) -> Panel {
    let jitter = try bound.value("jitter", .duration) ?? .zero
    guard jitter * 2 < rate.period else { throw tooMuchJitter(bound.statement, rate) }
    return Panel(
      rate: rate,
      phase: try bound.value("phase", .duration) ?? .zero,
      drift: try bound.value("drift", .drift) ?? 0,
      jitter: jitter, steps: steps)
  }

  private func refuse(
    _ clauses: [String], in statement: Statement, _ reason: String
  ) throws(Mistake) {
    for clause in clauses {
      guard let stray = statement[clause]?.first else { continue }
      throw Mistake(stray.place, "\(reason). Leave '\(clause)' out.")
    }
  }

  private func vsyncs(_ path: String, in statement: Statement) throws(Mistake) -> [Instant] {
    for clause in ["phase", "drift", "jitter"] {
      try refuse([clause], in: statement, "a recording has its own \(clause)")
    }
    return try files.vsyncs(
      statement.keyword.place.source.beside(path), place: statement.head[0].place
    ).instants
  }

  /// The statements that change the rate of the display.
  var rateChangeStatements: [Statement] { outline["at"].filter { $0["display"] != nil } }

  func rateChange(_ bound: ResolvedStatement) throws(Mistake) -> Panel.RateChange {
    Panel.RateChange(
      at: try bound.head(.instant), to: try bound.required("display", .rate))
  }

  /// Reports what cannot be at the later rates of a display.
  func checkRateChanges(
    _ panel: PointDependent<Panel>, _ changes: [PointDependent<Panel.RateChange>]
  ) {
    if let change = rateChangeStatements.first {
      let problems = panel.values.map { panel -> String? in
        switch panel.timing {
        case .rate: nil
        case .steps, .adaptive: "this display chooses its rate by itself"
        case .recorded: "a recording of vsyncs has its own rates"
        }
      }
      if let problem = problems.lazy.compactMap({ $0 }).first {
        report(change.keyword.place, "\(problem). Leave 'at' out.")
      }
    }
    let most = panel.values.map { $0.jitter }.max() ?? .zero
    guard let display = outline["display"].first,
      let change = changes.lazy.flatMap({ $0.values }).first(where: { $0.rate.period <= most * 2 })
    else { return }
    _ = attempt { () throws(Mistake) in throw tooMuchJitter(display, change.rate) }
  }

  /// Reports where frames cannot be presented as the display does.
  func checkPresenting(_ scene: Experiment.Scene, _ arms: [Experiment.Arm]) {
    reportObjections(scene, arms, otherwise: outline["display"].first) { scenario in
      scenario.presentObjections.map { ($0.name, $0.text) }
    }
  }

  private func tooMuchJitter(_ display: Statement, _ rate: RefreshRate) -> Mistake {
    Mistake(
      display["jitter"]?.first?.place,
      "a jitter of half a refresh reorders vsyncs. Write less than"
        + " \((rate.period / 2).millisecondText) ms.")
  }
}

extension Experiment.Scene {
  /// Returns the display at a point: the index of the chosen value of every sweep.
  func panel(at point: [Int]) -> Panel {
    let panel = panel.value(at: point)
    return rateChanges.isEmpty ? panel : panel.changing(rateChanges.map { $0.value(at: point) })
  }
}

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
