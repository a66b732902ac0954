import LabKernel
import LabTrace

/// The records of one thread, in memory that is there and touched before the run.
@safe
final class HostRing: @unchecked Sendable {
  private let records: UnsafeMutableBufferPointer<TraceRecord>
  private var count = 0
  /// Whether there was more to record than there is room.
  private(set) var isFull = false

  var capacity: Int { unsafe records.count }

  init(capacity: Int) {
    unsafe records = .allocate(capacity: capacity)
    unsafe records.initialize(repeating: TraceRecord(.ended, at: .start))
  }

  deinit { unsafe records.deallocate() }

  /// Appends an event; it has the mode of the run that it begins.
  @inline(__always)
  func put(_ event: TraceEvent, at instant: Int64, mode: UInt8 = TraceRecord.noMode) {
    guard count < capacity else {
      isFull = true
      return
    }
    unsafe records[count] = TraceRecord(
      event, at: Instant(nanoseconds: max(0, instant)), mode: mode)
    count += 1
  }

  /// What was recorded.
  ///
  /// - Precondition: The thread that records has ended.
  var all: [TraceRecord] { unsafe Array(records[..<count]) }
}
