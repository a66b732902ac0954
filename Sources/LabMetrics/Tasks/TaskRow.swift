public import LabKernel
import LabTrace

/// One task of a load, with the instants of its way.
public struct TaskRow: Hashable, Sendable {
  /// When it arrived.
  public let arrival: Instant
  /// When it began; `nil` if it never did.
  public internal(set) var began: Instant?
  /// When the last of it ended; `nil` if it never did.
  public internal(set) var ended: Instant?
  /// When the frame was displayed that shows what it did; `nil` without one.
  public internal(set) var photon: Instant?

  init(arrival: Instant) { self.arrival = arrival }

  /// Returns how long a quantity was; `nil` if that is not known at the end of the run.
  public subscript(quantity: TaskQuantity) -> Duration? {
    switch quantity {
    case .wait: began.map { arrival.duration(to: $0) }
    case .work: ended.flatMap { end in began.map { $0.duration(to: end) } }
    case .response: ended.map { arrival.duration(to: $0) }
    case .presentation: photon.flatMap { photon in ended.map { $0.duration(to: photon) } }
    case .shown: photon.map { arrival.duration(to: $0) }
    }
  }
}

extension RunMeasurement {
  /// Returns the tasks of a load, in the order of their arrivals; none unless it was measured.
  ///
  /// A task in pieces is one.
  public func taskRows(of load: String) -> [TaskRow] {
    taskLogs.first { $0.outline.name == load }?.rows ?? []
  }

  /// Returns what a task waited for, the longest first; each task that held the thread by itself.
  ///
  /// - Parameters:
  ///   - row: The task.
  ///   - load: Its load.
  /// - Returns: Stretches that add up to the wait; none for a task that never began.
  public func causes(ofWait row: TaskRow, in load: String) -> [Blame] {
    guard let began = row.began, let log = taskLogs.first(where: { $0.outline.name == load })
    else { return [] }
    var attribution = WaitAttribution(keepsTasks: true)
    let wait = TimeSpan(begin: row.arrival.nanoseconds, end: began.nanoseconds)
    let served = facts.thread.modes.map { log.outline.modes?.contains($0) ?? true }
    attribution.cut(wait, of: log, facts.thread, served)
    return attribution.pieces.map { facts.thread.blame($0) }.summed()
  }
}
