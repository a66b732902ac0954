/// What was committed and is not scheduled yet.
struct CommitLog: Sendable {
  /// One hand-over to the render server.
  struct Commit: Sendable {
    let time: Int64
    /// How long the render server takes for the frame.
    let cost: Int64
  }

  private(set) var commits: [Commit] = []
  /// How many there were in the whole run.
  private(set) var count = 0

  mutating func takeMemory(of other: inout CommitLog) {
    commits.takeMemory(of: &other.commits)
  }

  mutating func reserveCapacity(_ count: Int) { commits.reserveCapacity(count) }

  @inline(__always)
  mutating func append(at time: Int64, cost: Int64) {
    commits.append(Commit(time: time, cost: max(0, cost)))
    count += 1
  }

  /// Forgets the commits, which are scheduled now.
  mutating func forget() { commits.removeAll(keepingCapacity: true) }
}
