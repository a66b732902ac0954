import LabKernel
import LabTrace

/// Who held the thread, for how long.
///
/// Time belongs to the innermost callout or task; a nested run gives it back to the loop, which
/// may sleep in it.
struct ThreadTime: Sendable {
  /// A subject at work, or a run of the loop.
  private enum Holder: Hashable {
    case callout(UInt32)
    case task(UInt32)
    case run
  }

  /// The nanoseconds that each subject held the thread, by index.
  private(set) var bySubject: [Int64]
  /// The nanoseconds in which nobody did: the loop asleep, or at its own work.
  private(set) var free: Int64 = 0
  private(set) var violations: [ConservationViolation] = []
  private var holders: [Holder] = []
  private var since: Int64 = 0

  init(subjects: Int) {
    bySubject = Array(repeating: 0, count: subjects)
  }

  var busy: Int64 { bySubject.reduce(0, +) }

  mutating func calloutBegan(_ record: TraceRecord) { push(.callout(record.subject), record) }
  mutating func calloutEnded(_ record: TraceRecord) { pop(.callout(record.subject), record) }
  mutating func taskBegan(_ record: TraceRecord) { push(.task(record.subject), record) }
  mutating func taskEnded(_ record: TraceRecord) { pop(.task(record.subject), record) }
  mutating func runBegan(_ record: TraceRecord) { push(.run, record) }
  mutating func runReturned(_ record: TraceRecord) { pop(.run, record) }

  /// Gives the time up to an instant to whoever holds the thread.
  mutating func settle(at now: Int64) {
    let time = now - since
    since = now
    switch holders.last {
    case .callout(let subject), .task(let subject): bySubject[Int(subject)] += time
    case .run, nil: free += time
    }
  }

  private mutating func push(_ holder: Holder, _ record: TraceRecord) {
    settle(at: record.time.nanoseconds)
    holders.append(holder)
  }

  private mutating func pop(_ holder: Holder, _ record: TraceRecord) {
    settle(at: record.time.nanoseconds)
    guard holders.last == holder else {
      violations.append(
        ConservationViolation(
          .threadTime, of: nil, "what ends is what began last, in nanoseconds since the start",
          record.time.nanoseconds, Int64(holders.count)))
      return
    }
    holders.removeLast()
  }
}
