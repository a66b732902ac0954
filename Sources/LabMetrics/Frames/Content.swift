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
    let isFinal = current >= 0 && current == pictures.count - 1 && motion.ended != nil
    if isFinal, let ending { sums = ending }
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

/// What the eye saw of something that a driver moves, in its last run.
///
/// The motion on the screen is measured by its own time, since a place need not tell: a ball that
/// bounces is twice where it is once.
///
///     lag(k) = R(k) − beginning − time of the motion that refresh k shows
///
/// An object, as most drivers move nothing, and a reader of one number would copy all of them.
public final class ContentMetrics: Sendable {
  private let sums: ContentSums
  private let departures: ContentDepartures
  private let screen: ScreenContent
  private let run: MotionLog.Run
  private let lastPicture: MotionLog.Picture?

  init(
    _ sums: ContentSums, _ departures: ContentDepartures, _ screen: ScreenContent,
    _ run: MotionLog.Run, _ lastPicture: MotionLog.Picture?
  ) {
    (self.sums, self.departures, self.screen) = (sums, departures, screen)
    (self.run, self.lastPicture) = (run, lastPicture)
  }

  /// The least lag: the way from the clock of the motion to the screen; invisible.
  public var lagBase: Duration? { sums.lags.least.map { .nanoseconds($0) } }
  /// How much the lag varies.
  public var lagDeviation: Duration? { sums.lags.standardDeviation }
  /// How far the lag exceeds the least.
  public var lagWorst: Duration? { sums.lags.peakToPeak }
  /// The refreshes that show the same time of the motion as the one before.
  public var repeated: Int { sums.repeated }
  /// The fewest and the most refreshes for which a frame stays; the last one stays for ever.
  public var pictureStay: ClosedRange<Int>? { sums.stay }
  /// The largest advance of the motion from one refresh to the next.
  public var jump: Duration? { sums.longestJump.map { .nanoseconds($0) } }
  /// The largest step of the place from one refresh to the next, in points.
  public var positionJump: Double? { sums.largestStep }
  /// How far a step exceeds what the greatest speed allows, in points.
  public var discontinuity: Double? { departures.discontinuity }
  /// The refreshes at which the place went the other way than the motion at its own time.
  public var backwardSteps: Int? {
    screen.trajectory == nil || sums.count == 0 ? nil : sums.backward
  }
  /// How far the places are from where they should be, the way to the screen apart; in points.
  public var positionError: PointError? { departures.position.error }
  /// The same, seen after the median lag of new frames rather than the least.
  public var contentStepError: PointError? { departures.contentStep.error }
  /// How far steps of the place are from those that the motion should make in the same time.
  public var motionError: PointError? { departures.motion.error }
  /// How long it took to the beginning of the last callback; `nil` if it did not end.
  public var end: Duration? {
    lastPicture?.isHandedOver == true
      ? screen.trajectory?.duration : run.ended.map { .nanoseconds($0 - screen.beginning) }
  }
  /// Where it stays, in points; `nil` if nothing was ever drawn.
  public var finalPlace: Double? { sums.last?.place ?? lastPicture?.place }
  /// How far the last frame is from where it should be at its own time, in points.
  public var finalError: Double? {
    guard let path = screen.trajectory, let last = sums.last else { return nil }
    return last.place - path.position(after: .nanoseconds(last.offset))
  }
  /// How far it went on the screen, there and back, in points.
  public var travel: Double { sums.travel }
}

/// Departures in points: their root mean square and the largest.
public struct PointError: Hashable, Sendable {
  /// The root of the mean square.
  public let rootMeanSquare: Double
  /// The largest magnitude.
  public let max: Double
}

/// What became of the physics scene that a driver steps, since it was last started.
///
/// An object, as most drivers step none, and a reader of one number would copy all of them.
final class SceneMetrics: Sendable {
  let counts: SceneLog.Counts
  /// How many bodies were drawn outside their room at some time; `nil` without a room.
  let escapes: Int?

  /// Digests what a driver's scene came to; `nil` if it steps none.
  ///
  /// An initializer that returned `nil` would leave its object behind in Embedded Swift.
  static func digest(_ log: borrowing SceneLog, _ scene: Trace.Header.Scene?) -> SceneMetrics? {
    guard let scene, log.counts.steps.count > 0 else { return nil }
    return SceneMetrics(log, scene)
  }

  private init(_ log: borrowing SceneLog, _ scene: Trace.Header.Scene) {
    counts = log.counts
    escapes = scene.room.map { room in
      log.counts.extents.count {
        $0.low.x < room.x0 || $0.high.x > room.x1 || $0.low.y < room.y0 || $0.high.y > room.y1
      }
    }
  }

  /// The mean length of a step, each weighted with its length, in nanoseconds.
  var weightedStep: Double? {
    counts.offset > 0 ? counts.squares * 1e18 / Double(counts.offset) : nil
  }
}
