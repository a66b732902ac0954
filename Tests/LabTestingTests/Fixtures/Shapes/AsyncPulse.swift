/// Beats as long as its task runs.
@MainActor final class AsyncPulse {
  private(set) var beats = 0

  func run() async throws {
    let clock = ContinuousClock()
    var deadline = clock.now
    while true {
      repeat {
        deadline = deadline.advanced(by: .nanoseconds(16_666_666))
      } while deadline <= clock.now
      try await clock.sleep(until: deadline, tolerance: nil)
      beats += 1
    }
  }
}
