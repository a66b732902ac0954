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

/// Finds the shown frames of a driver in the window, in order.
///
/// - Complexity: O(refreshes) for all of them.
struct ShownFrames: Sendable {
  /// The first refresh that was not looked at.
  private(set) var refresh = 0
  // The frame before; none as long as its refresh is −1.
  private var start = -1
  private var photon: Int64 = 0
  private var animationTime: Int64 = 0
  private var epoch: Int32 = 0

  /// Returns the next frame that is settled by now; `nil` for none.
  @inline(__always)
  mutating func next(
    _ log: borrowing DriverLog, _ presentation: borrowing Presentation,
    _ times: borrowing RefreshTimes
  ) -> ShownFrame? {
    refresh = max(refresh, times.window.lowerBound)
    let end = min(times.window.upperBound, presentation.frontier)
    while refresh < end, presentation.shown[refresh] < 0 { refresh += 1 }
    guard refresh < end else { return nil }
    let update = log.updates[Int(presentation.shown[refresh])]
    let firing = log.firings[Int(update.firing)]
    let shownAt = times.vsyncs[refresh]
    let isStep = start >= 0 && epoch == firing.epoch
    let duration = isStep ? shownAt - photon : 0
    let error = isStep ? update.animationTime - animationTime - duration : 0
    let frame = ShownFrame(
      refresh: refresh, photon: shownAt, update: update, firing: firing, start: isStep ? start : -1,
      duration: duration, error: error)
    start = refresh
    photon = shownAt
    animationTime = update.animationTime
    epoch = firing.epoch
    refresh += 1
    return frame
  }
}
