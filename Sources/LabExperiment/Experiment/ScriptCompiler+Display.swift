import LabDisplay
import LabKernel

extension ScriptCompiler {
  func panel(_ bound: BoundStatement) throws(Mistake) -> Panel {
    switch try bound.head(.vsyncs) {
    case .rate(let rate): try panel(bound, rate)
    case .recorded(let path):
      Panel(
        recorded: try vsyncs(path, in: bound.statement),
        depth: try bound.value("depth", .depth) ?? 1,
        guardTime: try bound.value("guard", .duration) ?? .zero)
    }
  }

  private func panel(_ bound: BoundStatement, _ rate: RefreshRate) throws(Mistake) -> Panel {
    let jitter = try bound.value("jitter", .duration) ?? .zero
    guard jitter * 2 < rate.period else { throw tooMuchJitter(bound.statement, rate) }
    return Panel(
      rate: rate,
      phase: try bound.value("phase", .duration) ?? .zero,
      drift: try bound.value("drift", .drift) ?? 0,
      jitter: jitter,
      depth: try bound.value("depth", .depth) ?? 1,
      guardTime: try bound.value("guard", .duration) ?? .zero)
  }

  private func vsyncs(_ path: String, in statement: Statement) throws(Mistake) -> [Instant] {
    for clause in ["phase", "drift", "jitter"] {
      guard let stray = statement[clause]?.first else { continue }
      throw Mistake(stray.place, "a recording has its own \(clause). Leave '\(clause)' out.")
    }
    return try files.vsyncs(
      statement.keyword.place.source.beside(path), place: statement.head[0].place
    ).instants
  }

  /// The statements that change the rate of the display.
  var rateChangeStatements: [Statement] { outline["at"].filter { $0["display"] != nil } }

  func rateChange(_ bound: BoundStatement) throws(Mistake) -> Panel.RateChange {
    Panel.RateChange(
      at: try bound.head(.instant), to: try bound.required("display", .rate))
  }

  /// Reports what cannot be at the later rates of a display.
  func checkRateChanges(_ panel: Setting<Panel>, _ changes: [Setting<Panel.RateChange>]) {
    if let change = rateChangeStatements.first, panel.values.contains(where: \.isRecorded) {
      report(
        change.keyword.place, "a recording of vsyncs has its own rates. Leave 'at' out.")
    }
    let most = panel.values.map(\.jitter).max() ?? .zero
    guard let display = outline["display"].first,
      let change = changes.lazy.flatMap(\.values).first(where: { $0.rate.period <= most * 2 })
    else { return }
    _ = attempt { () throws(Mistake) in throw tooMuchJitter(display, change.rate) }
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
