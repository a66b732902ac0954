/// Which update of one driver each refresh shows.
///
/// An update shares the way of its commit; of several that reach one refresh the last one shows, and
/// the others are overwritten.
struct Presentation: Sendable {
  /// The update that each refresh is the first to show; −1 if it repeats the picture before.
  let shown: [Int32]
  /// The updates that no refresh showed, in ascending order.
  let unseen: [Int32]
  /// What reached the refreshes of the window.
  let arrivals: WindowArrivals
  /// The way of every commit to the glass.
  let flow: PresentationSchedule
  private let updates: [Update]

  /// Follows every update.
  ///
  /// - Complexity: O(updates + vsyncs).
  init(_ updates: [Update], _ flow: PresentationSchedule, _ times: RefreshTimes) {
    self.updates = updates
    self.flow = flow
    var shown = [Int32](repeating: -1, count: times.vsyncs.count)
    var unseen: [Int32] = []
    var arrivals = WindowArrivals(times.window)
    let passages = flow.passages
    for index in updates.indices {
      let commit = updates[index].commit
      let passage = passages[Int(commit)]
      arrivals.add(passage, isRefused: flow.isRefused(commit))
      guard passage.refresh >= 0 else {
        unseen.append(Int32(index))
        continue
      }
      let overwritten = shown[Int(passage.refresh)]
      if overwritten >= 0 {
        unseen.append(overwritten)
        arrivals.overwrite(
          at: Int(passage.refresh), withinCommit: updates[Int(overwritten)].commit == commit)
      }
      shown[Int(passage.refresh)] = Int32(index)
    }
    self.shown = shown
    self.unseen = unseen
    self.arrivals = arrivals
  }

  /// The way of an update; that of one which was never committed leads nowhere.
  func passage(of update: Update) -> CommitTiming { flow.passages[Int(update.commit)] }

  /// The refresh whose latch took an update; −1 if none did.
  func latched(_ update: Update) -> Int { Int(flow.latched(update.commit)) }

  /// Whether an update was thrown away because the queue for the display was full.
  func isRefused(_ update: Update) -> Bool { flow.isRefused(update.commit) }

  /// What became of an update.
  func outcome(of index: Int) -> UpdateOutcome {
    let update = updates[index]
    let refresh = Int(passage(of: update).refresh)
    if refresh < 0 { return isRefused(update) ? .refused : .open }
    if Int(shown[refresh]) == index { return .shown }
    return updates[index + 1].commit == update.commit ? .merged : .replaced
  }

  /// The refresh to which an update belongs: the one that it reached, or that it would have reached
  /// had it not been refused.
  func home(of update: Update) -> Int {
    let passage = passage(of: update)
    return Int(isRefused(update) ? passage.arrival : passage.refresh)
  }
}
