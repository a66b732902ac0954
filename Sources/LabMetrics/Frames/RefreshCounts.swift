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
  /// The refreshes that showed the same frame again.
  public let repeated: Int
  /// The updates committed in the latch intervals of these refreshes.
  public let updates: Int
  /// The updates superseded within their own commit.
  public let merged: Int
  /// The updates superseded by a later commit before the latch.
  public let replaced: Int

  /// The updates thrown away because the queue for the display was full.
  public let refused: Int
  /// How many more updates were on their way to the display at the end of the window than at its
  /// start.
  ///
  /// Under way is what was committed in time for an earlier refresh and not shown by it: it waits
  /// in the queue, or for the render server.
  public let queueGrowth: Int
  /// The refreshes that two or more updates reached.
  public let overwriting: Int

  /// The updates that a later one took the place of: merged or replaced.
  public var overwritten: Int { merged + replaced }

  init(_ arrivals: WindowArrivals, new: Int, of refreshes: Int) {
    self.refreshes = refreshes
    self.new = new
    repeated = refreshes - arrivals.refreshes
    updates = arrivals.updates
    merged = arrivals.merged
    replaced = arrivals.replaced
    refused = arrivals.refused
    queueGrowth = arrivals.queueGrowth
    overwriting = arrivals.overwriting
  }
}
