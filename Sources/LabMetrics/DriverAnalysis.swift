import LabKernel
import LabTrace

/// One driver's log together with what follows from it and the refreshes.
///
/// It never changes, and is asked by all that lists what the driver did; as a value it would be
/// copied for each of them, array by array.
final class DriverAnalysis: Sendable {
  let log: DriverLog
  let times: RefreshTimes
  /// How often new content is wanted; `nil` for a link's own pace.
  let target: TargetCadence?
  let presentation: Presentation
  let slots: SlotTable
  /// What most of the time of each dropped slot is put down to, in their order.
  let dropCauses: SlidingArray<BlameCause>
  /// What the display showed of what it moves; `nil` if it moves nothing.
  let content: ScreenContent?

  /// Takes over what was measured of a driver.
  init(
    _ log: consuming DriverLog, _ measurement: inout DriverMeasurement,
    _ times: borrowing RefreshTimes
  ) {
    self.log = log
    self.times = copy times
    content = measurement.content.screen
    target = measurement.target
    presentation = measurement.presentation
    slots = measurement.slots
    dropCauses = measurement.dropCauses
  }

  /// Analyzes a driver but for the causes of what went wrong and the content.
  init(
    _ log: consuming DriverLog, _ times: RefreshTimes, _ schedule: PresentationSchedule,
    _ header: Trace.Header
  ) {
    self.times = times
    target = header.target(of: log, isAdaptive: times.isAdaptive)
    var presentation = Presentation(header.presentMode)
    presentation.advance(log.updates, schedule, times, now: log.window.end, isOver: true)
    var slots = SlotTable(target)
    slots.advance(log, presentation, times, isOver: true)
    self.presentation = presentation
    self.slots = slots
    dropCauses = SlidingArray()
    content = nil
    self.log = log
  }

  /// The firings whose due instants lie in the window.
  var firings: Slice<SlidingArray<Firing>> { log.firings[log.measured] }

  /// Visits the steps from one shown frame of the window to the next, in order.
  func forEachStep(_ visit: (ShownFrame) -> Void) {
    var frames = ShownFrames()
    while let frame = frames.next(log, presentation, times) { if frame.isStep { visit(frame) } }
  }

  /// The refreshes from one wanted frame to the next, where that is a fixed number.
  var cadence: Int? { target.cadence(of: log) }
}

extension Trace.Header {
  /// How often new content is wanted of a driver: as it is declared, or else at every refresh of a
  /// timer and at a link's own pace (`nil`); unknown on a display of adaptive rate.
  borrowing func target(of log: borrowing DriverLog, isAdaptive: Bool) -> TargetCadence? {
    targets[log.name] ?? (isAdaptive ? .undeclared : log.source == .link ? nil : .refreshes(1))
  }
}

extension TargetCadence? {
  /// The refreshes from one wanted frame to the next, where that is a fixed number.
  func cadence(of log: borrowing DriverLog) -> Int? {
    switch self {
    case .refreshes(let count): count
    case nil: log.paces.isEmpty ? max(1, Int(clamping: log.interval)) : nil
    case .rate, .undeclared: nil
    }
  }
}
