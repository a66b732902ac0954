import CTaskHooks
public import LabKernel
import LabLoop

/// The virtual time of a laboratory for `async` code: a clock to sleep by, and an executor whose
/// jobs run on the simulated main loop.
///
/// A job is a block of the main queue. Code that sleeps until an instant is enqueued at that very
/// instant, and runs as soon as the simulated thread is free: at once, unless something holds it.
/// No real thread is waited for, so a run is the same on an idle machine and on a busy one.
///
/// Everything happens on the thread that uses the laboratory, also what is isolated to the main
/// actor, to another actor, or to nothing. Code of the main actor needs a test that is marked
/// `@MainActor`, so that this thread is the main thread; else the test fails and says so. Code that
/// waits for a real clock, a file or another thread comes back at an instant that does not depend
/// on the test: that is a failure as well.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
public final class LaboratoryTime: @unchecked Sendable {
  // Unchecked, since a laboratory is used by one thread at a time: the taker tells whose turn it
  // is, and a job from any other thread only ever touches the gate.
  let loop: SimulatedRunLoop
  /// The tasks begun here that have not ended, by number.
  var tasks: [Int: (task: Task<Void, Never>, place: Place)] = [:]
  var taskCount = 0
  /// The sleeps that have not ended, by number.
  var sleepers: [Int: Sleeper] = [:]
  var sleepCount = 0
  /// What went wrong inside tasks; reported outside them, where the test may expect it.
  var thrown: [Failure] = []
  /// The clocks that are drivers.
  var frameClocks: [FrameClock] = []
  /// The job under way.
  private(set) var current: CurrentJob?
  /// How many jobs came so far.
  private var jobCount = 0
  /// The tickers whose handlers did nothing but let these tasks run.
  var handovers: [String: Ticker] = [:]
  /// The tasks that are let run by the handler under way.
  var awakened: [String]?
  let desk: IssueCollector
  private let gate = Locked(Gate())
  private(set) lazy var taker = JobInterceptor(for: self)
  private(set) lazy var mainExecutor = LaboratoryMainExecutor(of: self)
  /// The jobs of tasks that outlive the laboratory; `nil` while it lasts.
  private var lastJobs: [TaskJob]?
  /// The jobs of the main actor that cannot run on this thread.
  private var refused: [UnownedJob] = []
  /// The jobs that wait for a real clock.
  private var asleep: [TaskJob] = []
  private var hasSlept = false

  /// What other threads left.
  private struct Gate {
    var isOpen = true
    var strays: [TaskJob] = []
    var hasOutsider = false
  }

  init(of loop: SimulatedRunLoop, _ desk: IssueCollector) {
    self.loop = loop
    self.desk = desk
    // Made here, since other threads may ask for it.
    _ = taker
  }
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension LaboratoryTime: TaskExecutor, SerialExecutor {
  /// Takes a job, which the loop runs when it drains its main queue.
  public func enqueue(_ job: consuming ExecutorJob) {
    _ = receive(TaskJob(job: UnownedJob(job), home: .laboratory))
  }

  /// Whether the code that asks runs on the simulated thread.
  public func checkIsolated() {
    require(isOnThread, "this code runs outside its laboratory")
  }

  /// Whether the code that asks runs on the simulated thread.
  var isOnThread: Bool { taker.isCurrent }

  /// Takes a job from any thread.
  ///
  /// - Returns: Whether it did; not after the laboratory has ended.
  func receive(_ job: TaskJob) -> Bool {
    guard isOnThread else {
      return gate.withLock { gate in
        if gate.isOpen { gate.strays.append(job) }
        return gate.isOpen
      }
    }
    take(job)
    return true
  }

  /// Takes a job from the thread of the laboratory.
  func take(_ job: TaskJob) {
    if job.home == .main, !LaboratoryMainExecutor.isCurrent { return refuse(job.job) }
    guard lastJobs == nil else {
      lastJobs?.append(job)
      return
    }
    jobCount += 1
    awakened?.append(job.task)
    if let current, job.task == current.task, job.home != .main || current.home == .main,
      frameClocks.contains(where: { $0.isDrawing(in: current.task) })
    {
      self.current?.next = job
      return
    }
    loop.performOnMainQueue(name: "async code") { [unowned self] _ in run(job) }
  }

  /// Runs a job, and at once what the same task goes on with in the midst of a picture, unless it
  /// comes to the main actor from elsewhere: a real one does not leave the thread for that.
  private func run(_ job: TaskJob) {
    let outer = current
    defer { current = outer }
    let before = jobCount
    current =
      frameClocks.isEmpty && handovers.isEmpty ? nil : CurrentJob(task: job.task, home: job.home)
    perform(job)
    guard let task = current?.task else { return }
    while let next = current?.next {
      current?.next = nil
      current?.home = next.home
      jobCount -= 1
      perform(next)
    }
    jobEnded(of: task, goesOn: jobCount > before)
  }

  private func perform(_ job: TaskJob) {
    switch job.home {
    case .laboratory:
      unsafe job.job.runSynchronously(
        isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
    case .main: unsafe job.job.runSynchronously(on: mainExecutor.asUnownedSerialExecutor())
    case .pool: unsafe job.job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }

  /// Keeps a job of the main actor until the laboratory has ended.
  private func refuse(_ job: UnownedJob) {
    if refused.isEmpty {
      thrown.append(
        Failure(
          "async code is isolated to the main actor, and this laboratory is not on the main thread: "
            + "it does not run. Mark the test ‘@MainActor’"))
    }
    refused.append(job)
  }

  /// Learns that code on the thread of the laboratory waits for a real clock.
  func sleepsOutside() {
    guard !hasSlept, lastJobs == nil else { return }
    hasSlept = true
    thrown.append(
      Failure(
        "async code sleeps by a real clock at \(now), and does not wake up in virtual time. "
          + "Give it the laboratory’s ‘clock’: ‘clock.sleep(for:)’ instead of ‘Task.sleep(for:)’"))
  }

  /// Performs an action, and reports a real timer that it leaves on the run loop of its thread.
  func noticingRealTimers<Thrown: Error>(_ action: () throws(Thrown) -> Void) throws(Thrown) {
    let before = task_hooks_next_timer()
    try action()
    let after = task_hooks_next_timer()
    guard after != before, after > 0 else { return }
    thrown.append(
      Failure(
        "code schedules a real ‘Timer’, which does not fire in virtual time. Let it take a "
          + "‘TickSource’, and give it one of ‘lab.timer’"))
  }

  /// Takes a job that waits for a real clock; it wakes up when the laboratory ends.
  func sleepsOutside(_ job: UnownedJob) {
    guard isOnThread, !isClosed else {
      _ = receive(TaskJob(job: job, home: .pool))
      return
    }
    sleepsOutside()
    asleep.append(TaskJob(job: job, home: .pool))
  }

  /// Learns that code on another thread uses the clock.
  func isUsedOutside() { gate.withLock { $0.hasOutsider = true } }
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension LaboratoryTime {
  /// Lets time pass, with the jobs that come meanwhile, and reports those that came from elsewhere.
  func entering(_ action: () -> Void) {
    taker.whileCurrent {
      let (strays, hasOutsider) = gate.withLock { gate in
        defer { (gate.strays, gate.hasOutsider) = ([], false) }
        return (gate.strays, gate.hasOutsider)
      }
      if !strays.isEmpty {
        thrown.append(
          Failure(
            "async code left the laboratory and came back at \(now): it waits for something outside, "
              + "such as a file, a real clock or another thread. Such a run is not deterministic"))
      }
      if hasOutsider {
        thrown.append(
          Failure(
            "code outside the laboratory sleeps by its clock. Begin it with ‘lab.task’, or in the "
              + "body of ‘Laboratory.test’"))
      }
      for job in strays { take(job) }
      action()
    }
    report()
  }

  /// Reports what went wrong inside tasks.
  func report() {
    let failures = thrown
    thrown = []
    for failure in failures { desk.take(failure) }
  }

  /// Ends all sleeps and tasks when the laboratory goes away, and runs them to their ends.
  ///
  /// A task that does not end although it is cancelled is given up after a thousand jobs.
  func close() {
    guard lastJobs == nil else { return }
    taker.whileCurrent {
      lastJobs = asleep
      frameClocks = []
      for number in tasks.keys.sorted() { tasks[number]?.task.cancel() }
      for number in sleepers.keys.sorted() { sleepers[number]?.cancel() }
      for _ in 0..<1000 {
        guard let job = lastJobs?.first else { break }
        lastJobs?.removeFirst()
        run(job)
      }
    }
    gate.withLock { $0.isOpen = false }
    JobInterceptor.whileOutside {
      for job in refused { MainActor.shared.enqueue(job) }
    }
  }

  /// Whether the laboratory has ended.
  var isClosed: Bool { lastJobs != nil }
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension LaboratoryTime: Clock {
  /// A point in virtual time.
  public typealias Instant = LabKernel.Instant

  /// The current instant of virtual time.
  ///
  /// - Precondition: Asked on the thread of the laboratory.
  public var now: Instant { loop.world.now }

  /// A nanosecond, the grain of virtual time.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Sleeps until an instant; tolerance changes nothing, as the alarm is exact.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled, or the laboratory ends.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await sleep(until: deadline) {}
  }

  /// Sleeps until an instant, and says so just before the task is resumed.
  func sleep(until deadline: Instant, _ isDue: @escaping () -> Void) async throws {
    try Task.checkCancellation()
    guard isOnThread else {
      isUsedOutside()
      throw CancellationError()
    }
    if isClosed { throw CancellationError() }
    let sleeper = Sleeper()
    let number = sleepCount
    sleepCount += 1
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        sleepers[number] = sleeper
        sleeper.begin(continuation)
        loop.world.at(max(deadline, now), "sleep") { [unowned self] _ in
          sleepers[number] = nil
          if sleeper.isAsleep { isDue() }
          sleeper.wake()
        }
      }
    } onCancel: {
      sleeper.cancel()
    }
  }

  /// One sleep, which ends by its deadline or by cancellation, whichever is first.
  final class Sleeper: Sendable {
    private let continuation = Locked<CheckedContinuation<Void, any Error>?>(nil)
    private let isCancelled = Flag()

    func begin(_ continuation: CheckedContinuation<Void, any Error>) {
      self.continuation.withLock { $0 = continuation }
      if isCancelled.isRaised { end(throwing: CancellationError()) }
    }

    /// Whether its deadline is still waited for.
    var isAsleep: Bool { continuation.withLock { $0 != nil } }

    func wake() { end(throwing: nil) }

    func cancel() {
      isCancelled.raise()
      end(throwing: CancellationError())
    }

    private func end(throwing error: (any Error)?) {
      let continuation = continuation.withLock { continuation in
        defer { continuation = nil }
        return continuation
      }
      if let error { continuation?.resume(throwing: error) } else { continuation?.resume() }
    }
  }
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension LaboratoryTime {
  /// Begins a task on the simulated loop.
  func begin(
    _ operation: @escaping @concurrent () async throws -> Void, at place: Place
  ) {
    let number = taskCount
    taskCount += 1
    let work = Work(operation: operation)
    taker.whileCurrent {
      let task = Task(executorPreference: self) {
        do {
          try await work.operation()
        } catch is CancellationError {
        } catch {
          self.thrown.append(Failure("the task threw \(error)", at: place))
        }
        self.tasks[number] = nil
      }
      tasks[number] = (task, place)
    }
  }

  /// Where the tasks were begun that have not ended.
  var unfinished: [Place] { tasks.keys.sorted().compactMap { tasks[$0]?.place } }

  /// How many sleeps have not ended.
  var sleeping: Int { sleepers.values.count(where: \.isAsleep) }

  /// Carries an operation into its task, which runs on the thread that began it.
  private struct Work: @unchecked Sendable {
    let operation: @concurrent () async throws -> Void
  }
}

/// What tasks draw, and when.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension LaboratoryTime {
  /// Learns that the code under way is about to spend time.
  func spends() {
    guard let task = current?.task else { return }
    for clock in frameClocks { clock.begin(in: task) }
    guard let ticker = handovers.removeValue(forKey: task) else { return }
    desk.warn(
      "‘\(ticker.name)’ hands its ticks over to async code, which draws after the callback: its "
        + "pictures miss the commit for which the laboratory counts them. Let the code sleep by "
        + "‘lab.clock(\"\(ticker.name)\", every: …)’, or take its ticks from "
        + "‘lab.frames(\"\(ticker.name)\")’",
      at: ticker.createdAt)
  }

  /// Whether the handler of a ticker runs.
  var isInCallback: Bool { awakened != nil }

  /// Lets a ticker call back, and remembers the tasks that it does no more than let run.
  func noticing(_ ticker: Ticker, _ handler: () -> Void) {
    let (outer, began) = (awakened, now)
    awakened = []
    handler()
    if now == began, ticker.driver.cost == .constant(.zero) {
      for task in awakened ?? [] { handovers[task] = ticker }
    }
    awakened = outer
  }

  /// A job of a task has ended, and the task goes on in another, or waits.
  func jobEnded(of task: String, goesOn: Bool) {
    for clock in frameClocks { clock.jobEnded(of: task, goesOn: goesOn) }
    if !goesOn { handovers[task] = nil }
  }

  /// Reports that two tasks sleep by a clock that is one driver.
  func isShared(_ name: String) {
    thrown.append(
      Failure(
        "two tasks sleep by the clock ‘\(name)’ at \(now). It is one driver: give each task a clock "
          + "of its own, with another name"))
  }
}
