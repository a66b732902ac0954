import LabTesting
import TestSupport
import Testing

@MainActor @Suite struct `A fade` {
  /// What a test sees that sleeps for the six frames, and a little more.
  private func framesAfterSleep(of fade: Fade) async throws -> Int {
    let task = Task { try await fade.run(by: ContinuousClock()) }
    try await Task.sleep(for: .milliseconds(6 * 16 + 8))
    let frames = fade.frames
    try await task.value
    return frames
  }

  /// The code is right, the test is not; how often it fails is printed.
  @Test func `is over in the end, whatever a test saw that slept`() async throws {
    let count = Count("over in the end").value
    var early = 0
    for _ in 0..<count {
      let fade = Fade()
      if try await framesAfterSleep(of: fade) != 6 { early += 1 }
      #expect(fade.frames == 6)
    }
    print("a test that sleeps: \(early) of \(count) fail")
  }

  @Test func `has six frames after 96 ms, and five before`() {
    Laboratory.test { lab in
      let fade = Fade()
      lab.task { try await fade.run(by: lab.clock) }
      lab.advance(to: .milliseconds(95))
      #expect(fade.frames == 5)
      lab.advance(to: .milliseconds(96))
      #expect(fade.frames == 6)
      lab.expect().leavesNothingBehind()
    }
  }

  @Test func `has them as often as it is asked`() {
    for _ in 0..<Count("as often as it is asked").value {
      `has six frames after 96 ms, and five before`()
    }
  }
}
