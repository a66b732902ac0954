import LabTrace

/// One driver's log together with what follows from it and the refreshes.
struct DriverAnalysis: Sendable {
  let log: DriverLog
  let times: RefreshTimes
  /// The refreshes from one wanted frame to the next.
  let cadence: Int
  let presentation: Presentation
  let slots: SlotTable
  let steps: ShownSteps
  /// What was seen of what it moves; `nil` if that is nothing.
  let content: ScreenContent?
  /// The firings whose due instants lie in the window.
  let firings: ArraySlice<Firing>

  init(_ log: DriverLog, _ times: RefreshTimes, settings: MeasurementSettings) {
    self.log = log
    self.times = times
    let ownCadence = log.source == .link ? max(1, Int(log.interval)) : 1
    cadence = settings.targetCadence[log.name] ?? ownCadence
    presentation = Presentation(log.updates, times)
    slots = SlotTable(log, presentation, times, cadence: cadence)
    steps = ShownSteps(log, presentation, times)
    content = ScreenContent(log, presentation, times, settings.trajectories[log.name])
    let span = log.window.span
    let first = log.firings.firstIndex { $0.due >= span.begin } ?? log.firings.endIndex
    let last = log.firings.lastIndex { $0.due < span.end } ?? -1
    firings = log.firings[first..<max(first, last + 1)]
  }
}
