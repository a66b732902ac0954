import LabKernel
import LabTrace

/// Which update of one driver each refresh shows.
///
/// An update shares the way of its commit; of several that reach one refresh the last one shows,
/// and the others are overwritten.
struct Presentation: Sendable {
  /// The update that each refresh is the first to show; −1 if it repeats the frame before.
  private(set) var shown = SlidingArray<Int32>()
  /// The updates that no refresh showed, in ascending order.
  private(set) var unseen = SlidingArray<Int32>()
  /// What reached the refreshes of the window.
  private(set) var arrivals = RefreshCounts()
  /// The updates before this one have their final outcome.
  private(set) var decided = 0
  /// The refreshes before this one are settled.
  private(set) var frontier = 0
  /// The way of every commit to the display.
  private(set) var schedule: PresentationSchedule

  init(_ mode: PresentMode) { schedule = PresentationSchedule(mode) }

  mutating func takeMemory(of other: inout Presentation) {
    shown.takeMemory(of: &other.shown)
    unseen.takeMemory(of: &other.unseen)
  }

  /// Follows the updates, as far as nothing can change their way any more.
  ///
  /// - Complexity: O(updates + vsyncs).
  mutating func advance(
    _ updates: SlidingArray<Update>, _ schedule: borrowing PresentationSchedule,
    _ times: borrowing RefreshTimes, now: Int64, isOver: Bool
  ) {
    self.schedule = copy schedule
    arrivals.window = times.window
    shown.append(repeating: -1, upTo: times.vsyncs.endIndex)
    while decided < updates.endIndex, isOver || isSettled(updates[decided].commit, times) {
      decide(updates)
      decided += 1
    }
    frontier =
      isOver
      ? times.vsyncs.endIndex
      : min(schedule.frontier(times, now: now), max(0, times.vsyncs.endIndex - 1))
  }

  /// Whether a commit has reached a refresh that has an end, or was refused by such.
  private func isSettled(_ commit: Int32, _ times: borrowing RefreshTimes) -> Bool {
    guard commit < schedule.settled else { return false }
    let timing = schedule.timings[Int(commit)]
    return max(timing.arrival, timing.refresh) + 1 < times.vsyncs.endIndex
  }

  @inline(__always)
  private mutating func decide(_ updates: SlidingArray<Update>) {
    let commit = updates[decided].commit
    let timing = schedule.timings[Int(commit)]
    arrivals.add(timing, isRefused: schedule.isRefused(commit))
    guard timing.refresh >= 0 else {
      unseen.append(Int32(truncatingIfNeeded: decided))
      return
    }
    let overwritten = shown[Int(timing.refresh)]
    if overwritten >= 0 {
      unseen.append(overwritten)
      arrivals.overwrite(
        at: Int(timing.refresh), withinCommit: updates[Int(overwritten)].commit == commit)
    }
    shown[Int(timing.refresh)] = Int32(truncatingIfNeeded: decided)
  }

  /// Gives back its copy of the schedule, so that this can grow in place.
  mutating func release() { schedule = PresentationSchedule(.mailbox) }

  mutating func forget(refreshesBefore refresh: Int, unseenBefore index: Int) {
    shown.forget(before: min(refresh, frontier))
    unseen.forget(before: index)
  }

  /// The way of an update; that of one which was never committed leads nowhere.
  func timing(of update: Update) -> CommitTiming { schedule.timings[Int(update.commit)] }

  /// The refresh whose latch took an update; −1 if none did.
  func latched(_ update: Update) -> Int { Int(schedule.latched(update.commit)) }

  /// Whether an update was thrown away because the queue for the display was full.
  func isRefused(_ update: Update) -> Bool { schedule.isRefused(update.commit) }

  /// What became of one of the updates.
  func outcome(of index: Int, in updates: SlidingArray<Update>) -> UpdateOutcome {
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
