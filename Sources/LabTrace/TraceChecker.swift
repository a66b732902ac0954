import LabKernel

/// Goes over a trace once, and notes where it breaks ``TraceContract``.
final class TraceChecker {
  private enum Bracket: Hashable {
    case run(mode: UInt8)
    case callout(TraceSubject, due: Instant)
    case task(TraceSubject, serial: Int64)
  }

  private struct Task: Hashable {
    let load: TraceSubject
    let serial: Int64
  }

  private let trace: Trace
  private let limit: Int
  private var index = 0
  private(set) var violations: [TraceContract.Violation] = []
  private var now = Instant.start
  private var declared: Set<TraceSubject> = []
  private var modes: [TraceSubject: Set<UInt8>] = [:]
  private var brackets: [Bracket] = []
  private var runs: [UInt8] = []
  private var updates: Int64 = 0
  private var lastUpdate: TraceSubject?
  private var lastContent: TraceSubject?
  private var vsyncs: Int64 = 0
  private var lastVsync: Instant?
  private var waiting: [Task: Instant] = [:]
  private var begun: Set<Task> = []
  private var hasEnded = false

  init(_ trace: Trace, limit: Int) {
    self.trace = trace
    self.limit = limit
  }

  func checkAll() {
    for record in trace.records {
      check(record)
      index += 1
      if violations.count >= limit { break }
    }
  }

  private func demand(_ rule: Int, _ holds: Bool, _ problem: @autoclosure () -> String) {
    guard !holds, violations.count < limit else { return }
    violations.append(TraceContract.Violation(record: index, rule: rule, problem: problem()))
  }

  private func check(_ record: TraceRecord) {
    demand(1, record.time >= now, "\(record.time) comes after \(now)")
    now = max(now, record.time)
    let isKnown = !record.kind.hasSubject || Int(record.subject) < trace.names.count
    demand(2, isKnown, "subject \(record.subject) has no name")
    let hasMode = record.mode == TraceRecord.noMode || Int(record.mode) < trace.modes.count
    demand(2, hasMode, "mode \(record.mode) has no name")
    checkSources(record.event)
    checkThread(record)
    checkDisplay(record.event)
    checkNumbers(record.event)
  }
}

extension TraceChecker {
  /// Rules 3 and 4.
  private func checkSources(_ event: TraceEvent) {
    switch event {
    case .declared(let subject, _, _, _):
      demand(3, declared.insert(subject).inserted, "a second declaration of subject \(subject)")
    case .joined(let subject, let mode):
      demand(2, Int(mode) < trace.modes.count, "mode \(mode) has no name")
      demand(
        4, modes[subject, default: []].insert(mode).inserted, "subject \(subject) is in the mode")
    case .left(let subject, let mode):
      demand(
        4, modes[subject, default: []].remove(mode) != nil, "subject \(subject) is not in the mode")
    case .linkDue(let subject, _, _), .paced(let subject, _), .paused(let subject),
      .resumed(let subject):
      demand(3, declared.contains(subject), "subject \(subject) is not declared")
    case .calloutBegan(let subject, .timer, _, _), .calloutBegan(let subject, .link, _, _),
      .calloutBegan(let subject, .loop, _, _):
      // The timer of a load is not declared as a driver, but joins modes.
      let isDriver = declared.contains(subject) || modes[subject]?.isEmpty == false
      demand(3, isDriver, "subject \(subject) is not declared")
    default: break
    }
  }

  /// Rules 5 and 9.
  private func checkThread(_ record: TraceRecord) {
    switch record.event {
    case .runBegan: open(.run(mode: record.mode))
    case .calloutBegan(let subject, _, let due, _): open(.callout(subject, due: due))
    case .arrived(let load, let serial, _):
      let isNew = waiting.updateValue(now, forKey: Task(load: load, serial: serial)) == nil
      demand(9, isNew, "task \(serial) arrives again")
    case .taskBegan(let load, let serial, let arrival):
      let task = Task(load: load, serial: serial)
      demand(9, waiting[task] == arrival, "task \(serial) did not arrive at \(arrival)")
      demand(9, begun.insert(task).inserted, "task \(serial) begins again")
      open(.task(load, serial: serial))
    default: break
    }
    let depth = UInt8(clamping: runs.count)
    demand(
      5,
      record.depth == depth && record.mode == runs.last ?? TraceRecord.noMode
        || record.kind == .vsync || record.kind == .ended,
      "it says mode \(record.mode), depth \(record.depth), in \(runs)")
    switch record.event {
    case .runReturned: close { if case .run = $0 { true } else { false } }
    case .calloutEnded(let subject, _, _, _):
      close { if case .callout(subject, _) = $0 { true } else { false } }
    case .taskEnded(let load, let serial): close { $0 == .task(load, serial: serial) }
    default: break
    }
  }

  private func open(_ bracket: Bracket) {
    brackets.append(bracket)
    if case .run(let mode) = bracket { runs.append(mode) }
  }

  private func close(if isRight: (Bracket) -> Bool) {
    guard let last = brackets.last, isRight(last) else {
      return demand(5, false, "it does not end what began last")
    }
    brackets.removeLast()
    if case .run = last { runs.removeLast() }
  }

  /// Rules 6, 7, 8 and 11.
  private func checkDisplay(_ event: TraceEvent) {
    switch event {
    case .update(let driver, _, let due):
      let isAnswer = brackets.contains(.callout(driver, due: due))
      demand(6, isAnswer, "the update of subject \(driver) answers no callout due at \(due)")
      updates += 1
      lastUpdate = driver
      lastContent = nil
    case .content(let driver, _, _, _):
      demand(6, lastUpdate == driver, "content of subject \(driver) without its update")
      lastUpdate = nil
      lastContent = driver
    case .scene(let driver, .layout):
      demand(3, declared.contains(driver), "subject \(driver) is not declared")
    case .scene(let driver, _):
      demand(6, lastContent == driver, "a scene of subject \(driver) without its content")
    case .commit(let count, _):
      demand(7, count == updates && count > 0, "it holds \(count) updates instead of \(updates)")
      updates = 0
    case .vsync(_, let index, _, _):
      demand(8, index == vsyncs, "vsync \(index) where \(vsyncs) is due")
      demand(8, lastVsync.map { $0 < now } ?? true, "two vsyncs at \(now)")
      vsyncs = index + 1
      lastVsync = now
    case .ended:
      demand(11, !hasEnded, "a second end")
      hasEnded = true
    default: break
    }
  }

  /// Rule 10.
  private func checkNumbers(_ event: TraceEvent) {
    switch event {
    case .declared(_, _, let interval, let tolerance):
      demand(10, interval >= 0 && tolerance >= 0, "interval \(interval), tolerance \(tolerance)")
    case .calloutEnded(_, _, _, let missed): demand(10, missed >= 0, "\(missed) missed dates")
    case .arrived(_, _, let duration): demand(10, duration >= 0, "a task takes \(duration) ns")
    case .vsync(_, _, _, let aim): demand(10, aim >= 0, "an interval of \(aim) ns")
    case .paced(_, let divider): demand(10, divider >= 1, "every \(divider) refreshes")
    case .commit(_, let cost): demand(10, cost >= 0, "rendering takes \(cost) ns")
    case .scene(_, let event): checkNumbers(event)
    case .woke(let delay):
      demand(10, delay >= 0 && delay <= now.nanoseconds, "a wake-up latency of \(delay) ns")
    case .input(_, let happened):
      demand(10, happened <= now, "an input of \(happened) is noticed at \(now)")
    default: break
    }
  }

  private func checkNumbers(_ event: SceneEvent) {
    switch event {
    case .steps(let count, let lead):
      demand(10, count >= 0 && lead >= 0, "\(count) steps, a lead of \(lead)")
    case .dropped(let steps, let time):
      demand(10, steps >= 0 && time >= 0, "\(steps) steps of \(time) ns are left out")
    case .sample(let taken): demand(10, taken <= now, "a sample of \(taken) is used at \(now)")
    default: break
    }
  }
}

/// Which sequences of events are a trace: what everything that reads one may rely on.
///
/// Simulated runs are to keep it, which the tests check; an importer or a recorder of live runs
/// checks its trace with ``violations(of:limit:)``. A program that writes records of its own can
/// break it.
///
/// 1. Time never goes back, and no event lies before the start.
/// 2. Subjects and modes are entered in the tables of the trace.
/// 3. A source is declared once, and before it joins a mode, is paced, paused, due or called out.
///    Blocks, the main queue, loads, gestures and displays are not declared.
/// 4. A source joins only modes that it is not in, and leaves only those that it is in.
/// 5. Runs, callouts and tasks are brackets: what ends is what began last. What is recorded in a
///    run has the mode of the innermost one and the depth of all.
/// 6. An update is made by a driver in a callout that answers its due instant; content follows its
///    update, and what a scene says the content that shows it; a layout may come later.
/// 7. A commit holds the updates since the one before, at least one.
/// 8. Vsyncs are numbered from 0 and are strictly apart in time.
/// 9. A task arrives once, under a serial of its own, before the thread works on it, and is worked
///    on at most once.
/// 10. Durations, intervals, costs and delays are not negative; an input has happened when it is
///     noticed.
/// 11. The end comes once.
public enum TraceContract {
  /// An event that breaks the contract.
  public struct Violation: Hashable, Sendable, CustomStringConvertible {
    /// The index of the record.
    public let record: Int
    /// The number of the rule, as ``TraceContract`` lists them.
    public let rule: Int
    /// What is wrong.
    public let problem: String

    /// The rule, the record and the problem, as one sentence.
    public var description: String { "record \(record) breaks rule \(rule): \(problem)" }
  }

  /// Returns where a trace breaks the contract.
  ///
  /// - Parameters:
  ///   - trace: The trace.
  ///   - limit: How many violations are looked for at most; at least 1.
  /// - Returns: The violations in the order of the records; none for a trace that can be measured.
  /// - Complexity: O(n) for n records.
  public static func violations(of trace: Trace, limit: Int = 20) -> [Violation] {
    let checker = TraceChecker(trace, limit: max(1, limit))
    checker.checkAll()
    return checker.violations
  }
}
