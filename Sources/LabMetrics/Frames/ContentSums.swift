import LabKernel
import LabMotion

/// What is summed over the refreshes that show a motion and needs nothing that only its end tells.
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
