import LabBrowser
import LabKernel
import LabLoop
import LabTrace

/// Lets the tasks of a load arrive, and does their work when the thread gets to them.
final class LoadGenerator {
  private let load: Load
  private let loop: SimulatedRunLoop
  private let browser: BrowserThread?
  private let subject: UInt32
  @safe @exclusivity(unchecked) private var state: State
  /// Told of each task that is finished, with its arrival.
  @safe @exclusivity(unchecked) var whenDone: ((Instant) -> Void)?
  /// The loads whose tasks follow those of this one, in declared order.
  @safe @exclusivity(unchecked) private var followers: [Lifeline<LoadGenerator>] = []
  private let lifeline: Lifeline<LoadGenerator>
  private let entry: Entry
  private let device: World.Device

  /// What the loop keeps for the load's ``Delivery``.
  private enum Entry {
    case source(SimulatedRunLoop.Source)
    case port(SimulatedRunLoop.Port)
    /// That of the user's input in a browser.
    case input(SimulatedRunLoop.Port)
    case timer(SimulatedRunLoop.Timer)
    /// What is enqueued for each task.
    case block(SimulatedRunLoop.BlockAction)
    case mainQueue(SimulatedRunLoop.BlockAction)
  }

  private struct State: ~Copyable {
    var schedule: ArrivalSchedule
    var next: PlannedTask?
    /// When tasks arrive that follow those of another load; `nil` if the load follows none.
    var following: FollowingArrivals?
    /// The tasks that have arrived and wait.
    var tasks = FIFO<PlannedTask>()
    var serial: Int64 = 0

    init(_ schedule: ArrivalSchedule) { self.schedule = schedule }
  }

  var name: String { load.name }

  /// Creates a generator whose tasks arrive from now on and before an end.
  init(
    _ load: Load, in loop: SimulatedRunLoop, _ browser: BrowserThread?, seed: UInt64,
    until end: Instant
  ) {
    (self.loop, self.browser) = (loop, browser)
    subject = loop.subject(ofSourceNamed: load.name)
    state = State(ArrivalSchedule(load, seed: seed, until: end))
    if case .following(let following) = load.tasks {
      state.following = FollowingArrivals(
        following, of: load, seed: seed, until: end, stretch: loop.world.stretch)
      state.serial = Int64(following.listedCount)
    }
    let lifeline = Lifeline<LoadGenerator>()
    self.lifeline = lifeline
    entry = Self.entry(of: load, subject, in: loop, browser) { lifeline.object?.workOff($0) }
    device = loop.world.makeDevice(load.name) { _ in lifeline.object?.arrive() }
    self.load = load
    lifeline.tie(to: self)
    scheduleNext()
  }

  deinit {
    lifeline.cut()
    // The loop may live on.
    loop.world.remove(device)
    switch entry {
    case .source(let source): loop.invalidate(source)
    case .port(let port), .input(let port): loop.invalidate(port)
    case .timer(let timer): loop.invalidate(timer)
    case .block, .mainQueue: break
    }
  }

  /// Makes what calls the thread to work on some of the tasks that wait.
  private static func entry(
    of load: Load, _ subject: UInt32, in loop: SimulatedRunLoop, _ browser: BrowserThread?,
    workOff: @escaping (Int) -> Void
  ) -> Entry {
    if load.isInput, let browser,
      let port = browser.makeInputPort(
        subject, changes: load.driver != nil, perform: { _, _ in workOff(1) })
    {
      loop.add(port, to: .common)
      return .input(port)
    }
    switch load.delivery {
    case .source:
      let source = loop.makeSource(subject) { _, _ in workOff(.max) }
      for mode in load.modes { loop.add(source, to: mode) }
      return .source(source)
    case .port, .relay:
      let port = loop.makePort(subject, capacity: .max) { loop, _ in
        workOff(loop.profile.queuesMessages ? 1 : .max)
      }
      if load.delivery == .relay { browser?.relay(port) }
      for mode in load.modes { loop.add(port, to: mode) }
      return .port(port)
    case .timer:
      // It is set anew for every arrival; left alone it would fire once in a lifetime.
      let timer = loop.makeTimer(
        subject, at: .distantFuture, every: .seconds(1_000_000_000), isDriver: false
      ) { _, _ in workOff(.max) }
      for mode in load.modes { loop.add(timer, to: mode) }
      return .timer(timer)
    case .block: return .block { _ in workOff(1) }
    case .mainQueue: return .mainQueue { _ in workOff(1) }
    }
  }

  private func scheduleNext() {
    state.next = state.schedule.next()
    if let next = state.next { loop.world.schedule(device, at: next.arrival) }
  }

  private func arrive() {
    guard let task = state.next else { return arriveAfterOthers() }
    enqueue(task)
    scheduleNext()
  }

  func follow(_ leader: LoadGenerator) { leader.followers.append(lifeline) }

  /// Lets its tasks follow the ends of a driver, which it numbers.
  func follow(_ host: DriverHost) {
    var count = 0
    host.whenEnded.append { [lifeline] in
      guard let follower = lifeline.object else { return }
      follower.leaderEnded(count)
      count += 1
    }
  }

  /// The names of the loads that this one follows; none for most.
  var leaders: [String] { load.leaders }

  /// The driver whose ends it follows; `nil` for most.
  var driverFollowed: String? { load.driverFollowed }

  /// A task of a load that this one follows has ended, on the thread.
  private func leaderEnded(_ number: Int) {
    state.following?.leaderEnded(number, at: loop.world.now)
    arriveAfterOthers()
  }

  /// Lets tasks arrive that follow others and are due by now, and schedules the next.
  private func arriveAfterOthers() {
    while let task = state.following?.takeArrival(dueBy: loop.world.now) {
      enqueue(task, serial: task.serial)
    }
    if let due = state.following?.nextDue { loop.world.schedule(device, at: due) }
  }

  /// Lets a task, or what is left of one, wait behind the others.
  ///
  /// The first tasks of a load that follows another are numbered as those; what is left of them
  /// after a piece is numbered behind all.
  private func enqueue(_ planned: PlannedTask, serial: Int64? = nil) {
    var task = planned
    if let serial {
      task.serial = serial
    } else {
      task.serial = state.serial
      state.serial += 1
    }
    task.arrival = loop.world.now
    state.tasks.append(task)
    loop.record(
      .arrived(subject, serial: task.serial, duration: task.length.wholeNanoseconds))
    knock()
  }

  private func knock() {
    switch entry {
    case .source(let source):
      loop.signal(source)
      loop.wakeUp()
    case .port(let port): loop.ring(port)
    case .input(let port): browser?.send(to: port)
    case .timer(let timer):
      loop.setFireDate(of: timer, to: loop.world.now)
      loop.wakeUp()
    case .block(let block):
      loop.perform(in: load.modes, name: load.name, block)
      loop.wakeUp()
    case .mainQueue(let block): loop.performOnMainQueue(name: load.name, block)
    }
  }

  /// Works on tasks that wait, in order of arrival, on the thread.
  private func workOff(_ count: Int) {
    for _ in 0..<min(count, state.tasks.count) {
      guard var task = state.tasks.takeFirst() else { return }
      let length = task.length
      loop.record(.taskBegan(subject, serial: task.serial, arrival: task.arrival))
      loop.world.spend(length)
      loop.record(.taskEnded(subject, serial: task.serial))
      if !load.isInput, load.driver != nil { browser?.changePage() }
      if length < task.duration {
        task.duration -= length
        enqueue(task)
      } else {
        load.runPanel(in: loop)
        whenDone?(task.arrival)
        for follower in followers { follower.object?.leaderEnded(task.number) }
      }
    }
  }
}
