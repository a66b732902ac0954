/// How late firings were, and the steps from each to the next, except across pauses.
///
///     I(i) = began(i) − began(i−1)
///
/// Gathered in one walk, since it is memory that costs the time.
struct FiringSteps {
  /// began(i) − due(i).
  private(set) var lateness: [Int64] = []
  /// I(i) − (due(i) − due(i−1)), which is the change of lateness.
  private(set) var changes: [Int64] = []
  /// I(i) where no due instant was missed in it, no fire date set by hand, and the rate
  /// of the display and the pace of the link stayed the same.
  private(set) var regular: [Int64] = []
  /// I(i) − I(i−1) where both are regular.
  private(set) var cycles: [Int64] = []
  /// The longest I(i); `nil` for fewer than two firings.
  private(set) var longest: Int64?
  /// How many I(i) froze the animation.
  private(set) var frozen = 0
  /// Whether each firing answers the newest due instant that had come.
  private(set) var areNewest = true

  init(_ firings: ArraySlice<Firing>, _ log: DriverLog) {
    lateness.reserveCapacity(firings.count)
    changes.reserveCapacity(firings.count)
    regular.reserveCapacity(firings.count)
    cycles.reserveCapacity(firings.count)
    var before: Firing?
    var regularBefore: Int64?
    for firing in firings {
      defer { before = firing }
      let detail = log.detail(of: firing)
      lateness.append(firing.lateness)
      if detail.newest != firing.due { areNewest = false }
      guard let before, firing.epoch == before.epoch else {
        regularBefore = nil
        continue
      }
      let interval = firing.began - before.began
      longest = max(longest ?? interval, interval)
      if interval >= Gaps.frozenNanoseconds { frozen += 1 }
      changes.append(firing.lateness - before.lateness)
      guard detail.missed == 0, !detail.isOnNewGrid else {
        regularBefore = nil
        continue
      }
      regular.append(interval)
      if let regularBefore { cycles.append(interval - regularBefore) }
      regularBefore = interval
    }
  }
}
