/// Fades in over six frames of 16 ms.
@MainActor final class Fade {
  private(set) var frames = 0

  func run(by clock: any Clock<Duration>) async throws {
    for _ in 1...6 {
      try await clock.sleep(for: .milliseconds(16))
      frames += 1
    }
  }
}
