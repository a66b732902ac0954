/// The steps from each firing to the next, except across pauses.
///
///     I(i) = began(i) − began(i−1)
struct FiringSteps {
  /// I(i).
  private(set) var intervals: [Int64] = []
  /// I(i) − (due(i) − due(i−1)), which is the change of lateness.
  private(set) var changes: [Int64] = []
  /// I(i) where no due instant was missed in it, no fire date set by hand, and the rate
  /// of the display and the pace of the link stayed the same.
  private(set) var regular: [Int64] = []
  /// I(i) − I(i−1) where both are regular.
  private(set) var cycles: [Int64] = []

  init(_ firings: ArraySlice<Firing>) {
    intervals.reserveCapacity(firings.count)
    changes.reserveCapacity(firings.count)
    regular.reserveCapacity(firings.count)
    cycles.reserveCapacity(firings.count)
    guard var before = firings.first else { return }
    var regularBefore: Int64?
    for firing in firings.dropFirst() {
      defer { before = firing }
      let interval = firing.began - before.began
      let isUnbroken = firing.epoch == before.epoch
      if isUnbroken {
        intervals.append(interval)
        changes.append(firing.lateness - before.lateness)
      }
      guard isUnbroken, firing.missed == 0, firing.grid == before.grid else {
        regularBefore = nil
        continue
      }
      regular.append(interval)
      if let regularBefore { cycles.append(interval - regularBefore) }
      regularBefore = interval
    }
  }
}
