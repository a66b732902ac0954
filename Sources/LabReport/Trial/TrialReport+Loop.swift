import LabImport
import LabKernel
import LabMetrics

extension TrialReport {
  /// What the app's own driver did, what the lab makes of it, and how far they agree.
  func loopAgreement(_ loop: TrialLoop) -> [String] {
    let run = first[0]
    let rows = run.measurement.refreshRows(of: Self.driver)
    guard
      let result = LoopAgreement(
        loop, run.measurement.firingRows(of: Self.driver), vsyncs: rows.map(\.vsync.nanoseconds))
    else { return Screen().wrapped("The lab predicts no callout of '\(loop.driver.name)'.") }
    let (fired, missed) = (result.fired, result.missed)
    let refreshes = 100 * Double(result.sameRefresh) / Double(max(1, result.sameDates))
    let edge = result.onEdge == 0 ? "" : ", \(result.onEdge) more on the edge of one"
    var lines = Screen().wrapped(
      "Your \(loop.driver.kind.rawValue) '\(loop.driver.name)' was called \(fired.recorded) times and"
        + " missed \(missed.recorded) \(missed.recorded == 1 ? "date" : "dates"); the lab says \(fired.predicted) and \(missed.predicted)."
        + " They agree in \(Self.percent(result.dateShare)) of the dates and, of those, in"
        + " \(Self.percent(refreshes)) of the refreshes\(edge). Lateness differs by"
        + " \(Int((result.distance / 1000).rounded())) us in the mean.")
    lines += Screen().wrapped(verdict(loop, result))
    return lines
  }

  private func verdict(_ loop: TrialLoop, _ result: LoopAgreement) -> String {
    var words: [String] = []
    if loop.disturbance > 0.02 {
      words.append(
        "The recording was disturbed: the thread waited \(Self.percent(100 * loop.disturbance)) of the"
          + " time to be woken, which the lab does not model.")
    }
    if !loop.hasModes {
      words.append(
        "The recording lacks the modes of the loop: a driver that is silent while the loop tracks a"
          + " finger looks late here. Record with 'LabRecorder', which notes them.")
    }
    if let first = result.first {
      let holder = holder(
        in: self.first[0].measurement, from: Instant(nanoseconds: max(0, first.due)),
        to: Instant(nanoseconds: max(0, first.end)))
      words.append(
        "The first difference: the date \(LoopAgreement.milliseconds(first.due)) ms,"
          + " \(first.words)\(holder).")
    } else {
      words.append(
        result.onEdge == 0 ? "They agree." : "They agree but for the edge, where waking up decides."
      )
    }
    return words.joined(separator: " ")
  }

  /// A share with two decimals, cut, so that 100 % is said of all alone.
  private static func percent(_ share: Double) -> String {
    share == 100
      ? "100 %" : "\(ReportNumber.fixed((share * 100).rounded(.down) / 100, decimals: 2)) %"
  }
}
