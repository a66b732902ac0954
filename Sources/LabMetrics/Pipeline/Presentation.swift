import LabKernel
import LabTrace

/// Which update of one driver each refresh shows.
///
/// An update shares the way of its commit; of several that reach one refresh the last one shows,
/// and the others are overwritten.
struct Presentation: Sendable {
  /// The update that each refresh is the first to show; −1 if it repeats the frame before.
  private(set) var shown: [Int32]
  /// The updates that no refresh showed, in ascending order.
  private(set) var unseen: [Int32] = []
  /// The way of every commit to the display.
  private let schedule: PresentationSchedule

  /// Follows the updates of a driver.
  ///
  /// - Complexity: O(updates + vsyncs).
  init(_ updates: [Update], _ schedule: PresentationSchedule, _ times: borrowing RefreshTimes) {
    self.schedule = schedule
    shown = Array(repeating: -1, count: times.vsyncs.count)
    for (index, update) in updates.enumerated() {
      let refresh = Int(schedule.timings[Int(update.commit)].refresh)
      guard refresh >= 0 else {
        unseen.append(Int32(truncatingIfNeeded: index))
        continue
      }
      if shown[refresh] >= 0 { unseen.append(shown[refresh]) }
      shown[refresh] = Int32(truncatingIfNeeded: index)
    }
  }

  /// The way of an update; that of one which was never committed leads nowhere.
  func timing(of update: Update) -> CommitTiming { schedule.timings[Int(update.commit)] }

  /// The refresh whose latch took an update; beyond the end of the run if none did.
  func latched(_ update: Update) -> Int { Int(schedule.latched(update.commit)) }

  /// Whether an update was thrown away because the queue for the display was full.
  func isRefused(_ update: Update) -> Bool { schedule.isRefused(update.commit) }

  /// What became of one of the updates.
  func outcome(of index: Int, in updates: [Update]) -> UpdateOutcome {
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

/// What became of one change of what is to be shown.
public enum UpdateOutcome: String, Hashable, Sendable, CaseIterable {
  /// A refresh showed it.
  case shown = "shown"
  /// A later update of the same driver in the same commit took its place.
  case merged = "merged"
  /// A later commit took its place before the display latched.
  case replaced = "replaced"
  /// The queue for the display was full.
  case refused = "refused"
  /// The run ended before its refresh.
  case open = "open"
}

/// What the refreshes of the window showed of one driver.
///
/// An update belongs to the window by the latch interval of its commit, so that the identities hold
/// exactly:
///
///     refreshes = new + repeated
///     updates = new + merged + replaced + refused + growth of the queue
///     updates − refreshes = overwritten + refused + growth of the queue − repeated
public struct RefreshCounts: Hashable, Sendable {
  /// The refreshes in the window but for those of a pause that show nothing new.
  public var refreshes: Int { window.count - quiet }
  /// The refreshes that showed something new.
  public let new: Int
  /// The refreshes that showed the same frame again, though the driver was there.
  public var repeated: Int { refreshes - reached }
  /// The updates committed in the latch intervals of these refreshes.
  public private(set) var updates = 0
  /// The updates superseded within their own commit.
  public private(set) var merged = 0
  /// The updates superseded by a later commit before the latch.
  public private(set) var replaced = 0
  /// The updates that a later one took the place of: merged or replaced.
  public var overwritten: Int { merged + replaced }
  /// The updates thrown away because the queue for the display was full.
  public private(set) var refused = 0
  /// How many more updates were on their way to the display at the end of the window than at its
  /// start.
  ///
  /// Under way is what was committed in time for an earlier refresh and not shown by it: it waits
  /// in the queue, or for the render server.
  public private(set) var queueGrowth = 0
  /// The refreshes that two or more updates reached.
  public private(set) var overwriting = 0

  /// The refreshes that are measured.
  private let window: Range<Int>
  /// How many of them belong to a pause of the driver and show nothing new.
  private let quiet: Int
  /// How many of them any update reached.
  private var reached = 0

  init(_ run: DriverRun) {
    let (window, updates, presentation) = (run.times.window, run.log.updates, run.presentation)
    (self.window, quiet, new) = (window, run.slots.quiet, run.newFrames)
    // The refresh that an update reached last, and how many did.
    var (latest, count) = (-1, 0)
    for update in updates {
      let timing = presentation.timing(of: update)
      let arrival = Int(timing.arrival)
      guard arrival < run.times.vsyncs.count else { continue }
      if window.contains(arrival) { self.updates += 1 }
      guard !presentation.isRefused(update) else {
        if window.contains(arrival) { refused += 1 }
        continue
      }
      let refresh = timing.refresh < 0 ? Int.max : Int(timing.refresh)
      if arrival < window.lowerBound, refresh >= window.lowerBound { queueGrowth -= 1 }
      if arrival < window.upperBound, refresh >= window.upperBound { queueGrowth += 1 }
      (latest, count) = (refresh, refresh == latest ? count + 1 : 1)
      guard window.contains(refresh) else { continue }
      if count == 1 { reached += 1 }
      if count == 2 { overwriting += 1 }
    }
    for index in presentation.unseen {
      let index = Int(index)
      guard window.contains(Int(presentation.timing(of: updates[index]).refresh)) else { continue }
      switch presentation.outcome(of: index, in: updates) {
      case .merged: merged += 1
      case .replaced: replaced += 1
      case .shown, .refused, .open: break
      }
    }
  }
}
