import LabKernel
import Testing

@testable import LabMetrics

@Suite struct `Who held the thread` {
  /// What is next to the powers of two, and weeks.
  private static let lengths: [Int64] = [
    1, 1 << 30, 1 << 31, 1 << 32, 3_000_000_000, 5 << 30, 1 << 40, 604_800_000_000_000, 1 << 60,
    1 << 61,
  ]

  @Test(arguments: lengths)
  func `is told to the nanosecond, however long it was`(length: Int64) {
    for length in [length - 1, length, length + 1] where length > 0 {
      var thread = ThreadTime()
      thread.learn(names: ["one"], modes: [])
      // The same callout comes again at once: these are two stretches.
      for begin in [7, 7 + length] {
        _ = thread.calloutBegan(0, at: begin)
        thread.calloutEnded(0, at: begin + length)
      }
      #expect(thread.busy == 2 * length && thread.free == 7)
      #expect(
        thread.segments.map { $0.span } == [
          TimeSpan(begin: 7, end: 7 + length), TimeSpan(begin: 7 + length, end: 7 + 2 * length),
        ])
    }
  }
}
