/// Which update of one driver each refresh shows.
///
/// An update shares the way of its commit; of several that reach one refresh the last one shows, and
/// the others are overwritten.
struct Presentation: Sendable {
  /// The refresh that shows each update, or the one that took its place; −1 if the trace has none.
  let refreshes: [Int32]
  /// The update that each refresh is the first to show; −1 if it repeats the picture before.
  let shown: [Int32]
  /// How many updates reached each refresh.
  let counts: [Int32]
  private let passages: [PictureFlow.Passage]

  /// Follows every update.
  ///
  /// - Complexity: O(updates + vsyncs).
  init(_ updates: [Update], _ flow: PictureFlow, _ times: RefreshTimes) {
    passages = flow.passages
    var shown = [Int32](repeating: -1, count: times.vsyncs.count)
    var counts = [Int32](repeating: 0, count: times.vsyncs.count)
    var refreshes: [Int32] = []
    refreshes.reserveCapacity(updates.count)
    for (index, update) in updates.enumerated() {
      let refresh = update.commit < 0 ? -1 : passages[Int(update.commit)].refresh
      refreshes.append(refresh)
      guard refresh >= 0 else { continue }
      shown[Int(refresh)] = Int32(index)
      counts[Int(refresh)] += 1
    }
    self.refreshes = refreshes
    self.shown = shown
    self.counts = counts
  }

  /// The way of an update; that of one which was never committed leads nowhere.
  func passage(of update: Update) -> PictureFlow.Passage {
    update.commit < 0 ? PictureFlow.Passage() : passages[Int(update.commit)]
  }

  /// What became of an update.
  func outcome(of index: Int, _ updates: [Update]) -> UpdateOutcome {
    let refresh = refreshes[index]
    guard refresh >= 0 else { return passage(of: updates[index]).isRefused ? .refused : .open }
    guard index + 1 < updates.count, refreshes[index + 1] == refresh else { return .shown }
    return updates[index + 1].commit == updates[index].commit ? .merged : .replaced
  }

  /// The refresh to which an update belongs: the one that it reached, or that it would have reached
  /// had it not been refused.
  func home(of index: Int, _ updates: [Update]) -> Int32 {
    let passage = passage(of: updates[index])
    return passage.isRefused ? passage.arrival : refreshes[index]
  }
}
