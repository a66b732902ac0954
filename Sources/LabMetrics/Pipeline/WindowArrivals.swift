/// Counts the updates that reach the refreshes of the window, in the order of the refreshes.
struct WindowArrivals: Sendable {
  /// How many refreshes any update reached.
  private(set) var refreshes = 0
  /// How many of them two or more did.
  private(set) var overwriting = 0
  /// How many updates were committed in the latch intervals of the window.
  private(set) var updates = 0
  /// How many of them a later one of their own commit took the place of.
  private(set) var merged = 0
  /// How many of them a later commit took the place of.
  private(set) var replaced = 0
  /// How many of them were thrown away.
  private(set) var refused = 0
  /// How many more were on their way to the display at the end of the window than at its start.
  private(set) var queueGrowth = 0
  /// The refreshes that are measured.
  var window = 0..<0
  private var latest: (refresh: Int, updates: Int) = (-1, 0)

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
    latest = (refresh, refresh == latest.refresh ? latest.updates + 1 : 1)
    guard window.contains(refresh) else { return }
    if latest.updates == 1 { refreshes += 1 }
    if latest.updates == 2 { overwriting += 1 }
  }

  /// An update that had reached a refresh is overwritten by the one that comes next.
  mutating func overwrite(at refresh: Int, withinCommit: Bool) {
    guard window.contains(refresh) else { return }
    if withinCommit { merged += 1 } else { replaced += 1 }
  }
}
