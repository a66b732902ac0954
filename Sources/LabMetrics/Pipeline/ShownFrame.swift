/// An update that a refresh of the window was the first to show, and the step from the one before.
struct ShownFrame {
  let refresh: Int
  /// When it was displayed.
  let photon: Int64
  let update: Update
  let firing: Firing
  /// The refresh at the beginning of the step; −1 for the first frame of the window and the first
  /// one after a pause, which have none.
  let start: Int
  /// How long the step took, from display to display; 0 without one.
  let duration: Int64
  /// The step of animation time minus that of display time; 0 without one.
  let error: Int64

  var isStep: Bool { start >= 0 }
}

/// The shown frames of a driver in the window, in order.
///
/// - Complexity: O(refreshes) for all of them.
struct ShownFrames: Sequence, IteratorProtocol {
  private let run: DriverRun
  private var refresh: Int
  // The frame before; none as long as its refresh is −1.
  private var start = -1
  private var photon: Int64 = 0
  private var animationTime: Int64 = 0
  private var stretch = 0

  init(_ run: DriverRun) { (self.run, refresh) = (run, run.times.window.lowerBound) }

  @inline(__always)
  mutating func next() -> ShownFrame? {
    let end = run.times.window.upperBound
    while refresh < end, run.presentation.shown[refresh] < 0 { refresh += 1 }
    guard refresh < end else { return nil }
    let update = run.log.updates[Int(run.presentation.shown[refresh])]
    let firing = run.log.firings[Int(update.firing)]
    let stretch = run.log.stretch(of: Int(update.firing))
    let shownAt = run.times.vsyncs[refresh]
    let isStep = start >= 0 && stretch == self.stretch
    let duration = isStep ? shownAt - photon : 0
    let error = isStep ? update.animationTime - animationTime - duration : 0
    let frame = ShownFrame(
      refresh: refresh, photon: shownAt, update: update, firing: firing, start: isStep ? start : -1,
      duration: duration, error: error)
    start = refresh
    photon = shownAt
    animationTime = update.animationTime
    self.stretch = stretch
    refresh += 1
    return frame
  }
}

extension DriverLog {
  /// The refresh that should have shown a frame, if it was shown later; `nil` if it was not.
  @inline(__always)
  func missedRefresh(of frame: ShownFrame, _ times: borrowing RefreshTimes) -> Int? {
    // It is late if its latch had been possible before; few are, so that this is asked first.
    let (firing, last) = (frame.firing, frame.refresh - times.depth - 1)
    if isLink {
      let newest = detail(of: Int(frame.update.firing)).newest
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
