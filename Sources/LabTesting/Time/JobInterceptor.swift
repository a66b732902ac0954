import CTaskHooks
import Dispatch
import Foundation
import LabKernel

/// Sends the jobs that code enqueues on a thread to a laboratory's virtual time, for as long as the
/// thread is inside the laboratory.
///
/// The runtime of Swift has variables that are asked before a job goes to the main actor or to the
/// pool of threads. They are set once, for the process; what they do depends on the thread.
///
/// - Source: swiftlang/swift, `stdlib/public/Concurrency/ConcurrencyHooks.cpp`.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
@safe final class JobInterceptor {
  private let record: UnsafeMutablePointer<task_taker>

  /// Creates a taker for a virtual time, which must outlive it.
  init(for time: LaboratoryTime) {
    _ = JobInterceptor.isInstalled
    unsafe record = .allocate(capacity: 1)
    unsafe record.initialize(
      to: task_taker(
        owner: Unmanaged.passUnretained(time).toOpaque(),
        main: { unsafe JobInterceptor.time($0).mainExecutor.reference },
        take_main: { owner, job in
          unsafe JobInterceptor.time(owner).take(JobInterceptor.job(job, .main))
        },
        take_global: { owner, job in
          unsafe JobInterceptor.time(owner).take(JobInterceptor.job(job, .pool))
        },
        sleeps: { unsafe JobInterceptor.time($0).sleepsOutside() }))
  }

  deinit { unsafe record.deallocate() }

  /// Whether the thread that asks is inside the laboratory.
  var isCurrent: Bool { unsafe task_hooks_taker() == UnsafePointer(record) }

  /// Performs an action inside the laboratory.
  func whileCurrent<Result, Thrown: Error>(
    _ action: () throws(Thrown) -> Result
  ) throws(Thrown) -> Result {
    let before = unsafe task_hooks_exchange(record)
    defer { unsafe _ = task_hooks_exchange(before) }
    return try action()
  }

  /// Performs an action outside of all laboratories.
  static func whileOutside(_ action: () -> Void) {
    let before = unsafe task_hooks_exchange(nil)
    action()
    unsafe _ = task_hooks_exchange(before)
  }

  private static let isInstalled = unsafe task_hooks_install(
    LaboratoryMainExecutor(of: nil).reference)

  private static func time(_ owner: UnsafeMutableRawPointer?) -> LaboratoryTime {
    guard let owner = unsafe owner else { preconditionFailure("a taker has an owner") }
    return unsafe Unmanaged<LaboratoryTime>.fromOpaque(owner).takeUnretainedValue()
  }

  private static func job(_ job: UnsafeMutableRawPointer?, _ home: TaskJob.Home) -> TaskJob {
    guard let job = unsafe job else { preconditionFailure("the runtime enqueued no job") }
    return unsafe TaskJob(job: unsafeBitCast(job, to: UnownedJob.self), home: home)
  }
}

/// A job, and where its code believes to run.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
struct TaskJob {
  let job: UnownedJob
  let home: Home

  /// What tells the jobs of a task from others; the runtime says it in words alone.
  var task: String { job.description }

  enum Home {
    /// On the executor of the laboratory.
    case laboratory
    /// On the main actor.
    case main
    /// On some thread of the pool, or in an actor that has none.
    case pool
  }
}

/// The job under way.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
struct CurrentJob {
  let task: String
  var home: TaskJob.Home
  /// What the same task goes on with, without leaving the thread.
  var next: TaskJob?
}

/// Stands in for the main actor's executor inside a laboratory.
///
/// Its jobs run on the simulated main loop, which for that must be on the real main thread: nothing
/// else keeps them apart from what the main actor does elsewhere.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
final class LaboratoryMainExecutor: SerialExecutor {
  private let time: WeakTime

  /// Creates an executor that is never freed, since tasks that outlive their laboratory refer to
  /// it.
  init(of time: LaboratoryTime?) {
    self.time = WeakTime(time)
    unsafe _ = Unmanaged.passRetained(self)
  }

  /// What the runtime is told.
  var reference: task_executor {
    unsafe unsafeBitCast(asUnownedSerialExecutor(), to: task_executor.self)
  }

  /// Takes a job into the laboratory, or, when that is gone, to the real main actor.
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if let time = time.value, time.receive(TaskJob(job: job, home: .main)) { return }
    JobInterceptor.whileOutside { MainActor.shared.enqueue(job) }
  }

  /// Takes a job that waits for a real clock.
  func sleepsOutside(_ job: UnownedJob) {
    if let time = time.value { return time.sleepsOutside(job) }
    JobInterceptor.whileOutside { MainActor.shared.enqueue(job) }
  }

  func checkIsolated() {
    require(
      Self.isCurrent,
      "this code is isolated to the main actor, and its laboratory runs on another thread: "
        + "mark the test ‘@MainActor’")
  }

  /// Whether the code that asks runs on the main thread, or drains the main queue in its place.
  static var isCurrent: Bool {
    Thread.isMainThread || DispatchQueue.getSpecific(key: key) != nil
  }

  private static let key = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  private final class WeakTime: Sendable {
    weak let value: LaboratoryTime?

    init(_ value: LaboratoryTime?) { self.value = value }
  }
}
