/// Everything that was committed, in order.
struct CommitLog: Sendable {
  /// One for each commit, with a way to the display that is not known yet.
  var timings: [CommitTiming] = []
  /// How long the render server takes for each frame; none at all while it takes no time.
  private(set) var costs: [Int64] = []

  @inline(__always)
  mutating func append(at committed: Int64, cost: Int64) {
    if cost > 0 || !costs.isEmpty {
      costs.append(contentsOf: repeatElement(0, count: timings.count - costs.count))
      costs.append(max(0, cost))
    }
    timings.append(CommitTiming(committed: committed))
  }

  /// How long the render server takes for a picture.
  func cost(of commit: Int) -> Int64 { costs.isEmpty ? 0 : costs[commit] }
}
