/// How late firings were, and the steps from each to the next, except across pauses.
///
///     I(i) = began(i) − began(i−1)
///
/// Gathered in one walk, since it is memory that costs the time.
struct FiringSamples: ~Copyable {
  /// began(i) − due(i).
  let lateness: [Int64]
  /// began(i) minus the newest due instant that had come.
  let latestLateness: [Int64]
  /// I(i) − (due(i) − due(i−1)), which is the change of lateness.
  let changes: [Int64]
  /// I(i) where no due instant was missed in it, no fire date set by hand, and the rate
  /// of the display and the pace of the link stayed the same.
  let regular: [Int64]
  /// I(i) − I(i−1) where both are regular.
  private(set) var cycles = CycleSums()
  /// The longest I(i); `nil` for fewer than two firings.
  private(set) var longest: Int64?
  /// How many I(i) froze the animation.
  private(set) var frozen = 0
  /// Whether each firing answers the newest due instant that had come.
  private(set) var areNewest = true

  init(_ firings: ArraySlice<Firing>, _ log: DriverLog, _ buffers: inout BufferPool) {
    var lateness = buffers.take(firings.count)
    var latestLateness = buffers.take(firings.count)
    var changes = buffers.take(firings.count)
    var regular = buffers.take(firings.count)
    var late = lateness.mutableSpan
    var latest = latestLateness.mutableSpan
    var change = changes.mutableSpan
    var interval = regular.mutableSpan
    var cycles = CycleSums()
    var (count, steps, regulars) = (0, 0, 0)
    var before: Firing?
    var regularBefore: Int64?
    for firing in firings {
      defer { before = firing }
      let detail = log.detail(of: firing)
      late[count] = firing.lateness
      latest[count] = firing.began - detail.newest
      count += 1
      if detail.newest != firing.due { areNewest = false }
      guard let before, firing.epoch == before.epoch else {
        regularBefore = nil
        continue
      }
      let step = firing.began - before.began
      longest = max(longest ?? step, step)
      if step >= Gaps.frozenNanoseconds { frozen += 1 }
      change[steps] = firing.lateness - before.lateness
      steps += 1
      guard detail.missed == 0, !detail.isOnNewGrid else {
        regularBefore = nil
        continue
      }
      interval[regulars] = step
      regulars += 1
      if let regularBefore { cycles.add(step - regularBefore) }
      regularBefore = step
    }
    self.cycles = cycles
    lateness.truncate(to: count)
    latestLateness.truncate(to: count)
    changes.truncate(to: steps)
    regular.truncate(to: regulars)
    self.lateness = lateness
    self.latestLateness = latestLateness
    self.changes = changes
    self.regular = regular
  }

  /// Gives the memory back.
  consuming func giveBack(to buffers: inout BufferPool) {
    buffers.put(lateness)
    buffers.put(latestLateness)
    buffers.put(changes)
    buffers.put(regular)
  }
}

/// What is asked of the changes from one regular interval to the next.
struct CycleSums {
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
