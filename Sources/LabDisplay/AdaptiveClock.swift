import LabTrace

/// Decides when a panel of adaptive rate refreshes next.
///
/// A refresh waits for the picture that a link owes, at most for the longest interval; then the
/// panel shows the old picture again and is busy for the shortest one, so that a picture just too
/// late waits for the end of that. In nanoseconds:
///
///     next = min(max(picture ready, last + interval aimed at), last + longest)
///
/// After a refresh of its own the shortest interval stands for the one aimed at. While links run
/// that owe nothing, the panel keeps the interval aimed at, so that they are called in time.
///
/// - Source: Apple, WWDC 2021, "Optimize for variable refresh rate displays", as noted by others: a
///   panel of 40 to 120 Hz refreshes itself after 25 ms and is busy for a minimum interval.
struct AdaptiveClock {
  private let shortest: Int64
  private let longest: Int64
  private var server = RenderServer()
  private var last: Int64
  private var aim: Int64
  private var isTicking = false
  private var isOwed = false
  private var wasOverdue = false

  /// Starts with a refresh.
  init(shortest: Int64, longest: Int64, startingAt start: Int64) {
    (self.shortest, self.longest, aim) = (shortest, longest, shortest)
    last = start
  }

  /// When the panel refreshes next, as far as it is known.
  var next: Int64 {
    let latest = last + longest
    guard let ready else { return isTicking && !isOwed ? min(last + aim, latest) : latest }
    return min(max(ready, last + (wasOverdue ? shortest : aim)), latest)
  }

  mutating func committed(at now: Int64, rendering cost: Int64) {
    isOwed = false
    _ = server.offer(available: now, cost: cost)
  }

  mutating func refreshed(at now: Int64) -> TraceRefresh {
    let hasPicture = ready.map { $0 <= now } ?? false
    wasOverdue = !hasPicture && now >= last + longest
    last = now
    return wasOverdue ? .selfRefresh : .wanted
  }

  /// Sets what the links want from the refresh on that has just begun.
  mutating func serve(every aim: Int64, isTicking: Bool, isOwed: Bool) {
    (self.aim, self.isTicking, self.isOwed) = (aim, isTicking, isOwed)
  }

  /// When the first picture that no refresh has shown is complete.
  private var ready: Int64? {
    [server.busyUntil, server.nextEnd ?? .min].filter { $0 > last }.min()
  }
}
