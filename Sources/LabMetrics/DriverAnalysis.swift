import LabKernel
import LabTrace

/// One driver's log together with what follows from it and the refreshes.
///
/// It never changes, and is asked by all that measures the driver; as a value it would be copied for
/// each of them, array by array.
final class DriverAnalysis: Sendable {
  let log: DriverLog
  let times: RefreshTimes
  /// How often new content is wanted; `nil` for a link's own pace.
  let target: TargetCadence?
  let presentation: Presentation
  let slots: SlotTable
  /// What the dropped slots are put down to.
  let droppedSlots: BlameTotals?
  /// What the display showed of what it moves; `nil` if it moves nothing.
  let content: ScreenContent?
  /// What became of the physics scene that it steps; `nil` without one.
  let scene: SceneMetrics?
  /// The firings whose due instants lie in the window.
  let firings: ArraySlice<Firing>

  /// Analyzes a driver; without the `thread` the dropped slots have no causes, and the content is left
  /// out.
  init(
    _ log: DriverLog, _ times: RefreshTimes, _ schedule: PresentationSchedule,
    _ thread: ThreadTime?, _ header: Trace.Header
  ) {
    self.log = log
    self.times = times
    let ownTarget: TargetCadence? =
      times.isAdaptive ? .undeclared : log.source == .link ? nil : .refreshes(1)
    target = header.targets[log.name] ?? ownTarget
    presentation = Presentation(log.updates, schedule, times)
    var slots = SlotTable(log, presentation, times, target: target)
    droppedSlots =
      if let thread { slots.attribute(times, log, presentation, thread) } else { nil }
    self.slots = slots
    content =
      thread == nil
      ? nil : ScreenContent(log, presentation, times, header.trajectories[log.name])
    scene = SceneMetrics(log.motion.scene, header.scenes[log.name])
    let span = log.window.span
    let first = log.firings.firstIndex { $0.due >= span.begin } ?? log.firings.endIndex
    let last = log.firings.lastIndex { $0.due < span.end } ?? -1
    firings = log.firings[first..<max(first, last + 1)]
  }

  /// The shown frames of the window.
  var shownFrames: ShownFrames { ShownFrames(log, presentation, times) }

  /// The refreshes from one wanted frame to the next, where that is a fixed number.
  var cadence: Int? {
    switch target {
    case .refreshes(let count): count
    case nil: log.paces.isEmpty ? max(1, Int(clamping: log.interval)) : nil
    case .rate, .undeclared: nil
    }
  }

  /// How long a frame that a refresh shows is to stay, until the next one; 0 if that is undeclared.
  func targetInterval(from refresh: Int) -> Int64 {
    let aim = times.aim(from: refresh)
    switch target {
    case .rate(let rate): return rate.period.wholeNanoseconds
    case .refreshes(let count): return aim * Int64(count)
    case .undeclared where log.source == .timer: return log.interval
    case .undeclared, nil: return aim * Int64(log.divider(at: times.vsyncs[refresh]))
    }
  }
}
