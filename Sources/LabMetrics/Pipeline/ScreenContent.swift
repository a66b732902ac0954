import LabKernel
import LabMotion

/// What one refresh shows of a motion.
struct ContentRow: Sendable {
  /// How much time of the wall has passed since the beginning of the motion, in nanoseconds.
  let passed: Int64
  /// The time of the motion for which the frame was worked out, in nanoseconds.
  let offset: Int64
  /// In points.
  let place: Double

  init(passed: Int64, offset: Int64, place: Double) {
    (self.passed, self.offset, self.place) = (passed, offset, place)
  }

  /// What is shown of a frame, or of what the render server makes of it by itself.
  init(_ picture: MotionLog.Picture, after passed: Int64, along path: Trajectory?) {
    self.passed = passed
    guard picture.isHandedOver, let path else {
      (offset, place) = (picture.offset, picture.place)
      return
    }
    let time = min(.nanoseconds(passed), path.duration ?? .nanoseconds(passed))
    offset = time.wholeNanoseconds
    place = path.position(after: time)
  }

  /// How far the motion is behind the wall.
  var lag: Int64 { passed - offset }
}

/// What only the end of a run tells of what the screen showed of its last motion.
///
/// From this the row of any refresh follows, and whether it has one: from the first refresh that
/// shows the motion to the one that first shows its last frame.
struct ScreenContent: Sendable {
  /// The first update of the last run.
  let firstUpdate: Int
  /// The instant at which the time of the last run is 0.
  let beginning: Int64
  /// The refreshes that show it.
  let refreshes: Range<Int>
  /// Where it should be; `nil` if that is not known.
  let trajectory: Trajectory?
  /// The least lag, which is the way to the screen alone; 0 without any.
  let base: Int64
  /// The median lag of new frames; `nil` without one.
  let medianLag: Int64?
  /// Whether that is the middle of a bucket.
  let isMedianApproximate: Bool
  /// The greatest speed of the trajectory until the last row, in points per second.
  let greatestSpeed: Double

  /// Where the motion should be at a refresh, seen after the way to the screen; `nil` if that is
  /// not known.
  func intended(at row: ContentRow) -> Double? {
    trajectory?.position(after: .nanoseconds(row.passed - base))
  }

  /// Works out what a refresh shows.
  ///
  /// - Parameters:
  ///   - refresh: The refresh.
  ///   - vsync: When it is displayed.
  ///   - picture: The frame that it shows.
  /// - Returns: The row, or `nil` if the refresh is not one of those that show the motion.
  func row(at refresh: Int, _ vsync: Int64, showing picture: MotionLog.Picture) -> ContentRow? {
    guard refreshes.contains(refresh) else { return nil }
    return ContentRow(picture, after: vsync - beginning, along: trajectory)
  }

  /// The refreshes that show the motion, each with the update that it shows.
  ///
  /// - Complexity: O(n) for n refreshes.
  func pictures(_ presentation: borrowing Presentation) -> [(refresh: Int, update: Int)] {
    var current = firstUpdate
    return refreshes.map { refresh in
      let shown = Int(presentation.shown[refresh])
      if shown >= firstUpdate { current = shown }
      return (refresh, current)
    }
  }
}
