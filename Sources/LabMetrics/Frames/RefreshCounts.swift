/// What the refreshes of the window showed of one driver.
///
/// An update belongs to the window by the latch interval of its commit, so that the identities hold
/// exactly:
///
///     refreshes = new + repeated
///     updates = new + merged + replaced + refused + growth of the queue
///     updates − refreshes = overwritten + refused + growth of the queue − repeated
public struct RefreshCounts: Hashable, Sendable {
  /// The refreshes in the window but for those of a pause that show nothing new.
  public var refreshes: Int { window.count - quiet }
  /// The refreshes that showed something new.
  public internal(set) var new = 0
  /// The refreshes that showed the same frame again, though the driver was there.
  public var repeated: Int { refreshes - reached }
  /// The updates committed in the latch intervals of these refreshes.
  public private(set) var updates = 0
  /// The updates superseded within their own commit.
  public private(set) var merged = 0
  /// The updates superseded by a later commit before the latch.
  public private(set) var replaced = 0
  /// The updates that a later one took the place of: merged or replaced.
  public var overwritten: Int { merged + replaced }
  /// The updates thrown away because the queue for the display was full.
  public private(set) var refused = 0
  /// How many more updates were on their way to the display at the end of the window than at its
  /// start.
  ///
  /// Under way is what was committed in time for an earlier refresh and not shown by it: it waits
  /// in the queue, or for the render server.
  public private(set) var queueGrowth = 0
  /// The refreshes that two or more updates reached.
  public private(set) var overwriting = 0

  /// The refreshes that are measured.
  var window = 0..<0
  /// How many of them belong to a pause of the driver and show nothing new.
  var quiet = 0
  /// How many of them any update reached.
  private var reached = 0
  /// The refresh that an update reached last, and how many did.
  private var latest = -1
  private var latestUpdates = 0

  /// Adds the next update, in the order of refreshes.
  mutating func add(_ timing: CommitTiming, isRefused: Bool) {
    let arrival = Int(timing.arrival)
    guard arrival >= 0 else { return }
    if window.contains(arrival) { updates += 1 }
    guard !isRefused else {
      if window.contains(arrival) { refused += 1 }
      return
    }
    let refresh = timing.refresh < 0 ? Int.max : Int(timing.refresh)
    if arrival < window.lowerBound, refresh >= window.lowerBound { queueGrowth -= 1 }
    if arrival < window.upperBound, refresh >= window.upperBound { queueGrowth += 1 }
    latestUpdates = refresh == latest ? latestUpdates + 1 : 1
    latest = refresh
    guard window.contains(refresh) else { return }
    if latestUpdates == 1 { reached += 1 }
    if latestUpdates == 2 { overwriting += 1 }
  }

  /// An update that had reached a refresh is overwritten by the one that comes next.
  mutating func overwrite(at refresh: Int, withinCommit: Bool) {
    guard window.contains(refresh) else { return }
    if withinCommit { merged += 1 } else { replaced += 1 }
  }
}
