import LabKernel
import LabTrace

extension TraceEvent {
  /// This event with every instant and every length of time put through a function; indices, counts
  /// and marks stay.
  func mapping(
    instants at: (Instant) -> Instant, lengths long: (Int64) -> Int64 = { $0 }
  ) -> TraceEvent {
    switch self {
    case .declared(let subject, .timer, let interval, let tolerance):
      .declared(subject, .timer, interval: long(interval), tolerance: long(tolerance))
    case .runBegan(let limit): .runBegan(limit: limit.map(long))
    case .calloutBegan(let subject, let source, let due, let newest):
      .calloutBegan(subject, source, due: at(due), newest: at(newest))
    case .calloutEnded(let subject, let source, let next, let missed):
      .calloutEnded(subject, source, next: next.map(at), missed: missed)
    case .arrived(let load, let serial, let duration):
      .arrived(load, serial: serial, duration: long(duration))
    case .taskBegan(let load, let serial, let arrival):
      .taskBegan(load, serial: serial, arrival: at(arrival))
    case .vsync(let display, let index, let reason, let aim):
      .vsync(display, index: index, reason, aim: long(aim))
    case .rephased(let timer, let date): .rephased(timer, to: at(date))
    case .update(let driver, let time, let due):
      .update(driver, animationTime: at(time), due: at(due))
    case .commit(let updates, let cost): .commit(updates: updates, renderCost: long(cost))
    case .input(let subject, let happened): .input(subject, happened: at(happened))
    case .woke(let delay): .woke(after: long(delay))
    case .motionEnded(let driver, let began): .motionEnded(driver, calloutBegan: at(began))
    default: self
    }
  }
}

extension TraceRecord {
  /// This record with another instant or another event.
  func changed(time: Int64? = nil, to event: TraceEvent? = nil) -> TraceRecord {
    TraceRecord(
      event ?? self.event, at: time.map { Instant(nanoseconds: $0) } ?? self.time, mode: mode,
      depth: depth)
  }

  /// This record with every time stretched.
  func scaled(by factor: Int64) -> TraceRecord {
    changed(
      time: time.nanoseconds * factor,
      to: event.mapping(
        instants: { Instant(nanoseconds: $0.nanoseconds * factor) }, lengths: { $0 * factor }))
  }
}

extension Instant {
  /// An instant some nanoseconds after the start.
  static func ns(_ nanoseconds: Int64) -> Instant { Instant(nanoseconds: nanoseconds) }
}
