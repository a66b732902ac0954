/// How late firings were, and the steps from each to the next, except across pauses.
///
///     I(i) = began(i) − began(i−1)
struct FiringSums: Calculator {
  /// The gap from which an animation counts as frozen.
  ///
  /// - Source: Android vitals and Datadog mobile vitals, frozen frames.
  private static let frozenNanoseconds: Int64 = 700_000_000

  /// Whether each firing answers the newest due instant that had come.
  private(set) var areNewest = true
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
  /// What is wrong with the dates.
  private(set) var dates = DateSums()
  /// The running estimate of jitter.
  private(set) var smoothed = SmoothedSums()
  /// The longest I(i); `nil` for fewer than two firings.
  private(set) var longest: Int64?
  /// How many I(i) froze the animation.
  private(set) var frozen = 0
  /// How long all firings together were late.
  private(set) var totalLateness: Int64 = 0

  /// The first firing that was not looked at.
  private var next = 0
  private var before: Firing?
  private var regularBefore: Int64?

  /// Looks at the measured firings; of those after the end it is not known yet whether they are.
  mutating func advance(
    _ log: borrowing DriverLog, _ display: borrowing DriverDisplay, _ walk: borrowing TraceWalk,
    _ times: borrowing RefreshTimes, _ samples: inout Samples, _ need: inout Need
  ) {
    let (measured, firings, details) = (log.measured, log.firings, log.details)
    if samples[.latestLateness].isRefined { areNewest = false }
    next = max(next, measured.lowerBound)
    var end = display.isOver ? max(next, measured.upperBound) : next
    while end < measured.upperBound, firings[end].due < log.window.end { end += 1 }
    if !display.draws || times.window.isEmpty { dates.judge(next..<end, log, times) }
    while next < end {
      let count = min(end - next, blockRoom)
      firings.lend(next..<next + count) { add($0, details, log.interval, &samples) }
      next += count
    }
    need.keep(firing: next)
  }

  /// Adds a block of firings.
  private mutating func add(
    _ firings: Span<Firing>, _ details: SlidingArray<Firing.Detail>, _ interval: Int64,
    _ samples: inout Samples
  ) {
    var (epochs, hasNewer, isShifted) = (Int32(0), false, dates.isShifted)
    for place in firings.indices {
      let firing = unsafe firings[unchecked: place]
      epochs |= firing.epoch ^ firings[0].epoch
      guard firing.detail >= 0 else { continue }
      hasNewer = hasNewer || details[firing].newest != firing.due
      isShifted = isShifted || details[firing].shift != 0
    }
    if hasNewer, areNewest {
      samples[.latestLateness] = samples[.lateness]
      areNewest = false
    }
    // The first has no predecessor in the block, and those with a pause between them have no
    // interval.
    let first = epochs == 0 ? 1 : firings.count
    for place in 0..<first { add(firings[place], details, &samples) }
    let rest = first..<firings.count
    samples[.lateness].add(firings, in: rest) { unsafe $0[unchecked: $1].lateness }
    if !areNewest {
      samples[.latestLateness].add(firings, in: rest) {
        let firing = unsafe $0[unchecked: $1]
        return firing.began &- (firing.detail < 0 ? firing.due : details[firing].newest)
      }
    }
    if isShifted {
      for place in firings.indices { addDate(firings[place], details, interval) }
    } else {
      slope.add(firings, in: firings.indices) { ($0.due, $0.lateness) }
    }
    changes.add(firings, in: rest) {
      unsafe $0[unchecked: $1].lateness &- $0[unchecked: $1 &- 1].lateness
    }
    for place in rest {
      let (firing, before) = unsafe (firings[unchecked: place], firings[unchecked: place &- 1])
      addLateness(firing)
      addStep(from: before, to: firing, details)
    }
    if let last = rest.last { before = firings[last] }
  }

  /// Adds a firing that has no predecessor in its block.
  private mutating func add(
    _ firing: Firing, _ details: SlidingArray<Firing.Detail>, _ samples: inout Samples
  ) {
    if !areNewest {
      let newest = firing.detail < 0 ? firing.due : details[firing].newest
      samples[.latestLateness].add(firing.began - newest)
    }
    samples[.lateness].add(firing.lateness)
    addLateness(firing)
    defer { before = firing }
    guard let before, firing.epoch == before.epoch else {
      regularBefore = nil
      return
    }
    changes.add(firing.lateness - before.lateness)
    addStep(from: before, to: firing, details)
  }

  private mutating func addDate(
    _ firing: Firing, _ details: SlidingArray<Firing.Detail>, _ interval: Int64
  ) {
    let shift = firing.detail < 0 ? 0 : details[firing].shift
    slope.add(firing.due - shift, firing.lateness + shift)
    dates.follow(firing, shift: shift, interval: interval)
  }

  @inline(__always)
  private mutating func addLateness(_ firing: Firing) {
    totalLateness += max(0, firing.lateness)
    if firing.lateness == 0 { onTime += 1 }
  }

  @inline(__always)
  private mutating func addStep(
    from before: Firing, to firing: Firing, _ details: SlidingArray<Firing.Detail>
  ) {
    let step = firing.began - before.began
    longest = max(longest ?? step, step)
    if step >= Self.frozenNanoseconds { frozen += 1 }
    smoothed.add(firing.lateness - before.lateness)
    if firing.detail >= 0, details[firing].missed != 0 || details[firing].isOnNewGrid {
      regularBefore = nil
      return
    }
    regular.add(step)
    if let regularBefore { cycles.add(step - regularBefore) }
    regularBefore = step
  }
}

extension SlidingArray<Firing.Detail> {
  /// What is to be said of a firing that is out of the ordinary.
  fileprivate subscript(firing: Firing) -> Firing.Detail { self[Int(firing.detail)] }
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
