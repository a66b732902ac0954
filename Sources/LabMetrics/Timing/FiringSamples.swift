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
    let (measured, firings, details) = (log.measured, log.firings, log.details)
    next = max(next, measured.lowerBound)
    var end = isOver ? max(next, measured.upperBound) : next
    while end < measured.upperBound, firings[end].due < log.window.end { end += 1 }
    while next < end {
      let count = min(end - next, blockRoom)
      firings.lend(next..<next + count) { add($0, details) }
      next += count
    }
  }

  /// Adds a block of firings.
  private mutating func add(_ firings: Span<Firing>, _ details: SlidingArray<Firing.Detail>) {
    var (epochs, hasNewer) = (Int32(0), false)
    for place in firings.indices {
      let firing = unsafe firings[unchecked: place]
      epochs |= firing.epoch ^ firings[0].epoch
      if firing.detail >= 0 { hasNewer = hasNewer || details[firing].newest != firing.due }
    }
    if hasNewer, fromNewest == nil { fromNewest = lateness }
    // The first has no predecessor in the block, and those with a pause between them have no
    // interval.
    let first = epochs == 0 ? 1 : firings.count
    for place in 0..<first { add(firings[place], details) }
    let rest = first..<firings.count
    lateness.add(firings, in: rest) { unsafe $0[unchecked: $1].lateness }
    fromNewest?.add(firings, in: rest) {
      let firing = unsafe $0[unchecked: $1]
      return firing.began &- (firing.detail < 0 ? firing.due : details[firing].newest)
    }
    slope.add(firings, in: rest) { ($0.due, $0.lateness) }
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
  private mutating func add(_ firing: Firing, _ details: SlidingArray<Firing.Detail>) {
    let newest = firing.detail < 0 ? firing.due : details[firing].newest
    fromNewest?.add(firing.began - newest)
    lateness.add(firing.lateness)
    slope.add(firing.due, firing.lateness)
    addLateness(firing)
    defer { before = firing }
    guard let before, firing.epoch == before.epoch else {
      regularBefore = nil
      return
    }
    changes.add(firing.lateness - before.lateness)
    addStep(from: before, to: firing, details)
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
    if step >= Gaps.frozenNanoseconds { frozen += 1 }
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

/// What is asked of the changes from one regular interval to the next.
struct CycleSums: Sendable {
  private(set) var count = 0
  /// The largest |c|.
  private(set) var most: Int64 = 0
  /// Σ |c|.
  var sum: Int128 { total.value }
  private var total = ExactSum()
  /// Σ c².
  private(set) var squares = ExactSquares()

  @inline(__always)
  mutating func add(_ cycle: Int64) {
    count += 1
    most = max(most, abs(cycle))
    total.add(abs(cycle))
    squares.add(cycle)
  }
}

/// The running estimate of jitter, given the changes of lateness.
struct SmoothedSums: Sendable {
  private(set) var last = 0.0
  private(set) var most = 0.0
  private(set) var count = 0

  @inline(__always)
  mutating func add(_ change: Int64) {
    count += 1
    last += (Double(abs(change)) - last) / 16
    most = max(most, last)
  }
}
