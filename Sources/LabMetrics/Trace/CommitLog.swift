/// Everything that was committed, in order.
struct CommitLog: Sendable {
  /// One for each commit, with a way to the glass that nobody knows yet.
  var passages: [CommitTiming] = []
  /// How long the render server takes for each picture; none at all while it takes no time.
  private(set) var costs: [Int64] = []

  @inline(__always)
  mutating func append(at committed: Int64, cost: Int64) {
    if cost > 0 || !costs.isEmpty {
      costs.append(contentsOf: repeatElement(0, count: passages.count - costs.count))
      costs.append(max(0, cost))
    }
    passages.append(CommitTiming(committed: committed))
  }

  /// How long the render server takes for a picture.
  func cost(of commit: Int) -> Int64 { costs.isEmpty ? 0 : costs[commit] }
}
