import LabKernel
import LabLoop
import LabTrace

/// Lets the tasks of a load arrive, and does their work when the thread gets to them.
final class LoadGenerator {
  private struct Task {
    let serial: Int64
    let arrival: Instant
    let duration: Duration
  }

  private let load: Load
  private let loop: SimulatedRunLoop
  private let subject: UInt32
  private var schedule: ArrivalSchedule
  /// The tasks that have arrived; those before ``served`` are done or under way.
  private var tasks: [Task] = []
  private var served = 0
  private var serial: Int64 = 0
  private var device: World.Device?
  private var source: SimulatedRunLoop.Source?
  private var port: SimulatedRunLoop.Port?
  private var timer: SimulatedRunLoop.Timer?

  /// Creates a generator whose tasks arrive from now on and before an end.
  init(_ load: Load, in loop: SimulatedRunLoop, seed: UInt64, until end: Instant) {
    self.load = load
    self.loop = loop
    subject = loop.subject(named: load.name)
    schedule = ArrivalSchedule(load, seed: seed, until: end)
    openDoor()
    device = loop.world.makeDevice(load.name) { [unowned self] _ in arrive() }
    scheduleNext()
  }

  private func openDoor() {
    switch load.door {
    case .source:
      let source = loop.makeSource(load.name) { [unowned self] _ in workOff(waitingCount) }
      for mode in load.modes { loop.add(source, to: mode) }
      self.source = source
    case .port:
      let port = loop.makePort(load.name, capacity: .max) { [unowned self] loop in
        workOff(loop.profile.queuesMessages ? 1 : waitingCount)
      }
      for mode in load.modes { loop.add(port, to: mode) }
      self.port = port
    case .timer:
      // It is set anew for every arrival; left alone it would fire once in a lifetime.
      let timer = loop.makeTimer(
        load.name, at: .distantFuture, every: .seconds(1_000_000_000), isDriver: false
      ) { [unowned self] _ in workOff(waitingCount) }
      for mode in load.modes { loop.add(timer, to: mode) }
      self.timer = timer
    case .block, .mainQueue:
      break
    }
  }

  private func scheduleNext() {
    guard let device, let instant = schedule.next() else { return }
    loop.world.schedule(device, at: instant)
  }

  /// A task arrives, outside the thread.
  private func arrive() {
    let task = Task(serial: serial, arrival: loop.world.now, duration: schedule.duration)
    serial += 1
    tasks.append(task)
    loop.record(
      .arrived, subject: subject, first: task.duration.wholeNanoseconds, second: task.serial)
    knock()
    scheduleNext()
  }

  private func knock() {
    switch load.door {
    case .source:
      if let source { loop.signal(source) }
      loop.wakeUp()
    case .port:
      if let port { loop.ring(port) }
    case .timer:
      if let timer { loop.setFireDate(of: timer, to: loop.world.now) }
      loop.wakeUp()
    case .block:
      loop.perform(in: load.modes, name: load.name) { [unowned self] _ in workOff(1) }
      loop.wakeUp()
    case .mainQueue:
      loop.performOnMainQueue(name: load.name) { [unowned self] _ in workOff(1) }
    }
  }

  private var waitingCount: Int { tasks.count - served }

  /// Works on tasks that wait, in order of arrival, on the thread.
  private func workOff(_ count: Int) {
    for _ in 0..<min(count, waitingCount) {
      let task = tasks[served]
      served += 1
      loop.record(
        .taskBegan, subject: subject, first: task.arrival.nanoseconds, second: task.serial)
      loop.world.spend(task.duration)
      loop.record(.taskEnded, subject: subject, second: task.serial)
    }
    // Done tasks are dropped in bulk, so that a long queue costs no more a task than a short one.
    if served > 1000, served > waitingCount {
      tasks.removeFirst(served)
      served = 0
    }
  }
}
