/// One hand-over to the render server, in nanoseconds, and the way of its picture to the glass.
struct Passage: Hashable, Sendable {
  /// When it was committed; `Int64.max` if that never happened.
  var committed = Int64.max
  /// The refresh for which it was in time; −1 if none latched after it.
  var arrival: Int32 = -1
  /// The refresh that is the first to show it, or what took its place; −1 if none did.
  var refresh: Int32 = -1
}

/// What became of a picture in the queue for the display.
struct QueuePlace: Hashable, Sendable {
  /// The refresh whose latch took it: later than the arrival if it waited; −1 if none did.
  var latched: Int32 = -1
  /// Whether the queue was full, so that it was thrown away.
  var isRefused = false
}

/// Everything that was committed, in order.
struct CommitLog: Sendable {
  /// One for each commit, with a way to the glass that nobody knows yet.
  var passages: [Passage] = []
  /// How long the render server takes for each picture; none at all while it takes no time.
  private(set) var costs: [Int64] = []

  @inline(__always)
  mutating func append(at committed: Int64, cost: Int64) {
    if cost > 0 || !costs.isEmpty {
      costs.append(contentsOf: repeatElement(0, count: passages.count - costs.count))
      costs.append(max(0, cost))
    }
    passages.append(Passage(committed: committed))
  }

  /// How long the render server takes for a picture.
  func cost(of commit: Int) -> Int64 { costs.isEmpty ? 0 : costs[commit] }
}
