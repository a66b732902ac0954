import LabKernel
import LabTrace

/// When the refreshes of a run began, and how far apart they were meant to be.
struct VsyncLog: Sendable {
  /// An interval aimed at, from a refresh on.
  struct Aim: Hashable, Sendable {
    let first: Int
    let interval: Int64
  }

  var times = SlidingArray<Int64>()
  /// The intervals aimed at, each different from the one before; 0 for unknown.
  private(set) var aims: [Aim] = []
  /// Whether the panel refreshed when there was something to show.
  private(set) var isAdaptive = false
  /// Whether it is known of every interval how long it was meant to be.
  private(set) var knowsAims = true

  mutating func takeMemory(of other: inout VsyncLog) {
    times.takeMemory(of: &other.times)
    aims.takeMemory(of: &other.aims)
  }

  /// How many vsyncs there are after an instant from which on none is forgotten.
  func count(after instant: Int64) -> Int {
    guard let last = times.last, last > instant else { return 0 }
    return times.endIndex - times.partitionIndex { $0 > instant }
  }

  /// Notes a vsync, and returns whether the interval aimed at is another one from it on.
  mutating func append(at now: Int64, _ reason: TraceRefresh, aim: Int64) -> Bool {
    times.append(now)
    if reason != .grid { isAdaptive = true }
    if aim <= 0 { knowsAims = false }
    guard aim != aims.last?.interval ?? 0 else { return false }
    aims.append(Aim(first: times.endIndex - 1, interval: max(0, aim)))
    return times.endIndex > 1
  }
}
