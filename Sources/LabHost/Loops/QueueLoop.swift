import Dispatch
import LabKernel
import LabLoop
import LabTrace
import LabWorkload

/// A serial queue of Dispatch instead of a run loop, whose callbacks are those of worker threads.
final class QueueLoop: HostLoop, @unchecked Sendable {
  private let machine: any HostMachine
  private let isStrict: Bool
  private let queue = DispatchQueue(label: "runlooplab", qos: .userInteractive)
  private let end = DispatchSemaphore(value: 0)
  private let isOver = Flag()
  private var commit: () -> Void = {}
  private var sources: [any DispatchSourceProtocol] = []

  init(isStrict: Bool, on machine: any HostMachine) {
    (self.isStrict, self.machine) = (isStrict, machine)
    queue.suspend()
  }

  func set(_ timer: HostTimer, of driver: Driver, _ fire: @escaping (Int64) -> Void) {
    sources.append(
      timer.dispatched(on: queue, isStrict: isStrict, machine) { [self] due in
        call { fire(due) }
      })
  }

  func makePort(in modes: [LoopMode], _ body: @escaping () -> Void) -> () -> Void {
    let source = DispatchSource.makeUserDataAddSource(queue: queue)
    nonisolated(unsafe) let body = body
    source.setEventHandler { [self] in unsafe call(body) }
    source.activate()
    sources.append(source)
    return { source.add(data: 1) }
  }

  func open(
    for load: Load, _ waiting: HostLoad, _ work: @escaping (TraceSource) -> Void
  ) -> () -> Void {
    nonisolated(unsafe) let work = work
    return { [self] in queue.async { [self] in call { unsafe work(.mainQueue) } } }
  }

  func watch(_ activity: @escaping (TraceActivity) -> Void, _ commit: @escaping () -> Void) {
    self.commit = commit
  }

  /// Does something as a callback of the run, and commits what it updated.
  private func call(_ body: () -> Void) {
    guard !isOver.isRaised else { return }
    machine.enter()
    body()
    commit()
  }

  func run(_ mode: LoopMode, for limit: Duration) -> TraceRunResult {
    queue.resume()
    let outcome = end.wait(timeout: .now() + .nanoseconds(Int(limit.wholeNanoseconds)))
    isOver.raise()
    // What is under way ends before the run does.
    queue.sync {}
    return outcome == .success ? .stopped : .timedOut
  }

  func wakeUp() {}

  func stop() { end.signal() }

  func close() {
    for source in sources { source.cancel() }
    sources = []
  }
}

extension HostTimer {
  /// Lets a timer source of Dispatch fire on a queue; it tells how many dates it answers.
  func dispatched(
    on queue: DispatchQueue, isStrict: Bool, _ machine: any HostMachine,
    _ fire: @escaping (_ due: Int64) -> Void
  ) -> any DispatchSourceTimer {
    let source = DispatchSource.makeTimerSource(flags: isStrict ? .strict : [], queue: queue)
    source.schedule(
      deadline: DispatchTime(uptimeNanoseconds: machine.clock(of: first)),
      repeating: .nanoseconds(Int(interval)), leeway: .nanoseconds(Int(tolerance)))
    nonisolated(unsafe) let (dispatched, timer, fire) = (source, self, fire)
    source.setEventHandler {
      unsafe fire(timer.advance(by: Int64(dispatched.data)))
    }
    source.activate()
    return source
  }
}
