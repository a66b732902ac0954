import LabKernel
import LabTrace

/// The one pass over a trace that serves every driver.
///
/// Subjects are found by index, so that a record costs no look-up, and logs are changed in place.
///
/// - Complexity: O(n) for n records, and O(drivers) for each change of mode.
struct TraceWalk: ~Copyable {
  let window: MeasuredWindow
  var logs = UniqueArray<DriverLog>()
  var vsyncs = VsyncLog()
  var commits = CommitLog()
  /// When the user did something.
  var inputs: [Int64] = []
  /// Who holds the thread; `nil` if that is not asked.
  var thread: ThreadTime? = ThreadTime()
  /// The tasks that are measured; `nil` for none.
  var tasks: TaskMeter?
  private(set) var violations: [ConservationViolation] = []
  private var names: [String] = []
  /// The index into `logs` of each subject, or −1.
  private var logOfSubject: [Int] = []
  /// The modes of the runs under way, innermost last.
  private var runs: [UInt8] = []
  /// How many updates there were since the last commit.
  private var uncommitted: Int64 = 0
  /// Whether frames have targets, and that of the last update.
  private let hasTargets: Bool
  /// The names of the timers that go by the clock on the wall.
  private let wallTimers: Set<String>
  /// The only driver that is asked about; `nil` for all.
  private let asked: String?
  private var target = FrameTarget.none
  /// Room for the firings of one driver: each leaves about five records in the trace.
  ///
  /// Memory that is set aside and not needed costs nothing; growing arrays would.
  private let expectedFirings: Int

  /// Begins a walk over so many records, about.
  ///
  /// - Parameters:
  ///   - window: Which part of the trace is measured.
  ///   - header: The header of the trace.
  ///   - recordCount: How many records come, about.
  ///   - asked: The only driver that is asked about; `nil` for all.
  init(
    _ window: MeasuredWindow, _ header: borrowing Trace.Header, recordCount: Int,
    asking asked: String? = nil
  ) {
    self.window = window
    hasTargets = header.presentMode == .atTarget
    wallTimers = header.wallTimers
    // The target of a frame is that of the last update of any driver.
    self.asked = hasTargets ? nil : asked
    expectedFirings = recordCount / 5
    vsyncs.times.reserveCapacity(expectedFirings)
    // Every firing of every driver may have its own.
    commits.reserveCapacity(recordCount / 4 + 1)
    thread?.reserveCapacity(recordCount / 4)
  }

  /// Visits the records that follow those before.
  ///
  /// - Parameters:
  ///   - records: The records, none of them the end of the run or behind it.
  ///   - trace: The names and modes by now.
  mutating func visit(_ records: Span<TraceRecord>, of trace: borrowing Trace) {
    learn(trace)
    for place in records.indices { visit(records[place]) }
  }

  /// Learns the names and modes that a trace has by now.
  private mutating func learn(_ trace: borrowing Trace) {
    thread?.learn(names: trace.names, modes: trace.modes)
    tasks?.learn(names: trace.names)
    guard names.count != trace.names.count else { return }
    names = trace.names
    let new = names.count - logOfSubject.count
    logOfSubject.append(contentsOf: repeatElement(-1, count: new))
  }

  /// The thread that was waking up when the run ended says so only afterwards.
  mutating func wokeAfterEnd(at instant: Int64, after delay: Int64) {
    thread?.woke(at: instant, after: delay, before: window.end)
  }

  /// Accounts for what the end of the run leaves open, and gives away what it has found.
  ///
  /// - Parameters:
  ///   - header: The header of the trace.
  ///   - fineness: The power of two of its units that makes a nanosecond; targets stay in hertz.
  /// - Returns: What all drivers share, and what each of them did, in their order.
  mutating func finish(
    _ header: Trace.Header, fineness: Int = 0
  ) -> (facts: RunFacts, runs: [DriverRun]) {
    thread?.settle(at: window.end)
    for log in logs.indices { logs[log].ended() }
    let facts = RunFacts(&self, header, fineness: fineness)
    var runs: [DriverRun] = []
    while let log = logs.popLast() { runs.append(DriverRun(log, facts)) }
    return (facts, runs.reversed())
  }

  private var mode: UInt8 { runs.last ?? 255 }

  @inline(always)
  private mutating func visit(_ record: TraceRecord) {
    let now = record.time.nanoseconds
    switch record.event {
    case .vsync(_, _, let reason, let aim): vsync(at: now, reason, aim: aim)
    case .commit(let updates, let cost): commit(at: now, updates: updates, cost: cost)
    case .arrived(let load, let serial, _): tasks?.arrived(load, serial, at: now)
    case .taskBegan(let load, let serial, let arrival):
      thread?.taskBegan(load, serial, at: now)
      tasks?.began(load, serial, arrival: arrival, at: now)
    case .taskEnded(let load, let serial):
      thread?.taskEnded(load, serial, at: now)
      tasks?.ended(load, serial, at: now)
    case .woke(let delay): thread?.woke(at: now, after: delay)
    case .runBegan:
      thread?.runBegan(at: now)
      runs.append(record.mode)
      modeChanged(at: now)
    case .runReturned:
      thread?.runReturned(at: now)
      _ = runs.popLast()
      modeChanged(at: now)
    case .calloutBegan(let subject, let source, let due, let newest):
      let wakesUp = thread?.calloutBegan(subject, at: now) == true
      tasks?.calloutBegan(subject, by: source, in: runs.last ?? 255, at: now)
      guard let log = log(of: subject) else { return }
      if logs[log].isLink {
        logs[log].linkBegan(
          at: now, due: due.nanoseconds, newest: newest.nanoseconds,
          stale: vsyncs.count(after: newest.nanoseconds))
      } else {
        logs[log].timerBegan(at: now, due: due.nanoseconds)
      }
      if wakesUp { logs[log].wokeThread(for: due.nanoseconds) }
    case .calloutEnded(let subject, _, let next, let missed):
      thread?.calloutEnded(subject, at: now)
      tasks?.calloutEnded(subject, at: now)
      guard let log = log(of: subject) else { return }
      if logs[log].isLink {
        logs[log].linkEnded(at: now)
      } else {
        logs[log].timerEnded(at: now, next: next?.nanoseconds, missed: missed)
      }
    case .update(let driver, let animationTime, let due):
      uncommitted += 1
      guard let log = log(of: driver) else { return }
      update(at: now, animationTime: animationTime.nanoseconds, due: due.nanoseconds, log)
    case .linkDue(let link, let vsync, let outcome):
      guard let log = log(of: link) else { return }
      logs[log].linkDue(at: now, index: vsync, outcome)
    case .input(_, let happened):
      inputs.append(happened.nanoseconds)
      for log in logs.indices {
        logs[log].firingsBeforeInputs.append(
          Int32(truncatingIfNeeded: logs[log].firings.endIndex))
      }
    case .declared(let subject, let source, let interval, let tolerance):
      declare(subject, source, interval: interval, tolerance: tolerance)
    case .joined, .left, .rephased, .paced, .paused, .resumed, .invalidated, .motionBegan,
      .content, .motionEnded, .scene:
      visitSeldom(record)
    case .activity, .ended: break
    }
  }

  /// The index into `logs` of a subject; `nil` if that is no driver.
  @inline(always)
  private func log(of subject: TraceSubject) -> Int? {
    let log = logOfSubject[Int(subject)]
    return log >= 0 ? log : nil
  }

  private mutating func visitSeldom(_ record: TraceRecord) {
    guard let log = log(of: record.subject) else { return }
    let now = record.time.nanoseconds
    switch record.event {
    case .rephased(_, let date): logs[log].timerMoved(at: now, to: date.nanoseconds)
    case .joined(_, let joined): logs[log].joined(joined, current: mode, at: now)
    case .left(_, let left): logs[log].left(left, current: mode, at: now)
    case .paced(_, let divider): logs[log].paced(Int(clamping: divider), at: now)
    case .paused: logs[log].paused(at: now, mode: mode)
    case .resumed: logs[log].resumed(at: now, mode: mode)
    case .invalidated: logs[log].invalidated(at: now, mode: mode)
    case .motionBegan: logs[log].motion.began(at: now)
    case .content(_, let place, let offset, let isHandedOver):
      logs[log].motion.drew(place: place, offset: offset, isHandedOver: isHandedOver)
    case .motionEnded(_, let began): logs[log].motion.ended(calloutBegan: began.nanoseconds)
    case .scene(_, let event): logs[log].motion.scene.note(event, at: now)
    default: break
    }
  }

  /// Leaves out a vsync that does not come after the one before, for calculations rest on that.
  private mutating func vsync(at now: Int64, _ reason: TraceRefresh, aim: Int64) {
    guard let last = vsyncs.times.last, last >= now else {
      guard vsyncs.append(at: now, reason, aim: aim) else { return }
      for log in logs.indices where logs[log].isLink { logs[log].gridChanged() }
      return
    }
    violations.append(
      ConservationViolation(.order, of: nil, "each vsync follows the last", last, now))
  }

  private mutating func declare(
    _ subject: TraceSubject, _ source: TraceSource, interval: Int64, tolerance: Int64
  ) {
    guard source == .timer || source == .link || source == .loop,
      asked == nil || asked == names[Int(subject)]
    else { return }
    logOfSubject[Int(subject)] = logs.count
    // With many drivers each has its share: room for all of them grows as n log n, not as n².
    var log = DriverLog(
      names[Int(subject)], source, interval: interval, tolerance: tolerance, window: window)
    log.isByWallClock = wallTimers.contains(names[Int(subject)])
    log.reserveCapacity(expectedFirings / (logs.count + 1))
    log.firingsBeforeInputs = Array(repeating: 0, count: inputs.count)
    logs.append(log)
  }

  private mutating func modeChanged(at now: Int64) {
    let mode = mode
    thread?.modeChanged(to: mode, at: now)
    for log in logs.indices { logs[log].modeChanged(to: mode, at: now) }
  }

  @inline(__always)
  private mutating func update(at now: Int64, animationTime: Int64, due: Int64, _ log: Int) {
    guard let firing = logs[log].firing(answering: due) else {
      violations.append(
        ConservationViolation(
          .order, of: logs[log].name, "an update answers a firing", due,
          logs[log].firings.last?.due ?? -1))
      return
    }
    if hasTargets { target = self.target(of: firing, log) }
    logs[log].updates.append(
      Update(
        animationTime: animationTime, ended: now,
        commit: Int32(truncatingIfNeeded: commits.timings.count),
        firing: Int32(truncatingIfNeeded: firing)))
  }

  /// The vsync for which a firing makes its frame: a link's target, or the first at the next date
  /// of a timer.
  private func target(of firing: Int, _ log: Int) -> FrameTarget {
    let called = logs[log].firings[firing]
    guard logs[log].isLink else {
      return FrameTarget(instant: called.due.addingSaturating(logs[log].interval))
    }
    let answered = logs[log].detail(of: firing).newest
    let index = vsyncs.times.endIndex - 1 - vsyncs.count(after: answered)
    return FrameTarget(vsync: index + logs[log].divider(at: called.began))
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
    commits.append(at: now, cost: cost, target: hasTargets ? target : nil)
  }
}

/// Which part of a trace is measured: the whole run, from its start to the record of its end.
///
/// Due instants and firings count from the very first. The warm-up concerns frames alone, which
/// need some refreshes to reach the display; see ``RefreshTimes``.
struct MeasuredWindow: Sendable {
  /// The end of the run.
  let end: Int64

  /// The time in which due instants and firings are counted.
  var span: TimeSpan { TimeSpan(begin: 0, end: end) }

  /// Finds the window of a trace, and how many of its records precede the end of the run; what
  /// follows was only winding down.
  static func find(in trace: Trace) -> (window: MeasuredWindow, recordCount: Int) {
    let last = trace.records.lastIndex { $0.kind == .ended }
    let records = trace.records[..<(last ?? trace.records.endIndex)]
    let end = (last.map { trace.records[$0] } ?? records.last)?.time.nanoseconds ?? 0
    return (MeasuredWindow(end: end), records.count)
  }
}
