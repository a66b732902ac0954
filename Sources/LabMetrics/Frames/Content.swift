import LabKernel
import LabMotion
import LabTrace

/// What the screen shows of the last run of a motion, refresh by refresh.
///
/// Where something should be is told after the least lag, and a step is compared to the greatest
/// speed, which only the end of a motion tells.
struct Content: Sendable {
  let screen: ScreenContent
  /// What the eye saw.
  let metrics: ContentMetrics

  /// Follows the last motion of a driver; `nil` if it moves nothing.
  ///
  /// - Complexity: O(n) for n refreshes.
  init?(_ run: DriverRun) {
    let pictures = run.log.motion.pictures
    guard let motion = run.log.motion.run, pictures.count == run.log.updates.count else {
      return nil
    }
    let path = run.facts.header.trajectories[run.log.name]
    let first = motion.firstUpdate
    var beginning: Int64?
    if first < pictures.count {
      beginning = run.log.updates[first].animationTime - pictures[first].offset
    }
    var rows: [(row: ContentRow, isNew: Bool)] = []
    var (sums, firstRefresh, lags) = (ContentSums(), 0, [Int64]())
    // The sums up to the refresh that is the last if the picture that is shown is; `nil` as long as
    // those are all.
    var (ending, mayEnd): (ContentSums?, Bool) = (nil, false)
    var current = -1
    for refresh in run.times.vsyncs.indices {
      guard let beginning else { break }
      let shown = Int(run.presentation.shown[refresh])
      let isNew = shown >= first
      if isNew { current = shown }
      guard current >= 0 else { continue }
      let row = ContentRow(
        pictures[current], after: run.times.vsyncs[refresh] - beginning, along: path)
      if sums.count == 0 { firstRefresh = refresh }
      if isNew {
        (ending, mayEnd) = (nil, false)
        lags.append(row.lag)
      } else if mayEnd, ending == nil {
        ending = sums
      }
      sums.add(row, isNew: isNew, along: path)
      if !pictures[current].isHandedOver || row.offset < row.passed { mayEnd = true }
      if path != nil { rows.append((row, isNew)) }
    }
    if current == pictures.count - 1, current >= 0, motion.ended != nil, let ending { sums = ending }
    let passed = Duration.nanoseconds(sums.last?.passed ?? 0)
    screen = ScreenContent(
      firstUpdate: first, beginning: beginning ?? motion.started,
      refreshes: firstRefresh..<firstRefresh + sums.count, trajectory: path,
      base: sums.lags.least ?? 0, medianLag: lags.isEmpty ? nil : percentiles([500], of: lags)[0],
      greatestSpeed: path?.greatestSpeed(until: passed) ?? 0)
    var departures = ContentDepartures()
    if let path {
      for (row, isNew) in rows.prefix(sums.count) {
        departures.add(row, isNew: isNew, along: path, screen)
      }
    }
    metrics = ContentMetrics(sums, departures, screen, motion, run.log.motion.lastPicture)
  }
}

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

/// What the screen showed of the last motion of a run.
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
  func pictures(_ presentation: Presentation) -> [(refresh: Int, update: Int)] {
    var current = firstUpdate
    return refreshes.map { refresh in
      let shown = Int(presentation.shown[refresh])
      if shown >= firstUpdate { current = shown }
      return (refresh, current)
    }
  }
}

/// What is summed over the refreshes that show a motion, whatever its end tells.
struct ContentSums: Sendable {
  /// How many refreshes there were.
  private(set) var count = 0
  private(set) var first: ContentRow?
  private(set) var last: ContentRow?
  /// How far the motion is behind at each refresh before its end, where its time stands still.
  private(set) var lags = Moments()
  private(set) var repeated = 0
  /// The largest step of the time of the motion.
  private(set) var longestJump: Int64?
  /// The largest step of the place, the first from where the motion begins.
  private(set) var largestStep: Double?
  private(set) var travel = 0.0
  private(set) var backward = 0
  /// The fewest and the most refreshes for which a frame stayed that was replaced.
  private(set) var stay: ClosedRange<Int>?
  private var lastNew: Int?
  /// Where the motion should have been at the time that was shown last.
  private var lastIntended = 0.0

  /// Adds what the next refresh shows.
  mutating func add(_ row: ContentRow, isNew: Bool, along path: Trajectory?) {
    let end = path?.duration?.wholeNanoseconds ?? .max
    if row.offset < end { lags.add(row.lag) }
    if isNew {
      if let lastNew { addStay(count - lastNew) }
      lastNew = count
    }
    let intended = path?.position(after: .nanoseconds(row.offset)) ?? 0
    if let last { addStep(from: last, to: row, intended: intended, isKnown: path != nil) }
    let step = abs(row.place - (last?.place ?? path?.start ?? row.place))
    largestStep = max(largestStep ?? step, step)
    travel += step
    if first == nil { first = row }
    (last, lastIntended) = (row, intended)
    count += 1
  }

  private mutating func addStay(_ refreshes: Int) {
    let known = stay ?? refreshes...refreshes
    stay = min(known.lowerBound, refreshes)...max(known.upperBound, refreshes)
  }

  private mutating func addStep(
    from last: ContentRow, to row: ContentRow, intended: Double, isKnown: Bool
  ) {
    if row.offset == last.offset { repeated += 1 }
    longestJump = max(longestJump ?? .min, row.offset - last.offset)
    if isKnown, (row.place - last.place) * (intended - lastIntended) < 0 { backward += 1 }
  }
}

/// How far what the screen shows is from where it should be, given what the end of the motion has
/// told.
struct ContentDepartures: Sendable {
  private(set) var position = PointErrorSums()
  private(set) var motion = PointErrorSums()
  private(set) var contentStep = PointErrorSums()
  /// How far a step exceeds what the greatest speed allows; `nil` without a refresh.
  private(set) var discontinuity: Double?
  private var previous: (row: ContentRow, error: Double)?

  /// Adds what the next refresh shows.
  mutating func add(
    _ row: ContentRow, isNew: Bool, along path: Trajectory, _ screen: borrowing ScreenContent
  ) {
    let error = row.place - path.position(after: .nanoseconds(row.passed - screen.base))
    position.add(error)
    if let previous { motion.add(error - previous.error) }
    if isNew, let lag = screen.medianLag {
      contentStep.add(row.place - path.position(after: .nanoseconds(row.passed - lag)))
    }
    let (place, passed) = previous.map { ($0.row.place, $0.row.passed) } ?? (path.start, 0)
    let time = Duration.nanoseconds(row.passed - passed).inSeconds
    let excess = abs(row.place - place) - screen.greatestSpeed * time
    discontinuity = max(discontinuity ?? 0, excess)
    previous = (row, error)
  }
}

/// Sums of departures in points.
struct PointErrorSums: Sendable {
  private var count = 0
  private var squares = 0.0
  private var most = 0.0

  mutating func add(_ error: Double) {
    count += 1
    squares += error * error
    most = max(most, abs(error))
  }

  /// What they come to; `nil` without any.
  var error: PointError? {
    count > 0
      ? PointError(rootMeanSquare: (squares / Double(count)).squareRoot(), max: most) : nil
  }
}
