import LabKernel
import LabLoop
import LabTrace

/// Lets the tasks of a load arrive, and does their work when the thread gets to them.
final class LoadGenerator {
  private struct Task {
    let serial: Int64
    /// The position of the task among all of the load as planned, which loads that follow it count.
    let number: Int
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
  /// The loads whose tasks follow those of this one, in declared order.
  private var followers: [Lifeline] = []
  private let lifeline = Lifeline()

  /// Leads to the generator as long as it lives; a block that waits in the loop may live longer.
  private final class Lifeline {
    let generator = Cell<Unowned<LoadGenerator>?>(nil)

    @inline(__always)
    func use(_ body: (LoadGenerator) -> Void) { generator.value?.use(body) }
  }

  /// What changes with every task.
  private struct State: ~Copyable {
    var schedule: ArrivalSchedule
    /// When tasks arrive that follow those of another load; `nil` if the load follows none.
    var following: FollowingArrivals?
    /// The tasks that have arrived and wait.
    var tasks = FIFO<Task>()
    var serial: Int64 = 0
    var device: World.Device?
    var source: SimulatedRunLoop.Source?
    var port: SimulatedRunLoop.Port?
    var timer: SimulatedRunLoop.Timer?
    /// What is enqueued for each task of a load whose door is a queue of blocks.
    var block: SimulatedRunLoop.BlockAction?

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
    if case .following(let following) = load.tasks {
      state.value.following = FollowingArrivals(
        following, of: load, seed: seed, until: end, stretch: loop.world.stretch)
      state.value.serial = Int64(following.listedCount)
    }
    lifeline.generator.value = Unowned(self)
    openDoor()
    state.value.device = loop.world.makeDevice(load.name) { [lifeline] _ in
      lifeline.use { $0.arrive() }
    }
    scheduleNext()
  }

  deinit {
    // The loop may live on.
    lifeline.generator.value = nil
    if let device = state.value.device { loop.world.remove(device) }
    if let source = state.value.source { loop.invalidate(source) }
    if let port = state.value.port { loop.invalidate(port) }
    if let timer = state.value.timer { loop.invalidate(timer) }
  }

  private func openDoor() {
    switch load.door {
    case .source:
      let source = loop.makeSource(load.name) { [lifeline] _, _ in
        lifeline.use { $0.workOff(.max) }
      }
      for mode in load.modes { loop.add(source, to: mode) }
      state.value.source = source
    case .port, .relay:
      let port = loop.makePort(load.name, capacity: .max) { [lifeline] loop, _ in
        lifeline.use { $0.workOff(loop.profile.queuesMessages ? 1 : .max) }
      }
      if load.door == .relay { loop.relay(port) }
      for mode in load.modes { loop.add(port, to: mode) }
      state.value.port = port
    case .timer:
      // It is set anew for every arrival; left alone it would fire once in a lifetime.
      let timer = loop.makeTimer(
        load.name, at: .distantFuture, every: .seconds(1_000_000_000), isDriver: false
      ) { [lifeline] _, _ in lifeline.use { $0.workOff(.max) } }
      for mode in load.modes { loop.add(timer, to: mode) }
      state.value.timer = timer
    case .block, .mainQueue:
      state.value.block = { [lifeline] _ in lifeline.use { $0.workOff(1) } }
    }
  }

  private func scheduleNext() {
    guard let device = state.value.device, let instant = state.value.schedule.next() else { return }
    loop.world.schedule(device, at: instant)
  }

  /// A task arrives, outside the thread.
  private func arrive() {
    guard state.value.following == nil else { return arriveAfterOthers() }
    let (duration, number) = (state.value.schedule.duration, state.value.schedule.number)
    enqueue(duration, number: number, inPieces: state.value.schedule.piece)
    scheduleNext()
  }

  /// Lets the tasks of this load follow those of another one.
  func follow(_ leader: LoadGenerator) { leader.followers.append(lifeline) }

  /// The names of the loads that this one follows; none for most.
  var leaders: [String] {
    if case .following(let following) = load.tasks { following.leaders } else { [] }
  }

  /// A task of a load that this one follows has ended, on the thread.
  private func leaderEnded(_ number: Int) {
    state.value.following?.leaderEnded(number, at: loop.world.now)
    arriveAfterOthers()
  }

  /// Lets tasks arrive that follow others and are due by now, and schedules the next.
  private func arriveAfterOthers() {
    while let task = state.value.following?.takeArrival(dueBy: loop.world.now) {
      enqueue(task.duration, number: task.number, inPieces: task.piece, serial: task.serial)
    }
    guard let device = state.value.device, let due = state.value.following?.nextDue else { return }
    loop.world.schedule(device, at: due)
  }

  /// Lets a task, or its first piece, wait behind the others.
  private func enqueue(
    _ duration: Duration, number: Int, inPieces piece: Duration?, serial: Int? = nil
  ) {
    let length = min(duration, piece ?? duration)
    let task = Task(
      serial: serial.map { Int64($0) } ?? nextSerial(), number: number, arrival: loop.world.now,
      duration: length, rest: duration - length, piece: piece)
    state.value.tasks.append(task)
    loop.record(
      .arrived(subject, serial: task.serial, duration: task.duration.wholeNanoseconds))
    knock()
  }

  /// The first tasks of a load that follows another are numbered as those; what is left of them
  /// after a piece is numbered behind all.
  private func nextSerial() -> Int64 {
    defer { state.value.serial += 1 }
    return state.value.serial
  }

  private func knock() {
    switch load.door {
    case .source:
      if let source = state.value.source { loop.signal(source) }
      loop.wakeUp()
    case .port, .relay:
      if let port = state.value.port { loop.ring(port) }
    case .timer:
      if let timer = state.value.timer { loop.setFireDate(of: timer, to: loop.world.now) }
      loop.wakeUp()
    case .block:
      if let block = state.value.block { loop.perform(in: load.modes, name: load.name, block) }
      loop.wakeUp()
    case .mainQueue:
      if let block = state.value.block { loop.performOnMainQueue(name: load.name, block) }
    }
  }

  /// Works on tasks that wait, in order of arrival, on the thread.
  private func workOff(_ count: Int) {
    for _ in 0..<min(count, state.value.tasks.count) {
      guard let task = state.value.tasks.takeFirst() else { return }
      loop.record(.taskBegan(subject, serial: task.serial, arrival: task.arrival))
      loop.world.spend(task.duration)
      loop.record(.taskEnded(subject, serial: task.serial))
      if task.rest > .zero {
        enqueue(task.rest, number: task.number, inPieces: task.piece)
      } else {
        whenDone?(task.arrival)
        for follower in followers { follower.use { $0.leaderEnded(task.number) } }
      }
    }
  }
}
