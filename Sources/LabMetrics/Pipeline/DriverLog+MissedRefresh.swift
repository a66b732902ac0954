import LabTrace

extension DriverLog {
  /// The refresh that should have shown a frame, if it was shown later; `nil` if it was not.
  @inline(__always)
  func missedRefresh(of frame: ShownFrame, _ times: borrowing RefreshTimes) -> Int? {
    // It is late if its latch had been possible before; few are, so that this is asked first.
    let (firing, last) = (frame.firing, frame.refresh - times.depth - 1)
    if isLink {
      let newest = detail(of: firing).newest
      let divider = divider(at: firing.began)
      let bound = last + 1 - divider
      guard bound > 0, times.vsyncs[bound] > newest else { return nil }
      let stamp = times.vsyncs.partitionIndex(near: bound) { $0 > newest } - 1
      return max(0, stamp) + divider + times.depth
    }
    guard last >= 0, times.vsyncs[last] - times.guardTime >= firing.due else { return nil }
    let guardTime = times.guardTime
    let latch = times.vsyncs.partitionIndex(near: last) { $0 - guardTime >= firing.due }
    return latch + times.depth
  }
}
