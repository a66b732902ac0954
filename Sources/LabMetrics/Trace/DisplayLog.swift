import LabKernel
import LabTrace

/// When the refreshes of a run began, and how far apart they were meant to be.
struct VsyncLog: Sendable {
  /// An interval aimed at, from a refresh on.
  struct Aim: Hashable, Sendable {
    let first: Int
    let interval: Int64
  }

  var times: [Int64] = []
  /// The intervals aimed at, each different from the one before; 0 for unknown.
  private(set) var aims: [Aim] = []
  /// Whether the panel refreshed when there was something to show.
  private(set) var isAdaptive = false
  /// Whether it is known of every interval how long it was meant to be.
  private(set) var knowsAims = true

  /// How many vsyncs there are after an instant.
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

/// What was handed over to the render server, commit by commit.
struct CommitLog: Sendable {
  /// When each was committed; its way to the display is not known yet.
  var timings: [CommitTiming] = []
  /// How long the render server takes for each frame; empty as long as it takes no time.
  private(set) var costs: [Int64] = []
  /// For when each was made; empty where frames have no targets.
  private(set) var targets: [FrameTarget] = []

  mutating func reserveCapacity(_ count: Int) { timings.reserveCapacity(count) }

  @inline(__always)
  mutating func append(at time: Int64, cost: Int64, target: FrameTarget?) {
    if cost > 0 || !costs.isEmpty {
      if costs.isEmpty { costs = Array(repeating: 0, count: timings.count) }
      costs.append(max(0, cost))
    }
    timings.append(CommitTiming(committed: time))
    if let target { targets.append(target) }
  }
}

/// For which vsync a frame was made: the first at an instant, or one by its index.
struct FrameTarget: Hashable, Sendable {
  var instant = Int64.max
  var vsync = Int.max

  /// Any vsync will do.
  static let none = FrameTarget(instant: .min)

  /// Whether a vsync is the target, or comes after it.
  func isReached(by index: Int, at vsync: Int64) -> Bool {
    index >= self.vsync || vsync >= instant
  }
}
