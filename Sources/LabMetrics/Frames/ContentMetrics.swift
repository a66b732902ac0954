import LabKernel
import LabMotion

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
