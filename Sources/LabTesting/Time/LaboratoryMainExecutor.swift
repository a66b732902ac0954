import CTaskHooks
import Dispatch
import Foundation
import LabKernel

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
