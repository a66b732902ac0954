public import LabKernel

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
