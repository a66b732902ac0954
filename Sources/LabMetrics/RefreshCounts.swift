/// What the refreshes of the window showed of one driver.
///
/// An update belongs to the window by the latch interval of its commit, so that the identities hold
/// exactly:
///
///     refreshes = new + repeated
///     updates = new + merged + replaced
///     updates − refreshes = overwritten − repeated
public struct RefreshCounts: Hashable, Sendable {
  /// The refreshes in the window.
  public let refreshes: Int
  /// The refreshes that showed something new.
  public let new: Int
  /// The refreshes that showed the same picture again.
  public let repeated: Int
  /// The updates committed in the latch intervals of these refreshes.
  public let updates: Int
  /// The updates superseded within their own commit.
  public let merged: Int
  /// The updates superseded by a later commit before the latch.
  public let replaced: Int

  /// The updates that nobody ever saw: merged or replaced.
  public var overwritten: Int { merged + replaced }

  init(_ log: DriverLog, _ presentation: Presentation, _ times: RefreshTimes) {
    let window = times.window
    refreshes = window.count
    new = presentation.shown[window].count { $0 >= 0 }
    repeated = presentation.counts[window].count { $0 == 0 }
    var updates = 0
    var merged = 0
    var replaced = 0
    for index in log.updates.indices where window.contains(Int(presentation.refreshes[index])) {
      updates += 1
      switch presentation.outcome(of: index, log.updates) {
      case .merged: merged += 1
      case .replaced: replaced += 1
      case .shown, .open: break
      }
    }
    self.updates = updates
    self.merged = merged
    self.replaced = replaced
  }
}
