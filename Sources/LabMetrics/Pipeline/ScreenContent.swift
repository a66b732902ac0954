import LabKernel
import LabMotion

/// What the screen showed of the last run of a motion, refresh by refresh.
///
/// From the first refresh that shows it to the one that first shows its last picture.
struct ScreenContent: Sendable {
  /// What one refresh shows.
  struct Row: Sendable {
    let refresh: Int
    /// The number of the update that it shows.
    let picture: Int
    /// How much time of the wall has passed since the beginning of the motion, in nanoseconds.
    let passed: Int64
    /// The time of the motion for which the frame was worked out, in nanoseconds.
    let offset: Int64
    /// In points.
    let place: Double

    /// How far the motion is behind the wall.
    var lag: Int64 { passed - offset }
  }

  /// The last run.
  let run: MotionLog.Run
  /// The instant at which the time of the last run is 0.
  let beginning: Int64
  /// The refreshes that show it.
  let rows: [Row]
  /// The last frame that was drawn, perhaps of an earlier run.
  let lastPicture: MotionLog.Picture?
  /// Where it should be; `nil` if that is not known.
  let trajectory: Trajectory?
  /// The least lag, which is the way to the screen alone; 0 without any.
  let base: Int64

  /// Follows the frames to the screen.
  ///
  /// - Returns: `nil` if the driver moves nothing.
  init?(
    _ log: borrowing DriverLog, _ presentation: borrowing Presentation,
    _ times: borrowing RefreshTimes, _ path: Trajectory?
  ) {
    let pictures = log.motion.pictures
    guard let run = log.motion.runs.last, pictures.endIndex == log.updates.endIndex else {
      return nil
    }
    self.run = run
    trajectory = path
    lastPicture = pictures.last
    let own = run.firstUpdate..<pictures.endIndex
    beginning = own.first.map { log.updates[$0].animationTime - pictures[$0].offset } ?? run.started
    var rows: [Row] = []
    var current: Int?
    for refresh in presentation.shown.indices {
      let shown = Int(presentation.shown[refresh])
      if own.contains(shown) { current = shown }
      guard let current else { continue }
      let passed = times.vsyncs[refresh] - beginning
      let row = pictures[current].row(at: refresh, showing: current, after: passed, along: path)
      rows.append(row)
      let isFinal = current == own.last && run.ended != nil
      if isFinal, !pictures[current].isHandedOver || row.offset < passed { break }
    }
    self.rows = rows
    base = Self.lags(rows, path).min() ?? 0
  }

  /// Where the motion should be at a refresh, seen after the way to the screen; `nil` if that is not known.
  func intended(at row: Row) -> Double? {
    trajectory?.position(after: .nanoseconds(row.passed - base))
  }

  /// How far the motion is behind at each refresh before its end, where its time stands still.
  var lags: [Int64] { Self.lags(rows, trajectory) }

  private static func lags(_ rows: [Row], _ path: Trajectory?) -> [Int64] {
    let end = path?.duration?.wholeNanoseconds ?? .max
    return rows.lazy.filter { $0.offset < end }.map(\.lag)
  }

  /// How far each row is from where it should be, in points; `nil` if that is not known.
  var errors: [Double]? {
    trajectory.map { path in
      rows.map { $0.place - path.position(after: .nanoseconds($0.passed - base)) }
    }
  }
}

extension MotionLog.Picture {
  /// What a refresh shows of this frame, or of what the render server makes of it by itself.
  fileprivate func row(
    at refresh: Int, showing picture: Int, after passed: Int64, along path: Trajectory?
  ) -> ScreenContent.Row {
    guard isHandedOver, let path else {
      return ScreenContent.Row(
        refresh: refresh, picture: picture, passed: passed, offset: offset, place: place)
    }
    let time = min(.nanoseconds(passed), path.duration ?? .nanoseconds(passed))
    return ScreenContent.Row(
      refresh: refresh, picture: picture, passed: passed, offset: time.wholeNanoseconds,
      place: path.position(after: time))
  }
}
