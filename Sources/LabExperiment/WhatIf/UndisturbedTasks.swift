import LabKernel
import LabLoop
import LabTrace
import LabWorkload

/// The tasks of a run whose absence would change nothing for any driver.
///
/// Such a task arrived while the thread slept, and was done before anything else arrived, was due
/// or was called: without it the thread would have slept on to the same event, in the same state.
/// Vsyncs may pass meanwhile, for they concern the display alone as long as no link is due.
///
/// That rests on wake-ups without a latency, which would be drawn anew, and on timers without a
/// tolerance, which may fire early when the thread wakes up anyway; with either there is no such
/// task. Nor are the tasks of a timer of their own looked at, nor those that others follow.
struct UndisturbedTasks {
  /// The positions of the tasks, by load.
  private(set) var numbers: [String: Set<Int>] = [:]

  private enum Bracket { case run, work }

  /// A task under observation: since when, and when it was done.
  private struct Candidate {
    let subject: TraceSubject
    let serial: Int64
    let arrival: Instant
    var done: Instant?
  }

  private var stack: [Bracket] = []
  private var candidate: Candidate?
  private var last = Instant.start

  init(of trace: Trace, in scenario: Scenario) {
    let isTolerant = scenario.drivers.contains { $0.source.timer?.tolerance ?? .zero > .zero }
    guard scenario.wakeUpDelay == nil, !scenario.hasOtherAlarms, !isTolerant, !scenario.hasPieces,
      !scenario.waitsForDisplay
    else { return }
    let loads = Set(
      scenario.loads.filter { $0.delivery != .timer && !scenario.isFollowed($0.name) }.map {
        $0.name
      })
    for record in trace.records {
      if let candidate, let done = candidate.done, record.kind != .vsync, record.time > done {
        let load = trace.names[Int(candidate.subject)]
        if loads.contains(load) { numbers[load, default: []].insert(Int(candidate.serial)) }
        self.candidate = nil
      }
      visit(record)
      if record.kind != .vsync { last = record.time }
    }
  }

  private mutating func visit(_ record: TraceRecord) {
    switch record.event {
    case .vsync, .activity, .woke: break
    case .arrived(let subject, let serial, _):
      let isIdle = candidate == nil && stack.last != .work && last < record.time
      candidate =
        isIdle ? Candidate(subject: subject, serial: serial, arrival: record.time) : nil
    case .taskBegan(let subject, let serial, _):
      stack.append(.work)
      if candidate?.subject != subject || candidate?.serial != serial
        || candidate?.arrival != record.time
      {
        candidate = nil
      }
    case .taskEnded:
      _ = stack.popLast()
      // Of a task of no length it cannot be told what came before it and what after.
      candidate?.done = record.time
      if candidate?.arrival == record.time { candidate = nil }
    case .calloutBegan:
      stack.append(.work)
      // The callout that delivers it begins with the arrival.
      if candidate?.arrival != record.time { candidate = nil }
    case .calloutEnded:
      _ = stack.popLast()
      if candidate?.done != record.time { candidate = nil }
    case .runBegan:
      stack.append(.run)
      candidate = nil
    case .runReturned:
      _ = stack.popLast()
      candidate = nil
    default: candidate = nil
    }
  }
}
