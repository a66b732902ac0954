/// What was committed and is not scheduled yet.
struct CommitLog: Sendable {
  /// One hand-over to the render server.
  struct Commit: Sendable {
    let time: Int64
    /// How long the render server takes for the frame.
    let cost: Int64
    /// For when it was made, where frames have targets.
    let target: FrameTarget
  }

  private(set) var commits: [Commit] = []
  /// How many there were in the whole run.
  private(set) var count = 0

  mutating func takeMemory(of other: inout CommitLog) {
    commits.takeMemory(of: &other.commits)
  }

  mutating func reserveCapacity(_ count: Int) { commits.reserveCapacity(count) }

  @inline(__always)
  mutating func append(at time: Int64, cost: Int64, target: FrameTarget = .none) {
    commits.append(Commit(time: time, cost: max(0, cost), target: target))
    count += 1
  }

  /// Forgets the commits, which are scheduled now.
  mutating func forget() { commits.removeAll(keepingCapacity: true) }
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
