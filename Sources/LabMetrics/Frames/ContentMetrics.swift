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

  init(_ content: ScreenContent, _ presentation: Presentation) {
    let rows = content.rows
    let lags = content.lags
    let steps = zip(rows, rows.dropFirst())
    lagBase = lags.isEmpty ? nil : .nanoseconds(content.base)
    lagDeviation = standardDeviation(lags)
    lagWorst = peakToPeak(lags)
    repeated = steps.count { $0.offset == $1.offset }
    pictureStay = Self.pictureStay(rows, presentation)
    jump = steps.map { $1.offset - $0.offset }.max().map { .nanoseconds($0) }
    let path = StepsOfPlace(content)
    positionJump = path.sizes.max()
    travel = path.sizes.reduce(0, +)
    discontinuity = path.discontinuity
    backwardSteps = path.backward
    positionError = content.errors.flatMap(PointError.init)
    motionError = content.errors.flatMap { errors in
      PointError(zip(errors, errors.dropFirst()).map { $1 - $0 })
    }
    contentStepError = Self.contentStepError(content, presentation)
    let isHandedOver = content.lastPicture?.isHandedOver == true
    end =
      isHandedOver
      ? content.trajectory?.duration
      : content.run.ended.map { .nanoseconds($0 - content.beginning) }
    finalPlace = rows.last?.place ?? content.lastPicture?.place
    let last = rows.last
    finalError = content.trajectory.flatMap { path in
      last.map { $0.place - path.position(after: .nanoseconds($0.offset)) }
    }
  }

  private static func pictureStay(
    _ rows: [ScreenContent.Row], _ presentation: Presentation
  ) -> ClosedRange<Int>? {
    let new = rows.indices.filter { presentation.shown[rows[$0].refresh] >= 0 }
    let stays = zip(new, new.dropFirst()).map { $1 - $0 }
    guard let least = stays.min(), let most = stays.max() else { return nil }
    return least...most
  }

  private static func contentStepError(
    _ content: ScreenContent, _ presentation: Presentation
  ) -> PointError? {
    let new = content.rows.filter { presentation.shown[$0.refresh] >= 0 }
    guard let path = content.trajectory, !new.isEmpty else { return nil }
    let lag = select(new.map(\.lag), at: [Percentile.position(500, of: new.count)])[0]
    return PointError(new.map { $0.place - path.position(after: .nanoseconds($0.passed - lag)) })
  }
}

/// Departures in points: their root mean square and the largest.
public struct PointError: Hashable, Sendable {
  /// The root of the mean square.
  public let rootMeanSquare: Double
  /// The largest magnitude.
  public let max: Double

  init?(_ errors: [Double]) {
    guard !errors.isEmpty else { return nil }
    let squares = errors.reduce(0) { $0 + $1 * $1 }
    rootMeanSquare = (squares / Double(errors.count)).squareRoot()
    max = errors.reduce(0) { Swift.max($0, abs($1)) }
  }
}

/// The steps of the place from refresh to refresh, the first from where the motion begins.
private struct StepsOfPlace {
  var sizes: [Double] = []
  var discontinuity: Double?
  var backward: Int?

  init(_ content: ScreenContent) {
    let rows = content.rows
    guard let first = rows.first, let last = rows.last else { return }
    var place = content.trajectory?.start ?? first.place
    for row in rows {
      sizes.append(abs(row.place - place))
      place = row.place
    }
    guard let path = content.trajectory else { return }
    let speed = path.greatestSpeed(until: .nanoseconds(last.passed))
    var excess = max(0, sizes[0] - speed * Duration.nanoseconds(first.passed).inSeconds)
    var wrong = 0
    for (index, (from, to)) in zip(rows, rows.dropFirst()).enumerated() {
      let time = Duration.nanoseconds(to.passed - from.passed).inSeconds
      excess = max(excess, sizes[index + 1] - speed * time)
      let wanted =
        path.position(after: .nanoseconds(to.offset))
        - path.position(after: .nanoseconds(from.offset))
      if (to.place - from.place) * wanted < 0 { wrong += 1 }
    }
    discontinuity = excess
    backward = wrong
  }
}
