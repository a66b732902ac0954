import LabTrace

/// Tells when frames of a driver are expected.
struct FrameExpectation {
  private let isLink: Bool
  private let details: SlidingArray<Firing.Detail>
  private let paces: [DriverLog.Pace]
  private let divider: Int
  private let vsyncs: SlidingArray<Int64>
  private let depth: Int
  private let guardTime: Int64

  init(_ log: borrowing DriverLog, _ times: borrowing RefreshTimes) {
    isLink = log.source == .link
    details = log.details
    paces = log.paces
    divider = log.firstDivider
    (vsyncs, depth, guardTime) = (times.vsyncs, times.depth, times.guardTime)
  }

  /// The refresh that should have shown a frame, if it was shown later; `nil` if it was not.
  @inline(__always)
  func missedRefresh(of frame: ShownFrame) -> Int? {
    // It is late if its latch had been possible before; few are, so that this is asked first.
    let (firing, last) = (frame.firing, frame.refresh - depth - 1)
    if isLink {
      let newest = firing.detail < 0 ? firing.due : details[Int(firing.detail)].newest
      let divider = paces.isEmpty ? divider : paces.divider(at: firing.began) ?? divider
      let bound = last + 1 - divider
      guard bound > 0, vsyncs[bound] > newest else { return nil }
      let stamp = vsyncs.partitionIndex(near: bound) { $0 > newest } - 1
      return max(0, stamp) + divider + depth
    }
    guard last >= 0, vsyncs[last] - guardTime >= firing.due else { return nil }
    let latch = vsyncs.partitionIndex(near: last) { $0 - guardTime >= firing.due }
    return latch + depth
  }
}
