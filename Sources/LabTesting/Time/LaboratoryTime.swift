import Foundation
public import LabKernel
import LabLoop
import Synchronization

/// The virtual time of a laboratory for `async` code: a clock to sleep by, and an executor whose jobs
/// run on the simulated main loop.
///
/// A job is a block of the main queue. Code that sleeps until an instant is enqueued at that very
/// instant, and runs as soon as the simulated thread is free: at once, unless something holds it. No
/// real thread is waited for, so a run is the same on an idle machine and on a busy one.
///
/// Everything happens on the thread that uses the laboratory. Code that leaves it, because it is
/// isolated to the main actor or was detached, comes back at an instant that nobody can foretell:
/// that is a failure of the test, and is reported.
public final class LaboratoryTime: @unchecked Sendable {
  // Unchecked, since a laboratory is used by one thread at a time: `owner` tells whose turn it is,
  // and a job from any other thread only ever touches `strays`.
  private let loop: SimulatedRunLoop
  private let desk: IssueCollector
  private let owner = Mutex<ObjectIdentifier?>(nil)
  private let strays = Mutex<[UnownedJob]>([])
  /// The tasks begun here that have not ended, by number.
  private var tasks: [Int: (task: Task<Void, Never>, place: Place)] = [:]
  private var taskCount = 0
  /// What the tasks threw; reported outside them, where the test may expect it.
  private var thrown: [Failure] = []
  /// The jobs of tasks that outlive the laboratory; `nil` while it lasts.
  private var lastJobs: [UnownedJob]?

  init(of loop: SimulatedRunLoop, _ desk: IssueCollector) {
    self.loop = loop
    self.desk = desk
  }
}

extension LaboratoryTime: TaskExecutor, SerialExecutor {
  /// Takes a job, which the loop runs when it drains its main queue.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    guard isOnThread else {
      return strays.withLock { $0.append(job) }
    }
    take(job)
  }

  /// Whether the code that asks runs on the simulated thread.
  public func checkIsolated() {
    precondition(isOnThread, "this code runs outside its laboratory")
  }

  private func take(_ job: UnownedJob) {
    guard lastJobs == nil else {
      lastJobs?.append(job)
      return
    }
    loop.performOnMainQueue(name: "async code") { [unowned self] _ in run(job) }
  }

  private func run(_ job: UnownedJob) {
    unsafe job.runSynchronously(
      isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
  }

  private var isOnThread: Bool {
    let thread = ObjectIdentifier(Thread.current)
    return owner.withLock { $0 == thread }
  }

  /// Lets jobs in that are enqueued on this thread meanwhile, and reports those that came from others.
  func entering(_ action: () -> Void) {
    own {
      let strays = strays.withLock { strays in
        defer { strays = [] }
        return strays
      }
      if !strays.isEmpty {
        thrown.append(
          Failure(
            "async code left the laboratory and came back at \(now): it is isolated to another "
              + "actor, or waits for something outside. Such a run is not deterministic"))
      }
      for job in strays { take(job) }
      action()
    }
    for failure in thrown { desk.take(failure) }
    thrown = []
  }

  private func own(_ action: () -> Void) {
    let thread = ObjectIdentifier(Thread.current)
    let before = owner.withLock { owner in
      defer { owner = thread }
      return owner
    }
    action()
    owner.withLock { $0 = before }
  }
}

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
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    let sleeper = Sleeper()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        sleeper.begin(continuation)
        loop.world.at(max(deadline, now), "sleep") { _ in sleeper.wake() }
      }
    } onCancel: {
      sleeper.cancel()
    }
  }

  /// One sleep, which ends by its deadline or by cancellation, whichever is first.
  private final class Sleeper: Sendable {
    private let continuation = Mutex<CheckedContinuation<Void, any Error>?>(nil)
    private let isCancelled = Mutex(false)

    func begin(_ continuation: CheckedContinuation<Void, any Error>) {
      self.continuation.withLock { $0 = continuation }
      if isCancelled.withLock({ $0 }) { end(throwing: CancellationError()) }
    }

    func wake() { end(throwing: nil) }

    func cancel() {
      isCancelled.withLock { $0 = true }
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

extension LaboratoryTime {
  /// Begins a task on the simulated loop.
  func begin(_ operation: @escaping () async throws -> Void, at place: Place) {
    let number = taskCount
    taskCount += 1
    let work = Work(operation: operation)
    own {
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

  /// Cancels what has not ended when the laboratory goes away, and lets it come to its end.
  ///
  /// A task that will not end although it is cancelled is given up after a thousand jobs.
  func close() {
    own {
      lastJobs = []
      for number in tasks.keys.sorted() { tasks[number]?.task.cancel() }
      for _ in 0..<1000 {
        guard let job = lastJobs?.first else { return }
        lastJobs?.removeFirst()
        run(job)
      }
    }
  }

  /// Carries an operation into its task, which runs on the thread that began it.
  private struct Work: @unchecked Sendable {
    let operation: () async throws -> Void
  }
}
