/// Which update of one driver each refresh shows.
///
/// A pure function of the commits and the vsyncs. Each latch takes the newest commit (mailbox), so
/// of several updates in one latch interval the last one shows and the others are overwritten.
struct Presentation: Sendable {
  /// The refresh whose latch interval each update was committed in; −1 if the trace has none.
  let refreshes: [Int32]
  /// The update that each refresh is the first to show; −1 if it repeats the picture before.
  let shown: [Int32]
  /// How many updates were committed in the latch interval of each refresh.
  let counts: [Int32]

  /// Latches every update.
  ///
  /// - Complexity: O(updates + vsyncs).
  init(_ updates: [Update], _ times: RefreshTimes) {
    let vsyncs = times.vsyncs
    var refreshes: [Int32] = []
    var shown = [Int32](repeating: -1, count: vsyncs.count)
    var counts = [Int32](repeating: 0, count: vsyncs.count)
    refreshes.reserveCapacity(updates.count)
    var latching = 0
    for (index, update) in updates.enumerated() {
      // A commit at the very instant of the latch is still taken.
      while latching < vsyncs.count, vsyncs[latching] - times.guardTime < update.committed {
        latching += 1
      }
      let refresh = latching + times.depth
      guard latching < vsyncs.count, refresh < vsyncs.count else {
        refreshes.append(-1)
        continue
      }
      refreshes.append(Int32(refresh))
      shown[refresh] = Int32(index)
      counts[refresh] += 1
    }
    self.refreshes = refreshes
    self.shown = shown
    self.counts = counts
  }

  /// What became of an update.
  func outcome(of index: Int, _ updates: [Update]) -> UpdateOutcome {
    let refresh = refreshes[index]
    guard refresh >= 0 else { return .open }
    guard index + 1 < updates.count, refreshes[index + 1] == refresh else { return .shown }
    return updates[index + 1].commit == updates[index].commit ? .merged : .replaced
  }
}
