import LabKernel
public import LabLoop
import LabTrace

/// The main thread of a browser, over the ports and timers of a loop.
///
/// It has no modes and no passes but one task queue, first come, first served: messages, timers,
/// and the frame, in which all display links call back. Its ``TaskRules`` say what may leave that
/// order. A message, an input and the frame are ready ports of the loop; a timer that is due waits
/// beside them, and its number among all arrivals says where.
public final class BrowserThread: ThreadModel {
  package let rules: TaskRules
  package var loop: SimulatedRunLoop { owner.use { $0 } }

  /// The loop, which owns its model.
  private let owner: Unowned<SimulatedRunLoop>
  private let world: World
  private var priority: FramePriority

  /// The timers that were due when the thread looked, if each has an alarm of its own.
  private var dueTimers = FIFO<DueTimer>()
  private var timersInARow = 0
  /// How often timers fired whose interval is shorter than the least, by their serial numbers.
  private var shortFirings: [UInt64: Int] = [:]
  /// Wakes the thread for a timer, or when tasks need no longer wait for a frame.
  private var wakeUp: World.Device?

  private var framePort: SimulatedRunLoop.Port?
  /// The port of the frame that waits until nothing else does.
  private var suspendedFrame: Int?
  /// Since when a frame is on its way that has not begun.
  private var expectsFrameSince: Instant?
  /// Whether frames are told in the trace, whatever they cost, because something is shown by them.
  private var tellsFrames = false
  /// Whether the page has changed since its last frame, apart from what drivers did.
  package private(set) var isPageChanged = false
  /// Is told that a task has ended which was no frame.
  package var whenTaskEnds: (() -> Void)?

  /// The inputs on their way to the thread, in order.
  private var sent = FIFO<(port: SimulatedRunLoop.Port, due: Instant)>()
  /// Lets them arrive.
  private var messenger: World.Device?
  /// Since when an input is on its way that has not begun.
  private var expectsInputSince: Instant?
  /// Whether what an input did is to be shown before any task that was posted.
  private var awaitsFrame = false
  /// Until when posted tasks wait for that.
  private var holdsUntil = Instant.start

  private struct DueTimer {
    let id: Int
    let serial: UInt64
    let arrival: UInt64
  }

  /// What a trace calls the browser's own work.
  private static let work = "browser work"
  /// What it calls the frames of a page; no driver of a script has a name with a blank.
  package static let frameName = "page frame"

  /// Lets the thread of a loop go by the rules of a browser, before anything is put into the loop.
  public init(_ rules: TaskRules, in loop: SimulatedRunLoop) {
    self.rules = rules
    owner = Unowned(loop)
    world = loop.world
    priority = FramePriority(rules.frames)
    // A change of the work must not change the numbers of the browser's own names.
    _ = loop.subject(named: Self.work)
    loop.model = self
  }

  deinit {
    // The world may go on, with inputs on their way.
    for case let device? in [messenger, wakeUp] { world.remove(device) }
  }

  // MARK: The task queue

  package func performTask(in mode: Int) {
    enqueueTimers(in: mode)
    switch nextTask(in: mode) {
    case .timer(let id): perform(timer: id, in: mode)
    case .port(let port): perform(port: port, in: mode)
    case nil: sleep(in: mode)
    }
  }

  private enum NextTask {
    case timer(id: Int)
    case port(Int)
  }

  /// Puts timers that are due into the queue, if each does so by itself.
  private func enqueueTimers(in mode: Int) {
    guard rules.timers.alarms == .each else { return }
    loop.timers.silenceAlarm(of: mode)
    while let id = loop.timers.takeDue(in: mode) {
      let timer = DueTimer(
        id: id, serial: loop.timers.serial(of: id), arrival: loop.ports.nextArrival())
      // One that was set anew meanwhile keeps its place.
      if dueTimers.first(where: { $0.serial == timer.serial }) == nil { dueTimers.append(timer) }
    }
  }

  /// The timer that has waited longest; those that are invalid are forgotten.
  private func firstTimer() -> DueTimer? {
    while let first = dueTimers.first {
      if loop.timers.serial(of: first.id) == first.serial { return first }
      dueTimers.takeFirst()
    }
    return nil
  }

  /// Returns the first port of the queue that suits.
  private func firstPort(
    in mode: Int, where suits: (borrowing PortState) -> Bool = { _ in true }
  ) -> Int? {
    loop.ports.firstReady(in: mode) { $0.purpose != .mainQueue && suits($0) }
  }

  /// Chooses the task that is to be performed next, if there is one.
  private func nextTask(in mode: Int) -> NextTask? {
    if let port = firstInput(in: mode) ?? firstFrame(in: mode) { return .port(port) }
    if holdsTasks {
      return firstPort(in: mode) { $0.isFrame || $0.isInput || $0.purpose == .wakeUp }
        .map { .port($0) }
    }
    let port = firstPort(in: mode)
    if let timer = firstTimer(), timer.arrival < port.map({ loop.ports[$0].arrival }) ?? .max {
      guard let port, let most = rules.timers.mostInARow, timersInARow >= most else {
        return .timer(id: timer.id)
      }
      return .port(port)
    }
    if let port { return .port(port) }
    defer { suspendedFrame = nil }
    return suspendedFrame.map { .port($0) }
  }

  /// Returns the input that goes before all others, if there is one and no frame goes before it.
  private func firstInput(in mode: Int) -> Int? {
    guard let rules = rules.inputs, tellsFrames, rules.overtakes else { return nil }
    if awaitsFrame, !rules.precedesFrames, firstPort(in: mode, where: { $0.isFrame }) != nil {
      return nil
    }
    return firstPort(in: mode) { $0.isInput }
  }

  /// Returns the frame, if it goes before all others.
  private func firstFrame(in mode: Int) -> Int? {
    guard rules.frames.isFirst || priority.isPromoted || awaitsFrame,
      let frame = firstPort(in: mode, where: { $0.isFrame })
    else { return nil }
    if priority.mayBegin(at: world.now, othersWait: othersWait(in: mode)) { return frame }
    loop.ports.withdraw(frame, from: mode)
    suspendedFrame = frame
    return nil
  }

  /// Whether something else than the frame waits.
  private func othersWait(in mode: Int) -> Bool {
    firstTimer() != nil || firstPort(in: mode) { !$0.isFrame } != nil
  }

  /// Whether posted tasks wait for the frame that shows an input.
  private var holdsTasks: Bool { awaitsFrame && world.now < holdsUntil }

  // MARK: Sleep

  /// Sleeps until something is in the queue.
  private func sleep(in mode: Int) {
    priority.wasIdle = true
    timersInARow = 0
    if holdsTasks { return sleepWhileHolding() }
    repeat {
      if let due = loop.timers.firstDate(in: mode)?.advanced(by: rules.costs.wake) {
        if due <= world.now { break }
        scheduleWakeUp(at: due)
      }
      guard loop.sleep() else { return }
    } while firstPort(in: mode, where: { $0.purpose != .alarm }) == nil
    // For how long it slept though a timer was due, or a frame or an input on its way.
    let since = [loop.timers.firstDate(in: mode), expectsFrameSince, expectsInputSince]
      .compactMap { $0 }.min()
    if let since, since < world.now { recordWaking(since: since) }
  }

  /// Sleeps while posted tasks wait for a frame, until anything happens or they may go on.
  private func sleepWhileHolding() {
    let since = world.now
    scheduleWakeUp(at: holdsUntil)
    if loop.sleep() { recordWaking(since: since) }
  }

  private func scheduleWakeUp(at instant: Instant) {
    let device = wakeUp ?? world.makeDevice("wake-up", priority: .alarm) { _ in }
    wakeUp = device
    world.schedule(device, at: instant)
  }

  private func recordWaking(since: Instant) {
    loop.record(.woke(after: since.duration(to: world.now).wholeNanoseconds))
  }

  // MARK: Tasks

  private func perform(timer id: Int, in mode: Int) {
    dueTimers.takeFirst()
    timersInARow += 1
    fire(id, in: mode)
    endTask()
  }

  private func perform(port: Int, in mode: Int) {
    let taken = loop.ports.take(port, in: mode)
    // Another port may have the row once the task is done.
    let (purpose, task) = (loop.ports[port].purpose, loop.ports[port].task)
    if task == .relay { loop.ports.moveBack(port, in: mode) }
    timersInARow = 0
    switch purpose {
    case .mainQueue: return
    case .wakeUp: return loop.performBlocksAndSources(in: mode)
    case .alarm: fireBatch(ringing: port, in: mode)
    case .source where task == .frame: return performFrame(taken, in: mode)
    case .source:
      if task == .input { work(rules.costs.dispatch) }
      if loop.perform(taken) { work(rules.costs.message) }
    }
    endTask()
  }

  private func endTask() {
    priority.taskEnded(at: world.now)
    whenTaskEnds?()
    work(rules.costs.between)
  }

  private func performFrame(_ taken: PortSet.Taken, in mode: Int) {
    suspendedFrame = nil
    expectsFrameSince = nil
    priority.begin(at: world.now, othersWait: othersWait(in: mode))
    _ = loop.perform(taken)
    priority.end(at: world.now, othersWait: othersWait(in: mode))
    awaitsFrame = false
    work(rules.costs.between)
  }

  /// Fires what is due behind the one alarm, until the limit has passed; the rest is a task of its
  /// own.
  private func fireBatch(ringing alarm: Int, in mode: Int) {
    guard case .one(let limit) = rules.timers.alarms else { return }
    let end = world.now.advanced(by: limit)
    repeat {
      guard let id = loop.timers.takeDue(in: mode) else { break }
      fire(id, in: mode)
    } while world.now < end
    // What became due meanwhile has rung already, at a place that is not its own.
    loop.ports.withdraw(alarm, from: mode)
    if let next = loop.timers.firstDate(in: mode), next <= world.now {
      loop.ports.ring(alarm, at: world.now)
    }
  }

  private func fire(_ id: Int, in mode: Int) {
    let serial = loop.timers.serial(of: id)
    let hasFired = loop.fire(id, in: mode) { timer in
      if clamps(timer.interval, of: serial) {
        timer.interval = rules.timers.leastInterval.wholeNanoseconds
        timer.movesGrid = true
      }
      // As if it had begun so late that the next date of its grid keeps its distance.
      if timer.catchUp == .skip, let divisor = rules.timers.guardDivisor {
        timer.began += timer.interval / Int64(divisor)
      }
    }
    if hasFired { work(rules.costs.timer) }
  }

  /// Whether an interval is to become the least one, or has, after one more firing.
  private func clamps(_ interval: Int64, of serial: UInt64) -> Bool {
    let (least, count) = (rules.timers.leastInterval, shortFirings[serial] ?? 0)
    guard interval > 0,
      interval < least.wholeNanoseconds || count >= rules.timers.clampedFrom
    else { return false }
    shortFirings[serial] = count + 1
    return count + 1 >= rules.timers.clampedFrom
  }

  /// Spends time on the browser's own work, which belongs to no callout of the page.
  private func work(
    _ cost: Duration, _ name: String = BrowserThread.work, isTold: Bool = false,
    then end: () -> Void = {}
  ) {
    guard cost > .zero || isTold else { return end() }
    loop.performCallout(
      of: .port, loop.subject(named: name), due: world.now, newest: world.now
    ) {
      world.spend(cost)
      end()
    }
  }

  // MARK: The frames of a page

  /// Makes the port by which the frames of a page come to the queue.
  ///
  /// - Parameters:
  ///   - period: The refresh of the display.
  ///   - perform: The frame.
  package func addFramePort(
    period: Duration, perform: @escaping SimulatedRunLoop.Action
  ) {
    priority.period = period
    let port = loop.makePort(
      loop.subject(named: Self.frameName), of: .link, capacity: 1, isSilent: true, perform: perform)
    loop.tag(port, TaskKind.frame.rawValue)
    loop.add(port, to: .common)
    framePort = port
  }

  package func removeFramePort() {
    if let framePort { loop.invalidate(framePort) }
    (framePort, suspendedFrame, whenTaskEnds) = (nil, nil, nil)
  }

  /// Learns that a frame is on its way to the queue.
  package func expectFrame() {
    if expectsFrameSince == nil { expectsFrameSince = world.now }
  }

  package func enqueueFrame() {
    if let framePort { loop.ring(framePort) }
  }

  /// Does the work of a frame behind its callbacks, and tells those who commit at its end.
  package func render() {
    isPageChanged = false
    work(rules.costs.frame, Self.frameName, isTold: tellsFrames) { loop.announceBeforeWaiting() }
  }

  /// Says that a task has changed the page, which its next frame shows.
  package func changePage() {
    isPageChanged = true
    tellsFrames = true
  }

  // MARK: Messages and inputs

  /// Lets the messages of a port pass one at a time, if the browser does so.
  package func relay(_ port: SimulatedRunLoop.Port) {
    if rules.relaysMessages { loop.tag(port, TaskKind.relay.rawValue) }
  }

  /// Makes a port by which the user's input comes.
  ///
  /// - Parameters:
  ///   - subject: The trace's index of the input.
  ///   - changes: Whether what it does is to be shown.
  ///   - perform: What answers one input.
  /// - Returns: The port; `nil` if the browser has no rules for it.
  package func makeInputPort(
    _ subject: UInt32, changes: Bool, perform: @escaping SimulatedRunLoop.Action
  ) -> SimulatedRunLoop.Port? {
    guard let rules = rules.inputs else { return nil }
    tellsFrames = true
    let me = Unowned(self)
    let port = loop.makePort(subject, capacity: .max) { loop, call in
      perform(loop, call)
      me.use { $0.endInput(changes: changes || !rules.needsChange, holding: rules.holdsTasks) }
    }
    loop.tag(port, TaskKind.input.rawValue)
    return port
  }

  private func endInput(changes: Bool, holding most: Duration?) {
    expectsInputSince = nil
    guard changes else { return }
    isPageChanged = true
    guard let most else { return }
    awaitsFrame = true
    holdsUntil = world.now.advanced(by: most)
  }

  /// Sends an input on its way to the queue.
  package func send(to port: SimulatedRunLoop.Port) {
    let due = world.now.advanced(by: rules.costs.travel)
    if expectsInputSince == nil { expectsInputSince = world.now }
    sent.append((port, due))
    let me = Unowned(self)
    let device = messenger ?? world.makeDevice("input") { _ in me.use { $0.deliverInputs() } }
    messenger = device
    if sent.count == 1 { world.schedule(device, at: due) }
  }

  private func deliverInputs() {
    while let next = sent.first, next.due <= world.now {
      sent.takeFirst()
      loop.ring(next.port)
    }
    if let next = sent.first, let messenger { world.schedule(messenger, at: next.due) }
  }
}

/// What comes by a port.
private enum TaskKind: UInt8 {
  case message
  /// Messages of a worker, of which only one is in the queue at a time.
  case relay
  case input
  case frame
}

extension PortState {
  fileprivate var task: TaskKind { TaskKind(rawValue: tag) ?? .message }
  fileprivate var isFrame: Bool { tag == TaskKind.frame.rawValue }
  fileprivate var isInput: Bool { tag == TaskKind.input.rawValue }
}

/// When a frame goes before the other tasks, and how long it leaves to these.
struct FramePriority {
  private let rules: TaskRules.Frames
  /// The refresh of the display.
  var period = Duration.zero
  /// Whether the thread had nothing to do since the last frame.
  var wasIdle = true
  /// Whether frames go first until one has run.
  private(set) var isPromoted = false
  private var began = Instant.start
  private var ended = Instant.start
  /// Whether the frame under way takes time from others.
  private var takesTime = false
  private var suspendedUntil = Instant.start

  init(_ rules: TaskRules.Frames) { self.rules = rules }

  /// Whether a frame that may go first does so now.
  func mayBegin(at now: Instant, othersWait: Bool) -> Bool {
    rules.graceDivisor == nil || !othersWait || wasIdle || now >= suspendedUntil
  }

  mutating func begin(at now: Instant, othersWait: Bool) {
    takesTime = othersWait && !wasIdle
    began = now
  }

  mutating func end(at now: Instant, othersWait: Bool) {
    if let divisor = rules.graceDivisor {
      let grace = period / divisor
      let rest = ended.duration(to: began) - grace
      suspendedUntil =
        takesTime
        ? now.advanced(by: min(max(rest, grace), period * 4))
        : (othersWait ? now : began).advanced(by: grace)
    }
    ended = now
    wasIdle = false
    isPromoted = false
  }

  /// Decides at the end of a task that was no frame whether frames go first.
  mutating func taskEnded(at now: Instant) {
    guard let limit = rules.promotedAfter else { return }
    if ended.duration(to: now) >= limit { isPromoted = true }
  }
}
