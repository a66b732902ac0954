/// What the refreshes of the window showed of one driver.
///
/// An update belongs to the window by the latch interval of its commit, so that the identities hold
/// exactly:
///
///     refreshes = new + repeated
///     updates = new + merged + replaced + refused + growth of the queue
///     updates − refreshes = overwritten + refused + growth of the queue − repeated
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

  /// The updates thrown away because the queue for the display was full.
  public let refused: Int
  /// How many more updates were under way to the glass at the end of the window than at its start.
  ///
  /// Under way is what was committed in time for an earlier refresh and not shown by it: it waits in
  /// the queue, or for the render server.
  public let queueGrowth: Int
  /// The refreshes that two or more updates reached.
  public let overwriting: Int

  /// The updates that a later one took the place of: merged or replaced.
  public var overwritten: Int { merged + replaced }

  init(_ log: DriverLog, _ presentation: Presentation, _ times: RefreshTimes) {
    let window = times.window
    refreshes = window.count
    new = presentation.shown[window].count { $0 >= 0 }
    repeated = presentation.counts[window].count { $0 == 0 }
    var updates = 0
    var merged = 0
    var replaced = 0
    var refused = 0
    var waiting = (start: 0, end: 0)
    for (index, update) in log.updates.enumerated() {
      let passage = presentation.passage(of: update)
      guard passage.arrival >= 0 else { continue }
      let arrival = Int(passage.arrival)
      if window.contains(arrival) { updates += 1 }
      if !passage.isRefused {
        let refresh = passage.refresh < 0 ? Int.max : Int(passage.refresh)
        if arrival < window.lowerBound, refresh >= window.lowerBound { waiting.start += 1 }
        if arrival < window.upperBound, refresh >= window.upperBound { waiting.end += 1 }
      }
      guard window.contains(Int(presentation.home(of: index, log.updates))) else { continue }
      switch presentation.outcome(of: index, log.updates) {
      case .merged: merged += 1
      case .replaced: replaced += 1
      case .refused: refused += 1
      case .shown, .open: break
      }
    }
    self.refused = refused
    queueGrowth = waiting.end - waiting.start
    overwriting = presentation.counts[window].count { $0 >= 2 }
    self.updates = updates
    self.merged = merged
    self.replaced = replaced
  }
}
