/// Which update of one driver each refresh shows.
///
/// An update shares the way of its commit; of several that reach one refresh the last one shows, and
/// the others are overwritten.
struct Presentation: Sendable {
  /// The update that each refresh is the first to show; −1 if it repeats the picture before.
  private(set) var shown: [Int32] = []
  /// How many updates reached each refresh.
  private(set) var counts: [Int32] = []
  /// How many updates were committed in the latch intervals of the window.
  private(set) var updatesInWindow = 0
  /// How many more were under way to the glass at the end of the window than at its start.
  private(set) var queueGrowth = 0
  /// What became of each update.
  private(set) var outcomes: [UpdateOutcome] = []
  /// The updates that no refresh showed, in ascending order.
  private(set) var unseen: [Int32] = []
  private let passages: [Passage]
  private let rendered: [Int64]

  /// Follows every update.
  ///
  /// - Complexity: O(updates + vsyncs).
  init(_ updates: [Update], _ flow: PictureFlow, _ times: RefreshTimes) {
    passages = flow.passages
    rendered = flow.rendered
    var shown = [Int32](repeating: -1, count: times.vsyncs.count)
    var counts = [Int32](repeating: 0, count: times.vsyncs.count)
    var outcomes = [UpdateOutcome](repeating: .shown, count: updates.count)
    var unseen: [Int32] = []
    for (index, update) in updates.enumerated() {
      let passage = passages[Int(update.commit)]
      let refresh = Int(passage.refresh)
      count(passage, in: times.window)
      guard refresh >= 0 else {
        outcomes[index] = passage.isRefused ? .refused : .open
        unseen.append(Int32(index))
        continue
      }
      shown[refresh] = Int32(index)
      counts[refresh] += 1
      guard index + 1 < updates.count else { continue }
      let next = updates[index + 1].commit
      guard passages[Int(next)].refresh == passage.refresh else { continue }
      outcomes[index] = next == update.commit ? .merged : .replaced
      unseen.append(Int32(index))
    }
    self.shown = shown
    self.counts = counts
    self.outcomes = outcomes
    self.unseen = unseen
  }

  private mutating func count(_ passage: Passage, in window: Range<Int>) {
    let arrival = Int(passage.arrival)
    guard arrival >= 0 else { return }
    if window.contains(arrival) { updatesInWindow += 1 }
    guard !passage.isRefused else { return }
    let refresh = passage.refresh < 0 ? Int.max : Int(passage.refresh)
    if arrival < window.lowerBound, refresh >= window.lowerBound { queueGrowth -= 1 }
    if arrival < window.upperBound, refresh >= window.upperBound { queueGrowth += 1 }
  }

  /// The way of an update; that of one which was never committed leads nowhere.
  func passage(of update: Update) -> Passage { passages[Int(update.commit)] }

  /// Until when the picture of an update waits for what.
  func flight(of update: Update, _ times: RefreshTimes) -> Flight {
    let passage = passage(of: update)
    return times.flight(
      of: passage, renderedAt: rendered.isEmpty ? .max : rendered[Int(update.commit)])
  }

  /// The refresh to which an update belongs: the one that it reached, or that it would have reached
  /// had it not been refused.
  func home(of update: Update) -> Int {
    let passage = passage(of: update)
    return Int(passage.isRefused ? passage.arrival : passage.refresh)
  }
}
