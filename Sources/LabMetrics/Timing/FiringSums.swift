/// How late firings were, and the steps from each to the next, except across pauses.
///
///     I(i) = began(i) − began(i−1)
struct FiringSums: Sendable {
  /// The gap from which an animation counts as frozen.
  ///
  /// - Source: Android vitals and Datadog mobile vitals, frozen frames.
  private static let frozenNanoseconds: Int64 = 700_000_000

  /// How many firings began at the very instant at which they were due.
  private(set) var onTime = 0
  /// I(i) − (due(i) − due(i−1)), which is the change of lateness.
  private(set) var changes = Moments()
  /// I(i) where no due instant was missed in it, no fire date set by hand, and the rate
  /// of the display and the pace of the link stayed the same.
  private(set) var regular = Moments()
  /// I(i) − I(i−1) where both are regular.
  private(set) var cycles = CycleSums()
  /// How late callbacks are over the dates of the grid that was asked for: the slope of
  /// began = date + lateness exceeds 1 by exactly its own, whose small numbers keep their digits.
  private(set) var slope = Slope()
  /// The running estimate of jitter.
  private(set) var smoothed = SmoothedSums()
  /// The longest I(i); `nil` for fewer than two firings.
  private(set) var longest: Int64?
  /// How many I(i) froze the animation.
  private(set) var frozen = 0
  /// How long all firings together were late.
  private(set) var totalLateness: Int64 = 0

  /// Looks at the measured firings of a driver.
  init(_ log: borrowing DriverLog) {
    var regularBefore: Int64?
    for place in log.measured {
      let firing = log.firings[place]
      let detail = log.knownDetail(of: place)
      totalLateness += max(0, firing.lateness)
      if firing.lateness == 0 { onTime += 1 }
      let shift = detail?.shift ?? 0
      slope.add(firing.due - shift, firing.lateness + shift)
      guard place > log.measured.lowerBound, log.stretch(of: place - 1) == log.stretch(of: place)
      else {
        regularBefore = nil
        continue
      }
      let before = log.firings[place - 1]
      let change = firing.lateness - before.lateness
      changes.add(change)
      smoothed.add(change)
      let step = firing.began - before.began
      longest = max(longest ?? step, step)
      if step >= Self.frozenNanoseconds { frozen += 1 }
      if let detail, detail.missed != 0 || detail.isOnNewGrid {
        regularBefore = nil
        continue
      }
      regular.add(step)
      if let regularBefore { cycles.add(step - regularBefore) }
      regularBefore = step
    }
  }
}

/// The changes c from one regular interval to the next.
struct CycleSums: Sendable {
  private var count = 0
  private var most: Int64 = 0
  private var magnitudes = ExactSum()
  private var squares = ExactSquares()

  @inline(__always)
  mutating func add(_ cycle: Int64) {
    count += 1
    most = Swift.max(most, abs(cycle))
    magnitudes.add(abs(cycle))
    squares.add(cycle)
  }

  /// The largest |c|; `nil` without any.
  var max: Duration? { count > 0 ? .nanoseconds(most) : nil }
  /// The mean of |c|, rounded half to even; `nil` without any.
  var mean: Duration? {
    count > 0 ? .nanoseconds(roundedMean(magnitudes.value, of: count)) : nil
  }
  /// The root of the mean square; `nil` without any.
  var rootMeanSquare: Duration? { count > 0 ? squares.root(over: count) : nil }
}

/// The jitter as a receiver of packets estimates it while they come, given the changes of lateness.
///
/// - Source: RFC 3550, section 6.4.1, with due instants as the sender's clock.
struct SmoothedSums: Sendable {
  private var estimate = 0.0
  private var most = 0.0
  private var count = 0

  @inline(__always)
  mutating func add(_ change: Int64) {
    count += 1
    estimate += (Double(abs(change)) - estimate) / 16
    most = Swift.max(most, estimate)
  }

  /// The estimate after the last firing; `nil` without a change.
  var last: Duration? { count == 0 ? nil : wholeNanoseconds(estimate) }
  /// The largest estimate; `nil` without a change.
  var max: Duration? { count == 0 ? nil : wholeNanoseconds(most) }
}
