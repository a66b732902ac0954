import LabKernel
import LabLoop
import LabTrace
import LabWorkload

extension HostStage {
  /// Opens the way by which a load is delivered on the loop.
  func place(_ load: Load, in loop: any HostLoop) throws(HostError) -> ArrivalAgent.Source {
    let tasks = Self.tasks(of: load, scenario, seed)
    let waiting = HostLoad(
      subject(load.name),
      tasks.map { .init(planned: $0.arrival.nanoseconds, duration: $0.duration.wholeNanoseconds) })
    nonisolated(unsafe) let stage = self
    waiting.knock = try loop.open(for: load, waiting) { unsafe stage.workOff(waiting, $0) }
    return ArrivalAgent.Source(load: waiting, isTask: true, isTimer: load.delivery == .timer)
  }

  /// Works on the tasks that wait, in order of arrival; a block is one task.
  private func workOff(_ waiting: HostLoad, _ source: TraceSource) {
    let isBlock = source == .block || source == .mainQueue
    let count = min(waiting.waitingCount, isBlock ? 1 : .max)
    // Another callout may have taken what this one was made for, or the run is over.
    guard count > 0, !isOver else { return }
    // A timer is set anew by each arrival.
    let oldest = waiting.arrival(source == .timer ? count - 1 : 0)
    let newest = source == .port ? waiting.arrival(count - 1) : oldest
    let due = Instant(nanoseconds: oldest)
    var now = machine.now
    ring.put(
      .calloutBegan(waiting.subject, source, due: due, newest: Instant(nanoseconds: newest)),
      at: now)
    for _ in 0..<count {
      let task = waiting.take()
      ring.put(
        .taskBegan(
          waiting.subject, serial: Int64(task.serial),
          arrival: Instant(nanoseconds: task.arrival)), at: now)
      now = machine.occupy(until: now + task.duration)
      ring.put(.taskEnded(waiting.subject, serial: Int64(task.serial)), at: now)
    }
    let next = source == .timer ? nextDate(of: waiting, after: due) : nil
    ring.put(.calloutEnded(waiting.subject, source, next: next, missed: 0), at: machine.now)
  }

  /// The date of a load's timer after a firing: that of the last arrival meanwhile, or never.
  private func nextDate(of waiting: HostLoad, after due: Instant) -> Instant {
    let count = waiting.waitingCount
    return count > 0
      ? Instant(nanoseconds: waiting.arrival(count - 1))
      : due.advanced(by: .seconds(504_911_232))
  }

  /// Lets a finger signal a source, whose callout runs the loop in the tracking mode until it
  /// lifts.
  ///
  /// - Returns: The touch, and the moves of the finger if it reports them.
  func place(_ gesture: Gesture, in loop: MainRunLoop) -> [ArrivalAgent.Source] {
    let lift = gesture.begins.advanced(by: gesture.lasts).nanoseconds
    nonisolated(unsafe) let (stage, innerLoop) = (self, loop)
    let touch = HostLoad(
      subject(gesture.name), [.init(planned: gesture.begins.nanoseconds, duration: 0)])
    touch.knock = loop.makeSource(in: [.default]) {
      unsafe stage.notice(touch) {
        let left = unsafe lift - stage.machine.now
        if left > 0 { unsafe stage.run(.tracking, for: .nanoseconds(left), in: innerLoop) }
      }
    }
    var sources = [ArrivalAgent.Source(load: touch, isTask: false, isTimer: false)]
    guard let interval = gesture.moves?.wholeNanoseconds else { return sources }
    let begins = gesture.begins.nanoseconds
    let instants = stride(from: begins + interval, to: lift, by: Int64.Stride(interval))
    let moves = HostLoad(
      subject("\(gesture.name) moves"), instants.map { .init(planned: $0, duration: 0) })
    moves.knock = loop.makeSource(in: [.tracking]) { unsafe stage.notice(moves) {} }
    sources.append(ArrivalAgent.Source(load: moves, isTask: false, isTimer: false))
    return sources
  }

  /// Records the touches that wait, and then does what follows from them.
  private func notice(_ touches: HostLoad, _ follow: () -> Void) {
    guard touches.waitingCount > 0 else { return }
    let due = Instant(nanoseconds: touches.arrival())
    let now = machine.now
    ring.put(.calloutBegan(touches.subject, .signalled, due: due, newest: due), at: now)
    while touches.waitingCount > 0 {
      let happened = Instant(nanoseconds: touches.take().arrival)
      ring.put(.input(touches.subject, happened: happened), at: machine.now)
    }
    follow()
    ring.put(.calloutEnded(touches.subject, .signalled, next: nil, missed: 0), at: machine.now)
  }
}
