import LabAnswer
import LabHost
import Testing

@testable import LabStudy

@Suite struct `A loop that was measured` {
  private let loop = MeasuredLoop(
    .timer, lateness: [9_100, 100, 700, 1_500, 3_999, 64_000], missed: 2)

  @Test func `has its distribution in whole microseconds`() throws {
    let table = MeasuredLoop.table(of: [loop, MeasuredLoop(.task, lateness: [], missed: 0)])
    #expect(
      table.rows[0] == [.text("timer"), .count(6), .count(2)]
        + [0, 13, 1, 64, 64, 64, 64].map { .count($0) })
    #expect(table.rows[1].dropFirst(3).allSatisfy { $0 == .none })
  }

  @Test func `has every callback in its histogram`() {
    let table = loop.histogram
    #expect(table.column("callbacks") == [2, 1, 1, 0, 1, 0, 0, 1].map { .count($0) })
    #expect(table.column("to_us") == [1, 2, 4, 8, 16, 32, 64, 128].map { .count($0) })
    let words = loop.paragraphs(isAlone: false).words
    #expect(words == "by timer No callback was made.")
  }
}
