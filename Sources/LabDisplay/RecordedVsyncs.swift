import LabKernel

/// The vsyncs of a real panel, over and over.
package struct RecordedVsyncs: Hashable, Sendable {
  let rate: RefreshRate

  /// How many vsyncs were recorded.
  package var count: Int { vsyncs.count }

  private let vsyncs: [Int64]
  /// From the first vsync to the same one of the next round.
  private let length: Int64

  init(_ instants: [Instant]) {
    require(
      instants.count >= 2 && zip(instants, instants.dropFirst()).allSatisfy { $0 < $1 },
      "recorded vsyncs must follow each other")
    vsyncs = instants.map { $0.nanoseconds }
    let span = vsyncs[vsyncs.count - 1] - vsyncs[0]
    let period = span / Int64(vsyncs.count - 1)
    length = span + period
    rate = RefreshRate(1_000_000_000, per: period)
  }

  /// Creates vsyncs in some other unit than nanoseconds, of a panel whose rate is known.
  init(_ instants: [Int64], of rate: RefreshRate) {
    (vsyncs, self.rate) = (instants, rate)
    length = instants[instants.count - 1] - instants[0]
  }

  func vsync(_ index: Int) -> Instant {
    let (round, position) = index.quotientAndRemainder(dividingBy: vsyncs.count)
    let (offset, overflow) = length.multipliedReportingOverflow(by: Int64(round))
    return overflow
      ? .distantFuture : Instant(nanoseconds: vsyncs[position]).advanced(byNanoseconds: offset)
  }
}
