import LabStudy
import Testing

@Suite struct `The agreement of callouts` {
  /// Callouts of a grid of 10, in refreshes of 10 that begin at 5, and a prediction.
  private static func agreement(
    _ predicted: [LoopAgreement.Callout], edge: Int64 = 1, later: Int64 = 0
  ) throws -> LoopAgreement {
    let vsyncs = (0..<10).map { Int64(5 + 10 * $0) }
    return try #require(
      LoopAgreement(
        [(10, 10), (20, 20), (30, 38)], predicted, every: 10, edge: edge,
        vsyncs: (vsyncs, vsyncs.map { $0 + later })))
  }

  @Test func `counts dates, refreshes and the edge`() throws {
    let found = try Self.agreement([(10, 12), (20, 24), (40, 41)], edge: 2)
    #expect((found.sameDates, found.sameRefresh, found.onEdge) == (2, 2, 0))
    let late = try Self.agreement([(10, 16), (20, 29), (30, 34)], edge: 2)
    #expect((late.sameDates, late.sameRefresh, late.onEdge) == (3, 0, 2))
    #expect(late.dateShare == 100)
  }

  @Test func `counts the refreshes of each by its own vsyncs`() throws {
    let found = try Self.agreement([(10, 13), (20, 23), (30, 41)], later: 3)
    #expect((found.sameRefresh, found.onEdge) == (3, 0))
  }
}
