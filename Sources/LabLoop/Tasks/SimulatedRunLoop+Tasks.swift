import LabKernel
import LabTrace

extension SimulatedRunLoop {
  /// What the trace calls the frames of a page; no driver of a script has a name with a blank.
  package static let frameName = "page frame"

  /// Makes a port by which the frames of a page stand in the line of tasks.
  ///
  /// - Parameters:
  ///   - period: The refresh of the display.
  ///   - perform: The frame.
  /// - Returns: The port.
  package func makeFramePort(period: Duration, perform: @escaping Action) -> Port {
    line?.period = period
    return makePort(recorder.intern(Self.frameName), of: .link, capacity: 1, perform: perform)
  }

  /// Learns that a frame is on its way to the line.
  package func expectFrame() {
    if line?.expectsFrameSince == nil { line?.expectsFrameSince = world.now }
  }

  /// Does the work of a frame behind its callbacks, and tells those who commit at its end.
  package func render() {
    guard let line else { return }
    line.isChanged = false
    work(line.rules.costs.frame, Self.frameName, isTold: line.tellsFrames) {
      announce(.beforeWaiting)
    }
  }

  /// Spends time on the browser's own work, which belongs to no callout of the page.
  private func work(
    _ cost: Duration, _ name: String = TaskLine.work, isTold: Bool = false,
    then end: () -> Void = {}
  ) {
    guard cost > .zero || isTold else { return end() }
    let subject = recorder.intern(name)
    beginCallout(.port, subject: subject, due: world.now, newest: world.now)
    world.spend(cost)
    end()
    endCallout(.port, subject: subject)
  }

  /// Lets the messages of a port pass one at a time, if the browser does so.
  package func relay(_ port: Port) {
    if line?.rules.relaysMessages == true, let row = row(of: port, in: ports) {
      ports.makeRelay(row)
    }
  }

  /// Performs the tasks of a line until the run ends; `nil` if it is parked.
  func performTasks(of line: TaskLine) -> Result? {
    let mode = innermost.mode
    _ = innermost.unpark()
    if line.rules.timers.alarms == .each { timers.silenceAlarm(of: mode) }
    while true {
      if let result = decideToReturn(handledSource: false) { return result }
      if parkIfOverdue(Wait()) { return nil }
      world.count("line of tasks")
      lineUpTimers(of: line, in: mode)
      if let port = choose(from: line, in: mode) {
        perform(port, of: line, in: mode)
      } else if !sleepForTask(line, in: mode), innermost.isParked {
        return nil
      }
    }
  }

  // MARK: The line

  /// Puts timers that are due into the line, if each does so by itself.
  private func lineUpTimers(of line: TaskLine, in mode: Int) {
    guard line.rules.timers.alarms == .each else { return }
    while let timer = timers.takeDue(in: mode) {
      ports.ring(port(of: timer, line, in: mode), at: world.now)
    }
  }

  private func port(of timer: Int, _ line: TaskLine, in mode: Int) -> Int {
    if let port = line.ports[timer] { return port }
    let port = ports.insert(PortState(purpose: .timer))
    ports.join(port, to: mode)
    line.ports[timer] = port
    line.timers[port] = timer
    return port
  }

  /// Returns the task that is to be performed next, if there is one.
  private func choose(from line: TaskLine, in mode: Int) -> Int? {
    if let input = firstInput(of: line, in: mode) { return input }
    if let frame = firstFrame(of: line, in: mode) { return frame }
    if line.holdsTasks(at: world.now) {
      return ports.firstReadyPort(in: mode) { $0.isFrame || $0.isInput || $0.purpose == .wakeUp }
    }
    guard let first = ports.firstReadyPort(in: mode, where: { _ in true }) else {
      defer { line.suspendedFrame = nil }
      return line.suspendedFrame
    }
    if let most = line.rules.timers.mostInARow, line.timersInARow >= most,
      ports[first].purpose == .timer
    {
      return ports.firstReadyPort(in: mode) { $0.purpose != .timer } ?? first
    }
    return first
  }

  /// Returns the frame, if it goes before all others.
  private func firstFrame(of line: TaskLine, in mode: Int) -> Int? {
    guard line.rules.frames.isFirst || line.isPromoted || line.awaitsFrame else { return nil }
    guard let frame = ports.firstReadyPort(in: mode, where: { $0.isFrame }) else { return nil }
    if line.mayBeginFrame(at: world.now, othersWait: othersWait(in: mode)) { return frame }
    ports.withdraw(frame, from: mode)
    line.suspendedFrame = frame
    return nil
  }

  /// Whether something else than the frame waits in line.
  private func othersWait(in mode: Int) -> Bool {
    ports.firstReadyPort(in: mode) { !$0.isFrame } != nil
  }

  /// Sleeps until something is in line, and returns whether anything happened.
  private func sleepForTask(_ line: TaskLine, in mode: Int) -> Bool {
    line.wasIdle = true
    line.timersInARow = 0
    status.isWaiting = true
    defer { status.isWaiting = false }
    if line.holdsTasks(at: world.now) { return sleepWhileHolding(line, in: mode) }
    repeat {
      if let due = timers.firstDate(in: mode)?.advanced(by: line.rules.costs.wake) {
        if due <= world.now { break }
        let device = line.wakeUp ?? world.makeDevice("wake-up", priority: .alarm) { _ in }
        line.wakeUp = device
        world.schedule(device, at: due)
      }
      guard sleep(Wait()) else { return false }
    } while ports.firstReadyPort(in: mode, where: { $0.purpose != .alarm }) == nil
    recordWaking(line, in: mode)
    return true
  }

  /// Sleeps while posted tasks wait for a frame, until anything happens or they may go on.
  private func sleepWhileHolding(_ line: TaskLine, in mode: Int) -> Bool {
    let since = world.now
    let device = line.wakeUp ?? world.makeDevice("wake-up", priority: .alarm) { _ in }
    line.wakeUp = device
    world.schedule(device, at: line.holdsUntil)
    guard sleep(Wait()) else { return false }
    record(.woke(after: since.duration(to: world.now).wholeNanoseconds))
    return true
  }

  /// Records for how long the thread slept though a timer was due or a frame was on its way.
  private func recordWaking(_ line: TaskLine, in mode: Int) {
    let since = [timers.firstDate(in: mode), line.expectsFrameSince, line.expectsInputSince]
      .compactMap { $0 }.min()
    guard let since, since < world.now else { return }
    record(.woke(after: since.duration(to: world.now).wholeNanoseconds))
  }

  // MARK: Tasks

  private func perform(_ port: Int, of line: TaskLine, in mode: Int) {
    let costs = line.rules.costs
    let taken = ports.take(port, in: mode)
    // Another port may have the row once the task is done.
    let (isTimer, isFrame) = (ports[port].purpose == .timer, ports[port].isFrame)
    if ports[port].isInput { work(costs.dispatch) }
    line.timersInARow = isTimer ? line.timersInARow + 1 : 0
    switch ports[port].purpose {
    case .wakeUp:
      performBlocks(in: mode)
      _ = performSources(in: mode)
      return
    case .timer:
      if let timer = line.timers[port] { fire(timer, of: line, in: mode) }
    case .alarm: fireBatch(of: line, ringing: port, in: mode)
    case .mainQueue: break
    case .source:
      if isFrame {
        performFrame(port, of: line, in: mode)
      } else if perform(taken) {
        work(costs.message)
      }
    }
    if !isFrame {
      line.endTask(at: world.now)
      line.taskEnded?()
    }
    work(costs.between)
  }

  private func performFrame(_ port: Int, of line: TaskLine, in mode: Int) {
    line.suspendedFrame = nil
    line.expectsFrameSince = nil
    line.beginFrame(at: world.now, othersWait: othersWait(in: mode))
    ports.call(port, in: self, Callback(due: world.now.nanoseconds, number: port))
    line.endFrame(at: world.now, othersWait: othersWait(in: mode))
  }

  /// Fires what is due behind the one alarm, until the limit has passed; the rest is a task of its
  /// own.
  private func fireBatch(of line: TaskLine, ringing alarm: Int, in mode: Int) {
    guard case .one(let limit) = line.rules.timers.alarms else { return }
    let end = world.now.advanced(by: limit)
    repeat {
      guard let timer = timers.takeDue(in: mode) else { break }
      fire(timer, of: line, in: mode)
    } while world.now < end
    // What became due meanwhile has rung already, at a place that is not its own.
    ports.withdraw(alarm, from: mode)
    if let next = timers.firstDate(in: mode), next <= world.now { ports.ring(alarm, at: world.now) }
  }

  private func fire(_ id: Int, of line: TaskLine, in mode: Int) {
    guard let begun = timers.begin(id, in: mode) else { return }
    let callback = Callback(due: begun.due, number: id)
    beginCallout(.timer, subject: begun.subject, due: callback.due, newest: callback.newest)
    innermost.firing = id
    timers.call(id, in: self, callback)
    innermost.firing = -1
    if !timers[id].repeats { invalidate(ItemPlace(kind: .timer, id: id)) }
    let isClamped =
      timers.serial(of: id) != 0
      && line.rules.timers.clamp(timers[id].interval, &line.shortFirings[id, default: 0])
    if isClamped { timers.setInterval(of: id, to: line.rules.timers.leastInterval) }
    let interval = timers[id].interval
    let after = timers.end(begun.guarded(timers[id], by: line.rules.timers), in: mode)
    if let next = after.next,
      isClamped || after.movesGrid || next.nanoseconds > begun.began + interval
    {
      record(.rephased(begun.subject, to: next))
    }
    endCallout(.timer, subject: begun.subject, nextDate: after.next, missed: after.missed)
    work(line.rules.costs.timer)
  }
}

extension TaskRules.Timers {
  /// Whether an interval is to become the least one, or has, after one more firing.
  fileprivate func clamp(_ interval: Int64, _ shortFirings: inout Int) -> Bool {
    let least = leastInterval.wholeNanoseconds
    guard interval > 0, interval < least || shortFirings >= clampedFrom else { return false }
    shortFirings += 1
    return shortFirings >= clampedFrom
  }
}

extension TimerState.Firing {
  /// Returns the firing as if it had begun so late that the next date of its grid keeps its
  /// distance.
  fileprivate func guarded(_ timer: borrowing TimerState, by rules: TaskRules.Timers) -> Self {
    guard timer.catchUp == .skip, let divisor = rules.guardDivisor else { return self }
    var guarded = self
    guarded.began += timer.interval / Int64(divisor)
    return guarded
  }
}
