import LabBrowser
import LabDisplay
import LabKernel
import LabLoop
import LabTrace
import LabWorkload

extension TaskRules {
  /// Returns the rules of the laboratory that say the same as those of the second statement.
  init(_ browser: Browser, as rules: PageRules) {
    self.init(browser)
    costs.post = .nanoseconds(rules.post)
    costs.again = .nanoseconds(rules.again)
    costs.wake = .nanoseconds(rules.wake)
    costs.frame = .nanoseconds(rules.frame)
    costs.timer = .nanoseconds(rules.timer)
    costs.message = .nanoseconds(rules.message)
    costs.between = .nanoseconds(rules.between)
    frames.memory = rules.remembers ? .remember : .newest
    frames.isFirst = rules.framesFirst
    frames.promotedAfter = rules.promotion.map { .nanoseconds($0) }
    frames.graceDivisor = rules.grace
    timers.mostInARow = rules.inARow
    timers.guardDivisor = rules.guardParts
    relaysMessages = rules.relays
  }
}

extension PageProgram {
  /// Lets the laboratory perform the program, and returns what began.
  func begins(by rules: TaskRules) throws -> [Begin] { Self.begins(in: try trace(by: rules)) }

  /// Lets the laboratory perform the program.
  func trace(by rules: TaskRules) throws -> Trace {
    let loads = tasks.map { tasks in
      Load(
        name: tasks.name,
        tasks: .recorded(
          tasks.list.map {
            Recording.Task(
              arrival: Instant(nanoseconds: Int64($0.arrives)), duration: .nanoseconds($0.takes),
              name: tasks.name)
          }),
        delivery: .relay, modes: [.common])
    }
    let drivers =
      timers.map { timer in
        Driver(
          name: timer.name,
          source: .timer(
            interval: .nanoseconds(timer.interval),
            firstFire: Instant(nanoseconds: Int64(timer.first)),
            catchUp: timer.isChain ? .delay : nil),
          modes: [.common], cost: .constant(.nanoseconds(timer.takes)))
      } + [Driver(name: "raf", source: .link(), modes: [.common])]
    let stage = Stage(
      Scenario(
        panel: Panel(
          rate: RefreshRate(1_000_000_000, per: Int64(period)), phase: .nanoseconds(phase)),
        duration: .nanoseconds(duration), loads: loads, drivers: drivers, browser: rules),
      seed: 1)
    for worker in workers { place(worker, on: stage) }
    return try stage.run()
  }

  private func place(_ worker: Worker, on stage: Stage) {
    var isPending = false
    let port = stage.loop.makePort(worker.name, capacity: .max) { _, _ in isPending = false }
    stage.browser?.relay(port)
    stage.loop.add(port, to: .common)
    var device: World.Device?
    device = stage.world.makeDevice(worker.name) { [loop = stage.loop] world in
      if !isPending {
        isPending = true
        loop.ring(port)
      }
      if let device {
        world.schedule(device, at: world.now.advanced(by: .nanoseconds(worker.interval)))
      }
    }
    if let device { stage.world.schedule(device, at: Instant(nanoseconds: Int64(worker.first))) }
  }

  private static func begins(in trace: Trace) -> [Begin] {
    trace.records.prefix { $0.kind != .ended }.compactMap { record in
      let (now, name) = (Int(record.time.nanoseconds), trace.names[Int(record.subject)])
      switch record.event {
      case .calloutBegan(_, .link, _, let newest):
        return Begin(name: name, at: now, stamp: Int(newest.nanoseconds))
      case .calloutBegan(_, .timer, _, _): return Begin(name: name, at: now)
      case .calloutBegan(_, .port, _, _) where !name.contains(" "):
        return Begin(name: name, at: now)
      default: return nil
      }
    }
  }
}
