/// How late firings were, and the steps from each to the next, except across pauses.
///
///     I(i) = began(i) − began(i−1)
struct FiringSums: Sendable {
  /// The gap from which an animation counts as frozen.
  ///
  /// - Source: Android vitals and Datadog mobile vitals, frozen frames.
  private static let frozenNanoseconds: Int64 = 700_000_000

  /// How much some numbers vary.
  struct Variation: Sendable {
    let count: Int
    /// `nil` for fewer than two numbers.
    let standardDeviation: Duration?
    /// `nil` without a number.
    let peakToPeak: Duration?

    init(_ values: [Int64]) {
      count = values.count
      standardDeviation = LabMetrics.standardDeviation(values)
      peakToPeak = LabMetrics.peakToPeak(values)
    }
  }

  /// How many firings began at the very instant at which they were due.
  private(set) var onTime = 0
  /// I(i) − (due(i) − due(i−1)), which is the change of lateness.
  let changes: Variation
  /// I(i) where no due instant was missed in it, no fire date set by hand, and the rate
  /// of the display and the pace of the link stayed the same.
  let regular: Variation
  /// The largest and the mean |I(i) − I(i−1)| where both are regular, and the root of the mean
  /// square; `nil` without any.
  let largestCycle: Duration?
  let meanCycle: Duration?
  let rootMeanSquareCycle: Duration?
  /// How late callbacks are over the dates of the grid that was asked for: the slope of
  /// began = date + lateness exceeds 1 by exactly its own, whose small numbers keep their digits.
  private(set) var slope = Slope()
  /// The jitter as a receiver of packets estimates it while they come: after the last firing, and
  /// the largest; `nil` without a change of lateness.
  ///
  /// - Source: RFC 3550, section 6.4.1, with due instants as the sender's clock.
  let estimate: (last: Duration, most: Duration)?
  /// The longest I(i); `nil` for fewer than two firings.
  private(set) var longest: Int64?
  /// How many I(i) froze the animation.
  private(set) var frozen = 0
  /// How long all firings together were late.
  private(set) var totalLateness: Int64 = 0

  /// Looks at the measured firings of a driver.
  init(_ log: borrowing DriverLog) {
    var (changes, regular, cycles) = ([Int64](), [Int64](), [Int64]())
    var (estimate, most) = (0.0, 0.0)
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
      changes.append(change)
      estimate += (Double(abs(change)) - estimate) / 16
      most = max(most, estimate)
      let step = firing.began - before.began
      longest = max(longest ?? step, step)
      if step >= Self.frozenNanoseconds { frozen += 1 }
      if let detail, detail.missed != 0 || detail.isOnNewGrid {
        regularBefore = nil
        continue
      }
      regular.append(step)
      if let regularBefore { cycles.append(step - regularBefore) }
      regularBefore = step
    }
    self.changes = Variation(changes)
    self.regular = Variation(regular)
    self.estimate =
      changes.isEmpty ? nil : (wholeNanoseconds(estimate), wholeNanoseconds(most))
    let magnitudes = cycles.map { abs($0) }
    largestCycle = magnitudes.max().map { .nanoseconds($0) }
    meanCycle =
      cycles.isEmpty
      ? nil : .nanoseconds(roundedMean(exactSum(magnitudes), of: magnitudes.count))
    rootMeanSquareCycle = rootMeanSquare(cycles)
  }
}
