import LabMotion

/// What the eye saw of something that a driver moves, in its last run.
///
/// The motion on the screen is measured by its own time, since a place need not tell: a ball that
/// bounces is twice where it is once.
///
///     lag(k) = R(k) − beginning − time of the motion that refresh k shows
public struct ContentMetrics: Hashable, Sendable {
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

  init(
    _ sums: ContentSums, _ departures: ContentDepartures, _ screen: ScreenContent,
    _ run: MotionLog.Run, _ lastPicture: MotionLog.Picture?
  ) {
    let path = screen.trajectory
    lagBase = sums.lags.least.map { .nanoseconds($0) }
    lagDeviation = sums.lags.standardDeviation
    lagWorst = sums.lags.peakToPeak
    repeated = sums.repeated
    pictureStay = sums.stay
    jump = sums.longestJump.map { .nanoseconds($0) }
    positionJump = sums.largestStep
    travel = sums.travel
    discontinuity = departures.discontinuity
    backwardSteps = path == nil || sums.count == 0 ? nil : sums.backward
    positionError = departures.position.error
    motionError = departures.motion.error
    contentStepError = departures.contentStep.error
    let isHandedOver = lastPicture?.isHandedOver == true
    end =
      isHandedOver
      ? path?.duration : run.ended.map { .nanoseconds($0 - screen.beginning) }
    finalPlace = sums.last?.place ?? lastPicture?.place
    finalError = path.flatMap { path in
      sums.last.map { $0.place - path.position(after: .nanoseconds($0.offset)) }
    }
  }
}

/// Departures in points: their root mean square and the largest.
public struct PointError: Hashable, Sendable {
  /// The root of the mean square.
  public let rootMeanSquare: Double
  /// The largest magnitude.
  public let max: Double
}
