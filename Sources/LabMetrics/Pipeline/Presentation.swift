/// Which update of one driver each refresh shows.
///
/// An update shares the way of its commit; of several that reach one refresh the last one shows, and
/// the others are overwritten.
struct Presentation: Sendable {
  /// The update that each refresh is the first to show; −1 if it repeats the frame before.
  let shown: [Int32]
  /// The updates that no refresh showed, in ascending order.
  let unseen: [Int32]
  /// What reached the refreshes of the window.
  let arrivals: WindowArrivals
  /// The way of every commit to the display.
  let schedule: PresentationSchedule
  private let updates: [Update]

  /// Follows every update.
  ///
  /// - Complexity: O(updates + vsyncs).
  init(_ updates: [Update], _ schedule: PresentationSchedule, _ times: RefreshTimes) {
    self.updates = updates
    self.schedule = schedule
    var shown = [Int32](repeating: -1, count: times.vsyncs.count)
    var unseen: [Int32] = []
    var arrivals = WindowArrivals(times.window)
    let timings = schedule.timings
    for index in updates.indices {
      let commit = updates[index].commit
      let timing = timings[Int(commit)]
      arrivals.add(timing, isRefused: schedule.isRefused(commit))
      guard timing.refresh >= 0 else {
        unseen.append(Int32(index))
        continue
      }
      let overwritten = shown[Int(timing.refresh)]
      if overwritten >= 0 {
        unseen.append(overwritten)
        arrivals.overwrite(
          at: Int(timing.refresh), withinCommit: updates[Int(overwritten)].commit == commit)
      }
      shown[Int(timing.refresh)] = Int32(index)
    }
    self.shown = shown
    self.unseen = unseen
    self.arrivals = arrivals
  }

  /// The way of an update; that of one which was never committed leads nowhere.
  func timing(of update: Update) -> CommitTiming { schedule.timings[Int(update.commit)] }

  /// The refresh whose latch took an update; −1 if none did.
  func latched(_ update: Update) -> Int { Int(schedule.latched(update.commit)) }

  /// Whether an update was thrown away because the queue for the display was full.
  func isRefused(_ update: Update) -> Bool { schedule.isRefused(update.commit) }

  /// What became of an update.
  func outcome(of index: Int) -> UpdateOutcome {
    let update = updates[index]
    let refresh = Int(timing(of: update).refresh)
    if refresh < 0 { return isRefused(update) ? .refused : .open }
    if Int(shown[refresh]) == index { return .shown }
    return updates[index + 1].commit == update.commit ? .merged : .replaced
  }

  /// The refresh to which an update belongs: the one that it reached, or that it would have reached
  /// had it not been refused.
  func home(of update: Update) -> Int {
    let timing = timing(of: update)
    return Int(isRefused(update) ? timing.arrival : timing.refresh)
  }
}
