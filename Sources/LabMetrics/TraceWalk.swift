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
  /// What was committed, each with a way to the glass that nobody knows yet.
  var commits: [Passage] = []
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
    commits.reserveCapacity(window.expectedCommits)
    for record in trace.records.prefix(window.recordCount) { visit(record) }
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

  private var mode: UInt8 { runs.last ?? 255 }

  private mutating func visit(_ record: TraceRecord) {
    switch record.kind {
    case .vsync: vsync(record)
    case .commit: commit(record)
    case .taskBegan: thread.taskBegan(record)
    case .taskEnded: thread.taskEnded(record)
    case .woke:
      wokeAt = record.time.nanoseconds
      thread.woke(record)
    case .runBegan:
      thread.runBegan(record)
      runs.append(record.mode)
      modeChanged(at: record.time.nanoseconds)
    case .runReturned:
      thread.runReturned(record)
      _ = runs.popLast()
      modeChanged(at: record.time.nanoseconds)
    case .calloutBegan:
      thread.calloutBegan(record)
      visitDriver(record)
    case .calloutEnded:
      thread.calloutEnded(record)
      visitDriver(record)
    case .declared: declare(record)
    case .update:
      uncommitted += 1
      visitDriver(record)
    case .input:
      inputs.append(Input(happened: record.first, noticed: record.time.nanoseconds))
    case .joined, .left, .linkDue, .rephased, .paced, .paused, .resumed, .invalidated,
      .motionBegan, .content, .motionEnded:
      visitDriver(record)
    case .activity, .arrived, .ended: break
    }
  }

  private mutating func visitDriver(_ record: TraceRecord) {
    let log = logOfSubject[Int(record.subject)]
    guard log >= 0 else { return }
    let now = record.time.nanoseconds
    let isLink = logs[log].source == .link
    switch record.kind {
    case .calloutBegan where isLink: logs[log].linkBegan(record, wokeAt: wokeAt)
    case .calloutBegan: logs[log].timerBegan(record, wokeAt: wokeAt)
    case .calloutEnded where isLink: _ = logs[log].calloutEnded(at: now)
    case .calloutEnded: logs[log].timerEnded(record)
    case .update: update(record, log)
    case .linkDue: logs[log].linkDue(record)
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
      for log in logs.indices where logs[log].source == .link { logs[log].gridChanged() }
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
    logs.append(DriverLog(record, name: name, source: source, window: window))
  }

  private mutating func modeChanged(at now: Int64) {
    thread.modeChanged(to: mode, at: now)
    for log in logs.indices { logs[log].modeChanged(to: mode, at: now) }
  }

  private mutating func update(_ record: TraceRecord, _ log: Int) {
    guard let firing = logs[log].lastFiring(where: { $0.due == record.second }) else {
      violations.append(
        ConservationViolation(
          .order, of: logs[log].name, "an update answers a firing", record.second,
          logs[log].firings.last?.due ?? -1))
      return
    }
    logs[log].updates.append(
      Update(
        animationTime: record.first, ended: record.time.nanoseconds, commit: Int32(commits.count),
        firing: Int32(firing)))
  }

  private mutating func commit(_ record: TraceRecord) {
    if uncommitted != record.first {
      violations.append(
        ConservationViolation(
          .updates, of: nil, "a commit holds the updates since the one before",
          record.first, uncommitted))
    }
    uncommitted = 0
    commits.append(Passage(committed: record.time.nanoseconds, cost: max(0, record.second)))
  }
}
