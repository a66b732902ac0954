/// A feed as applications have it: of the main actor, with tasks of its own.
@MainActor final class Feed<C: Clock> where C.Duration == Duration {
  private(set) var pages: [C.Instant] = []
  private let clock: C
  init(_ clock: C) { self.clock = clock }

  func begin() {
    Task {
      for _ in 0..<3 {
        try await clock.sleep(for: .milliseconds(10))
        pages.append(clock.now)
      }
    }
  }
}

/// A loader of no actor, which is not `Sendable`.
final class Loader {
  private(set) var pages = 0
  func load(_ clock: any Clock<Duration>) async throws {
    for _ in 0..<3 {
      try await clock.sleep(for: .milliseconds(10))
      pages += 1
    }
  }
}
