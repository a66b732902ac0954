/// How late firings were, and the steps from each to the next, except across pauses.
///
///     I(i) = began(i) − began(i−1)
struct FiringSamples: Sendable {
  /// began(i) − due(i).
  private(set) var lateness: SampleColumn
  /// began(i) minus the newest due instant that had come; ``lateness`` as long as they are equal.
  private var fromNewest: SampleColumn?
  /// How many firings began at the very instant at which they were due.
  private(set) var onTime = 0
  /// I(i) − (due(i) − due(i−1)), which is the change of lateness.
  private(set) var changes = Moments()
  /// I(i) where no due instant was missed in it, no fire date set by hand, and the rate
  /// of the display and the pace of the link stayed the same.
  private(set) var regular = Moments()
  /// I(i) − I(i−1) where both are regular.
  private(set) var cycles = CycleSums()
  /// The lateness over the due instants.
  private(set) var slope = Slope()
  private(set) var smoothed = SmoothedSums()
  /// The longest I(i); `nil` for fewer than two firings.
  private(set) var longest: Int64?
  /// How many I(i) froze the animation.
  private(set) var frozen = 0
  /// How long all firings together were late.
  private(set) var totalLateness: Int64 = 0

  /// What the first of two times has told of the numbers from the newest due instants.
  private let first: SampleColumn?
  /// The first firing that was not looked at.
  private(set) var next = 0
  private var before: Firing?
  private var regularBefore: Int64?

  init(room: Int) {
    lateness = SampleColumn(room: room)
    first = nil
  }

  /// Creates samples that find what others could not, given the same firings.
  init(refining other: FiringSamples) {
    lateness = other.lateness.refined(Distribution.thousandths)
    first = other.fromNewest?.refined(Distribution.thousandths)
    fromNewest = first
  }

  /// Takes over the memory of samples that are no longer needed.
  mutating func takeMemory(of other: inout FiringSamples) {
    lateness.takeMemory(of: &other.lateness)
  }

  /// How many firings there are.
  var count: Int { lateness.count }
  var latestLateness: SampleColumn { fromNewest ?? lateness }
  /// Whether each firing answers the newest due instant that had come.
  var areNewest: Bool { fromNewest == nil }
  var isApproximate: Bool { lateness.isApproximate || fromNewest?.isApproximate == true }

  /// Looks at the measured firings; of those after the end it is not known yet whether they are.
  mutating func advance(_ log: borrowing DriverLog, isOver: Bool) {
    let measured = log.measured
    next = max(next, measured.lowerBound)
    let firings = log.firings
    while next < measured.upperBound, isOver || firings[next].due < log.window.end {
      let firing = firings[next]
      next += 1
      add(firing, firing.detail < 0 ? nil : log.details[Int(firing.detail)])
    }
  }

  @inline(__always)
  private mutating func add(_ firing: Firing, _ detail: Firing.Detail?) {
    let late = firing.lateness
    let newest = detail?.newest ?? firing.due
    if newest != firing.due, fromNewest == nil { fromNewest = lateness }
    fromNewest?.add(firing.began - newest)
    lateness.add(late)
    totalLateness += max(0, late)
    if late == 0 { onTime += 1 }
    slope.add(firing.due, late)
    defer { before = firing }
    guard let before, firing.epoch == before.epoch else {
      regularBefore = nil
      return
    }
    let step = firing.began - before.began
    longest = max(longest ?? step, step)
    if step >= Gaps.frozenNanoseconds { frozen += 1 }
    changes.add(late - before.lateness)
    smoothed.add(late - before.lateness)
    guard (detail?.missed ?? 0) == 0, detail?.isOnNewGrid != true else {
      regularBefore = nil
      return
    }
    regular.add(step)
    if let regularBefore { cycles.add(step - regularBefore) }
    regularBefore = step
  }
}

/// What is asked of the changes from one regular interval to the next.
struct CycleSums: Sendable {
  private(set) var count = 0
  /// The largest |c|.
  private(set) var most: Int64 = 0
  /// Σ |c|.
  private(set) var sum: Int128 = 0
  /// Σ c².
  private(set) var squares = ExactSquares()

  mutating func add(_ cycle: Int64) {
    count += 1
    most = max(most, abs(cycle))
    sum += Int128(abs(cycle))
    squares.add(cycle)
  }
}

/// The running estimate of jitter, given the changes of lateness.
struct SmoothedSums: Sendable {
  private(set) var last = 0.0
  private(set) var most = 0.0
  private(set) var count = 0

  mutating func add(_ change: Int64) {
    count += 1
    last += (Double(abs(change)) - last) / 16
    most = max(most, last)
  }
}
