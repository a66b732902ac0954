import LabDisplay
import LabKernel

extension ScriptCompiler {
  func panel(_ bound: BoundStatement) throws(Mistake) -> Panel {
    let rate = try bound.head(.rate)
    let jitter = try bound.value("jitter", .duration) ?? .zero
    guard jitter * 2 < rate.period else { throw tooMuchJitter(bound.statement, rate) }
    return Panel(
      rate: rate,
      phase: try bound.value("phase", .duration) ?? .zero,
      drift: try bound.value("drift", .drift) ?? 0,
      jitter: jitter,
      depth: try bound.value("depth", .count(in: 0...2)) ?? 1,
      guardTime: try bound.value("guard", .duration) ?? .zero)
  }

  func rateChange(_ bound: BoundStatement) throws(Mistake) -> Panel.RateChange {
    Panel.RateChange(
      at: try bound.head(.instant), to: try bound.required("display", .rate))
  }

  /// Reports a jitter that is too much for a later rate of the display.
  func checkJitter(_ panel: Setting<Panel>, _ changes: [Setting<Panel.RateChange>]) {
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
