import LabKernel
import LabTrace

/// The one pass over a trace that serves every driver.
///
/// Subjects are found by index, so that a record costs no look-up, and logs are changed in place.
///
/// - Complexity: O(n) for n records, and O(drivers) for each change of mode.
struct TraceWalk: ~Copyable {
  let window: MeasuredWindow
  private let logs = Table<DriverLog>()
  private(set) var vsyncs: VsyncLog
  private var commits = CommitLog()
  private(set) var inputs: [Input] = []
  private(set) var thread: ThreadTime
  private(set) var violations: [ConservationViolation] = []

  private let names: [String]
  /// The index into `logs` of each subject, or −1.
  private var logOfSubject: [Int]
  /// The modes of the runs under way, innermost last.
  private var runs: [UInt8] = []
  private var wokeAt = Int64.min
  /// How many updates there were since the last commit.
  private var uncommitted: Int64 = 0

  init(_ trace: Trace, window: MeasuredWindow) {
    self.window = window
    names = trace.names
    logOfSubject = Array(repeating: -1, count: trace.names.count)
    thread = ThreadTime(trace)
    vsyncs = VsyncLog(expectedCount: window.expectedFirings)
    commits.timings.reserveCapacity(window.expectedCommits)
    let records = trace.records.span
    for place in 0..<window.recordCount { visit(records[place]) }
    // A thread that was waking up when the run ended says so only afterwards.
    let tail = trace.records.dropFirst(window.recordCount)
    if let record = tail.first(where: { $0.kind == .woke }) {
      thread.woke(record, before: window.end)
    }
    thread.settle(at: window.end)
    for log in logs.indices { logs[log].ended() }
  }

  /// What each driver did, in the order of their creation.
  var drivers: [DriverLog] { logs.indices.map { logs[$0] } }

  /// Hands over what was committed.
  mutating func takeCommits() -> CommitLog {
    var taken = CommitLog()
    swap(&taken, &commits)
    return taken
  }

  private var mode: UInt8 { runs.last ?? 255 }

  @inline(__always)
  private mutating func visit(_ record: TraceRecord) {
    let now = record.time.nanoseconds
    switch record.kind {
    case .vsync: vsync(record)
    case .commit: commit(at: now, updates: record.first, cost: record.second)
    case .taskBegan: thread.taskBegan(record)
    case .taskEnded: thread.taskEnded(record)
    case .woke:
      wokeAt = now
      thread.woke(record)
    case .runBegan:
      thread.runBegan(at: now)
      runs.append(record.mode)
      modeChanged(at: now)
    case .runReturned:
      thread.runReturned(at: now)
      _ = runs.popLast()
      modeChanged(at: now)
    case .calloutBegan:
      thread.calloutBegan(record.subject, at: now)
      guard let log = log(of: record) else { return }
      if logs[log].isLink {
        logs[log].linkBegan(at: now, due: record.first, newest: record.second, wokeAt: wokeAt)
      } else {
        logs[log].timerBegan(at: now, due: record.first, wokeAt: wokeAt)
      }
    case .calloutEnded:
      thread.calloutEnded(record.subject, at: now)
      guard let log = log(of: record) else { return }
      if logs[log].isLink {
        _ = logs[log].calloutEnded(at: now)
      } else {
        logs[log].timerEnded(at: now, next: record.first, dropped: record.second)
      }
    case .update:
      uncommitted += 1
      guard let log = log(of: record) else { return }
      update(at: now, animationTime: record.first, due: record.second, log)
    case .linkDue:
      guard let log = log(of: record) else { return }
      logs[log].linkDue(
        at: now, index: record.first, TraceDueOutcome(rawValue: record.detail))
    case .input:
      inputs.append(Input(happened: record.first))
      for log in logs.indices {
        logs[log].firingsBeforeInputs.append(Int32(truncatingIfNeeded: logs[log].firings.count))
      }
    case .declared: declare(record)
    case .joined, .left, .rephased, .paced, .paused, .resumed, .invalidated, .motionBegan,
      .content, .motionEnded:
      visitSeldom(record)
    case .activity, .arrived, .ended: break
    }
  }

  /// The index into `logs` of the subject of a record; `nil` if that is no driver.
  @inline(__always)
  private func log(of record: TraceRecord) -> Int? {
    let log = logOfSubject[Int(record.subject)]
    return log >= 0 ? log : nil
  }

  private mutating func visitSeldom(_ record: TraceRecord) {
    guard let log = log(of: record) else { return }
    let now = record.time.nanoseconds
    switch record.kind {
    case .rephased: logs[log].timerMoved(record)
    case .joined: logs[log].joined(record.detail, current: mode, at: now)
    case .left: logs[log].left(record.detail, current: mode, at: now)
    case .paced: logs[log].paced(Int(clamping: record.first), at: now)
    case .paused: logs[log].paused(at: now)
    case .resumed: logs[log].resumed(at: now)
    case .invalidated: logs[log].invalidated(at: now, mode: mode)
    case .motionBegan: logs[log].motion.began(record)
    case .content: logs[log].motion.drew(record)
    case .motionEnded: logs[log].motion.ended(record)
    default: break
    }
  }

  /// Leaves out a vsync that does not come after the one before, for calculations rest on that.
  private mutating func vsync(_ record: TraceRecord) {
    let now = record.time.nanoseconds
    guard let last = vsyncs.times.last, last >= now else {
      guard vsyncs.append(record) else { return }
      for log in logs.indices where logs[log].isLink { logs[log].gridChanged() }
      return
    }
    violations.append(
      ConservationViolation(.order, of: nil, "each vsync follows the last", last, now))
  }

  private mutating func declare(_ record: TraceRecord) {
    guard let source = TraceSource(rawValue: record.detail), source == .timer || source == .link
    else { return }
    let name = names[Int(record.subject)]
    logOfSubject[Int(record.subject)] = logs.count
    var log = DriverLog(record, name: name, source: source, window: window)
    log.firingsBeforeInputs = Array(repeating: 0, count: inputs.count)
    logs.append(log)
  }

  private mutating func modeChanged(at now: Int64) {
    thread.modeChanged(to: mode, at: now)
    for log in logs.indices { logs[log].modeChanged(to: mode, at: now) }
  }

  @inline(__always)
  private mutating func update(at now: Int64, animationTime: Int64, due: Int64, _ log: Int) {
    guard let firing = logs[log].lastFiring(where: { $0.due == due }) else {
      violations.append(
        ConservationViolation(
          .order, of: logs[log].name, "an update answers a firing", due,
          logs[log].firings.last?.due ?? -1))
      return
    }
    logs[log].updates.append(
      Update(
        animationTime: animationTime, ended: now,
        commit: Int32(truncatingIfNeeded: commits.timings.count),
        firing: Int32(truncatingIfNeeded: firing)))
  }

  @inline(__always)
  private mutating func commit(at now: Int64, updates: Int64, cost: Int64) {
    if uncommitted != updates {
      violations.append(
        ConservationViolation(
          .updates, of: nil, "a commit holds the updates since the one before", updates,
          uncommitted))
    }
    uncommitted = 0
    commits.append(at: now, cost: cost)
  }
}
