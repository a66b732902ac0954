import LabKernel
import LabTrace

/// What the display shows of one driver, as far as that is settled.
struct DriverDisplay: Sendable {
  private(set) var presentation: Presentation
  private(set) var slots: SlotTable
  /// Whether frames are wanted of the driver, so that these are judged and not its dates.
  let draws: Bool
  /// Whether it is a loop that presents until the queue for the display is full, and waits then, so
  /// that none of its callbacks is one too many.
  let fillsQueue: Bool
  /// Whether the run has ended, so that all is settled.
  private(set) var isOver = false

  init(_ log: borrowing DriverLog, _ header: borrowing Trace.Header, isAdaptive: Bool) {
    presentation = Presentation(header.presentMode)
    slots = SlotTable(header.target(of: log, isAdaptive: isAdaptive))
    draws = header.targets[log.name] != .undeclared
    fillsQueue =
      if case .blocking = header.presentMode { log.source == .loop } else { false }
  }

  mutating func takeMemory(of other: inout DriverDisplay) {
    other.release()
    presentation.takeMemory(of: &other.presentation)
    slots.takeMemory(of: &other.slots)
  }

  /// Follows the updates, as far as nothing can change their way any more, and assigns the
  /// refreshes to slots.
  mutating func advance(
    _ log: borrowing DriverLog, _ schedule: borrowing PresentationSchedule,
    _ times: borrowing RefreshTimes, now: Int64, isOver: Bool
  ) {
    self.isOver = isOver
    presentation.advance(log.updates, schedule, times, now: now, isOver: isOver)
    slots.advance(log, presentation, times, isOver: isOver)
  }

  /// Gives back its copy of the schedule, so that this can grow in place.
  mutating func release() { presentation.release() }

  /// The refreshes from one wanted frame to the next, where that is a fixed number.
  func cadence(of log: borrowing DriverLog) -> Int? {
    switch slots.target {
    case .refreshes(let count): count
    case nil: log.paces.endIndex == 0 ? max(1, Int(clamping: log.interval)) : nil
    case .rate, .undeclared: nil
    }
  }

  mutating func forget(_ need: Need) {
    presentation.forget(refreshesBefore: need.refresh, unseenBefore: need.unseen)
    slots.forget(before: need.slot)
  }
}
