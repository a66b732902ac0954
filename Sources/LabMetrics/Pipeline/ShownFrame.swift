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
struct ShownFrames: Sequence, IteratorProtocol, Sendable {
  private var updates = SlidingArray<Update>()
  private var firings = SlidingArray<Firing>()
  private var vsyncs = SlidingArray<Int64>()
  private var shown = SlidingArray<Int32>()
  private var end = 0
  /// The first refresh that was not looked at.
  private(set) var refresh = 0
  // The frame before; none as long as its refresh is −1.
  private var start = -1
  private var photon: Int64 = 0
  private var animationTime: Int64 = 0
  private var epoch: Int32 = 0

  init() {}

  init(
    _ log: borrowing DriverLog, _ presentation: Presentation, _ times: RefreshTimes
  ) {
    load(log, presentation, times)
  }

  /// Learns which refreshes are settled by now.
  mutating func load(
    _ log: borrowing DriverLog, _ presentation: borrowing Presentation,
    _ times: borrowing RefreshTimes
  ) {
    updates = log.updates
    firings = log.firings
    vsyncs = times.vsyncs
    shown = presentation.shown
    refresh = Swift.max(refresh, times.window.lowerBound)
    end = Swift.min(times.window.upperBound, presentation.frontier)
  }

  /// Gives back its copies of lists, so that these can grow in place.
  mutating func release() {
    updates = SlidingArray()
    firings = SlidingArray()
    vsyncs = SlidingArray()
    shown = SlidingArray()
  }

  @inline(__always)
  mutating func next() -> ShownFrame? {
    while refresh < end, shown[refresh] < 0 { refresh += 1 }
    guard refresh < end else { return nil }
    let update = updates[Int(shown[refresh])]
    let firing = firings[Int(update.firing)]
    let shownAt = vsyncs[refresh]
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
