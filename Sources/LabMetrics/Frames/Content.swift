import LabKernel
import LabMotion
import LabTrace

/// What the screen shows of the last run of a motion, refresh by refresh.
///
/// Where something should be is told after the least lag, and a step is compared to the greatest
/// speed, which only the end of a motion tells.
struct ScreenContent: Sendable {
  /// What each refresh shows, from the first that shows the motion to the one that first shows its
  /// last frame.
  let rows: [ContentRow]
  /// The first of these refreshes.
  let firstRefresh: Int
  /// The instant at which the time of the motion is 0.
  let beginning: Int64
  /// Where it should be; `nil` if that is not known.
  let trajectory: Trajectory?
  /// How far the motion is behind the wall in each refresh before its end, where its time stands
  /// still.
  let lags: [Int64]
  /// The least lag, which is the way to the screen alone; 0 without any.
  let base: Int64

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
    var (rows, firstRefresh) = ([ContentRow](), 0)
    // How many rows there are if the picture that is shown is the last; `nil` as long as those are
    // all.
    var (ending, mayEnd): (Int?, Bool) = (nil, false)
    var current = -1
    for refresh in run.times.vsyncs.indices {
      guard let beginning else { break }
      let shown = Int(run.presentation.shown[refresh])
      let isNew = shown >= first
      if isNew { current = shown }
      guard current >= 0 else { continue }
      let row = ContentRow(
        pictures[current], of: current, after: run.times.vsyncs[refresh] - beginning, along: path,
        isNew: isNew)
      if rows.isEmpty { firstRefresh = refresh }
      if isNew {
        (ending, mayEnd) = (nil, false)
      } else if mayEnd, ending == nil {
        ending = rows.count
      }
      rows.append(row)
      if !pictures[current].isHandedOver || row.offset < row.passed { mayEnd = true }
    }
    let isFinal = current >= 0 && current == pictures.count - 1 && motion.ended != nil
    if isFinal, let ending { rows.removeLast(rows.count - ending) }
    let end = path?.duration?.wholeNanoseconds ?? .max
    lags = rows.filter { $0.offset < end }.map { $0.lag }
    (self.rows, self.firstRefresh, trajectory) = (rows, firstRefresh, path)
    (self.beginning, base) = (beginning ?? motion.started, lags.min() ?? 0)
  }

  /// What a refresh shows; `nil` if it is not one of those that show the motion.
  func row(at refresh: Int) -> ContentRow? {
    let place = refresh - firstRefresh
    return rows.indices.contains(place) ? rows[place] : nil
  }

  /// Where the motion should be at a refresh, seen after the way to the screen; `nil` if that is
  /// not known.
  func intended(at row: ContentRow) -> Double? {
    trajectory?.position(after: .nanoseconds(row.passed - base))
  }
}

/// What one refresh shows of a motion.
struct ContentRow: Sendable {
  /// The update that it shows.
  let update: Int
  /// How much time of the wall has passed since the beginning of the motion, in nanoseconds.
  let passed: Int64
  /// The time of the motion for which the frame was worked out, in nanoseconds.
  let offset: Int64
  /// In points.
  let place: Double
  /// Whether the refresh is the first to show the frame.
  let isNew: Bool

  /// What is shown of a frame, or of what the render server makes of it by itself.
  init(
    _ picture: MotionLog.Picture, of update: Int, after passed: Int64, along path: Trajectory?,
    isNew: Bool
  ) {
    (self.update, self.passed, self.isNew) = (update, passed, isNew)
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

/// What the eye saw of something that a driver moves, in its last run.
///
/// The motion on the screen is measured by its own time, since a place need not tell: a ball that
/// bounces is twice where it is once.
///
///     lag(k) = R(k) − beginning − time of the motion that refresh k shows
///
/// An object, as most drivers move nothing, and a reader of one number would copy all of them.
public final class ContentMetrics: Sendable {
  /// The least lag: the way from the clock of the motion to the screen; invisible.
  public let lagBase: Duration?
  /// How much the lag varies.
  public let lagDeviation: Duration?
  /// How far the lag exceeds the least.
  public let lagWorst: Duration?
  /// The refreshes that show the same time of the motion as the one before.
  public let repeated: Int
  /// The fewest and the most refreshes for which a frame stays; the last one stays for ever.
  public let pictureStay: ClosedRange<Int>?
  /// The longest time for which a frame stays.
  package let longestStay: Duration?
  /// The largest advance of the motion from one refresh to the next.
  public let jump: Duration?
  /// The largest step of the place from one refresh to the next, in points.
  public let positionJump: Double?
  /// How far a step exceeds what the greatest speed allows, in points.
  public let discontinuity: Double?
  /// The refreshes at which the place went the other way than the motion at its own time.
  public let backwardSteps: Int?
  /// How far the places are from where they should be, the way to the screen apart; in points.
  public let positionError: PointError?
  /// The same, seen after the median lag of new frames rather than the least.
  public let contentStepError: PointError?
  /// How far steps of the place are from those that the motion should make in the same time.
  public let motionError: PointError?
  /// How long it took to the beginning of the last callback; `nil` if it did not end.
  public let end: Duration?
  /// Where it stays, in points; `nil` if nothing was ever drawn.
  public let finalPlace: Double?
  /// How far the last frame is from where it should be at its own time, in points.
  public let finalError: Double?
  /// How far it went on the screen, there and back, in points.
  public let travel: Double

  init(_ screen: ScreenContent, _ motion: MotionLog) {
    let (rows, lags, path) = (screen.rows, screen.lags, screen.trajectory)
    let lastPicture = motion.pictures.last
    let steps = zip(rows, rows.dropFirst())
    lagBase = lags.min().map { .nanoseconds($0) }
    lagDeviation = standardDeviation(lags)
    lagWorst = peakToPeak(lags)
    repeated = steps.count { $0.offset == $1.offset }
    jump = steps.map { $1.offset - $0.offset }.max().map { .nanoseconds($0) }
    let new = rows.indices.filter { rows[$0].isNew }
    let stays = zip(new, new.dropFirst()).map { $1 - $0 }
    pictureStay = stays.min().flatMap { least in stays.max().map { least...$0 } }
    longestStay = zip(new, new.dropFirst()).map { rows[$1].passed - rows[$0].passed }.max()
      .map { .nanoseconds($0) }
    // The first step is from where the motion begins.
    let places = [path?.start ?? rows.first?.place ?? 0] + rows.map { $0.place }
    let ways = zip(places, rows).map { abs($1.place - $0) }
    positionJump = ways.max()
    travel = ways.reduce(0, +)
    end =
      lastPicture?.isHandedOver == true
      ? path?.duration : motion.run?.ended.map { .nanoseconds($0 - screen.beginning) }
    finalPlace = rows.last?.place ?? lastPicture?.place
    guard let path, let last = rows.last else {
      (discontinuity, backwardSteps, finalError) = (nil, nil, nil)
      (positionError, contentStepError, motionError) = (nil, nil, nil)
      return
    }
    let own = rows.map { path.position(after: .nanoseconds($0.offset)) }
    backwardSteps = zip(steps, zip(own, own.dropFirst())).count { step, own in
      (step.1.place - step.0.place) * (own.1 - own.0) < 0
    }
    finalError = last.place - own[own.count - 1]
    func departures(_ rows: [ContentRow], after lag: Int64) -> [Double] {
      rows.map { $0.place - path.position(after: .nanoseconds($0.passed - lag)) }
    }
    let errors = departures(rows, after: screen.base)
    positionError = PointError(errors)
    motionError = PointError(zip(errors, errors.dropFirst()).map { $1 - $0 })
    let newRows = rows.filter { $0.isNew }
    contentStepError =
      newRows.isEmpty
      ? nil
      : PointError(departures(newRows, after: percentiles([500], of: newRows.map { $0.lag })[0]))
    let passed = [0] + rows.map { $0.passed }
    let greatestSpeed = path.greatestSpeed(until: .nanoseconds(last.passed))
    discontinuity = rows.indices.reduce(0.0) { most, place in
      let time = Duration.nanoseconds(rows[place].passed - passed[place]).inSeconds
      return max(most, ways[place] - greatestSpeed * time)
    }
  }
}

/// Departures in points: their root mean square and the largest.
public struct PointError: Hashable, Sendable {
  /// The root of the mean square.
  public let rootMeanSquare: Double
  /// The largest magnitude.
  public let max: Double

  init?(_ errors: [Double]) {
    guard let most = errors.map({ abs($0) }).max() else { return nil }
    max = most
    rootMeanSquare = (errors.reduce(0) { $0 + $1 * $1 } / Double(errors.count)).squareRoot()
  }
}

/// What became of the physics scene that a driver steps, since it was last started.
struct SceneMetrics {
  let counts: SceneLog.Counts
  /// How many bodies were drawn outside their room at some time; `nil` without a room.
  let escapes: Int?

  /// Digests what a driver's scene came to; `nil` if it steps none.
  init?(_ log: SceneLog, _ scene: Trace.Header.Scene?) {
    guard let scene, log.counts.steps.count > 0 else { return nil }
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
