import LabKernel
import LabLoop
import LabTrace

/// Lets the tasks of a load arrive, and does their work when the thread gets to them.
final class LoadGenerator {
  private struct Task {
    let serial: Int64
    let arrival: Instant
    let duration: Duration
    /// What is left to do after it, which arrives at its end in pieces no longer than `piece`.
    let rest: Duration
    let piece: Duration?
  }

  private let load: Load
  private let loop: SimulatedRunLoop
  private let subject: UInt32
  private let state: Cell<State>
  /// Told of each task that is finished, with its arrival.
  var whenDone: ((Instant) -> Void)?

  /// What changes with every task.
  private struct State: ~Copyable {
    var schedule: ArrivalSchedule
    /// The tasks that have arrived and wait.
    var tasks = FIFO<Task>()
    var serial: Int64 = 0
    var device: World.Device?
    var source: SimulatedRunLoop.Source?
    var port: SimulatedRunLoop.Port?
    var timer: SimulatedRunLoop.Timer?

    init(_ schedule: ArrivalSchedule) { self.schedule = schedule }
  }

  /// The name of the load.
  var name: String { load.name }

  /// Creates a generator whose tasks arrive from now on and before an end.
  init(_ load: Load, in loop: SimulatedRunLoop, seed: UInt64, until end: Instant) {
    self.load = load
    self.loop = loop
    subject = loop.subject(named: load.name)
    state = Cell(State(ArrivalSchedule(load, seed: seed, until: end)))
    openDoor()
    let me = Unowned(self)
    state.value.device = loop.world.makeDevice(load.name) { _ in me.use { $0.arrive() } }
    scheduleNext()
  }

  private func openDoor() {
    let me = Unowned(self)
    switch load.door {
    case .source:
      let source = loop.makeSource(load.name) { _, _ in me.use { $0.workOff(.max) } }
      for mode in load.modes { loop.add(source, to: mode) }
      state.value.source = source
    case .port:
      let port = loop.makePort(load.name, capacity: .max) { loop, _ in
        me.use { $0.workOff(loop.profile.queuesMessages ? 1 : .max) }
      }
      for mode in load.modes { loop.add(port, to: mode) }
      state.value.port = port
    case .timer:
      // It is set anew for every arrival; left alone it would fire once in a lifetime.
      let timer = loop.makeTimer(
        load.name, at: .distantFuture, every: .seconds(1_000_000_000), isDriver: false
      ) { _, _ in me.use { $0.workOff(.max) } }
      for mode in load.modes { loop.add(timer, to: mode) }
      state.value.timer = timer
    case .block, .mainQueue:
      break
    }
  }

  private func scheduleNext() {
    guard let device = state.value.device, let instant = state.value.schedule.next() else { return }
    loop.world.schedule(device, at: instant)
  }

  /// A task arrives, outside the thread.
  private func arrive() {
    enqueue(state.value.schedule.duration, inPieces: state.value.schedule.piece)
    scheduleNext()
  }

  /// Lets a task, or its first piece, wait behind the others.
  private func enqueue(_ duration: Duration, inPieces piece: Duration?) {
    let length = min(duration, piece ?? duration)
    let task = Task(
      serial: state.value.serial, arrival: loop.world.now, duration: length,
      rest: duration - length, piece: piece)
    state.value.serial += 1
    state.value.tasks.append(task)
    loop.record(
      .arrived(subject, serial: task.serial, duration: task.duration.wholeNanoseconds))
    knock()
  }

  private func knock() {
    let me = Unowned(self)
    switch load.door {
    case .source:
      if let source = state.value.source { loop.signal(source) }
      loop.wakeUp()
    case .port:
      if let port = state.value.port { loop.ring(port) }
    case .timer:
      if let timer = state.value.timer { loop.setFireDate(of: timer, to: loop.world.now) }
      loop.wakeUp()
    case .block:
      loop.perform(in: load.modes, name: load.name) { _ in me.use { $0.workOff(1) } }
      loop.wakeUp()
    case .mainQueue:
      loop.performOnMainQueue(name: load.name) { _ in me.use { $0.workOff(1) } }
    }
  }

  /// Works on tasks that wait, in order of arrival, on the thread.
  private func workOff(_ count: Int) {
    for _ in 0..<min(count, state.value.tasks.count) {
      guard let task = state.value.tasks.takeFirst() else { return }
      loop.record(.taskBegan(subject, serial: task.serial, arrival: task.arrival))
      loop.world.spend(task.duration)
      loop.record(.taskEnded(subject, serial: task.serial))
      if let whenDone, task.rest == .zero { whenDone(task.arrival) }
      if task.rest > .zero { enqueue(task.rest, inPieces: task.piece) }
    }
  }
}
