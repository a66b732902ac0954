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
  /// What reached the refreshes of the window.
  private(set) var arrivals = RefreshCounts()
  /// The way of every commit to the display.
  private let schedule: PresentationSchedule

  /// Follows the updates of a driver.
  ///
  /// - Complexity: O(updates + vsyncs).
  init(_ updates: [Update], _ schedule: PresentationSchedule, _ times: borrowing RefreshTimes) {
    self.schedule = schedule
    shown = Array(repeating: -1, count: times.vsyncs.count)
    arrivals.window = times.window
    for (index, update) in updates.enumerated() {
      let timing = schedule.timings[Int(update.commit)]
      arrivals.add(timing, isRefused: schedule.isRefused(update.commit))
      guard timing.refresh >= 0 else {
        unseen.append(Int32(truncatingIfNeeded: index))
        continue
      }
      let overwritten = shown[Int(timing.refresh)]
      if overwritten >= 0 {
        unseen.append(overwritten)
        arrivals.overwrite(
          at: Int(timing.refresh),
          withinCommit: updates[Int(overwritten)].commit == update.commit)
      }
      shown[Int(timing.refresh)] = Int32(truncatingIfNeeded: index)
    }
  }

  /// The way of an update; that of one which was never committed leads nowhere.
  func timing(of update: Update) -> CommitTiming { schedule.timings[Int(update.commit)] }

  /// The refresh whose latch took an update; −1 if none did.
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
  public internal(set) var new = 0
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
  var window = 0..<0
  /// How many of them belong to a pause of the driver and show nothing new.
  var quiet = 0
  /// How many of them any update reached.
  private var reached = 0
  /// The refresh that an update reached last, and how many did.
  private var latest = -1
  private var latestUpdates = 0

  /// Adds the next update, in the order of refreshes.
  mutating func add(_ timing: CommitTiming, isRefused: Bool) {
    let arrival = Int(timing.arrival)
    guard arrival >= 0 else { return }
    if window.contains(arrival) { updates += 1 }
    guard !isRefused else {
      if window.contains(arrival) { refused += 1 }
      return
    }
    let refresh = timing.refresh < 0 ? Int.max : Int(timing.refresh)
    if arrival < window.lowerBound, refresh >= window.lowerBound { queueGrowth -= 1 }
    if arrival < window.upperBound, refresh >= window.upperBound { queueGrowth += 1 }
    latestUpdates = refresh == latest ? latestUpdates + 1 : 1
    latest = refresh
    guard window.contains(refresh) else { return }
    if latestUpdates == 1 { reached += 1 }
    if latestUpdates == 2 { overwriting += 1 }
  }

  /// An update that had reached a refresh is overwritten by the one that comes next.
  mutating func overwrite(at refresh: Int, withinCommit: Bool) {
    guard window.contains(refresh) else { return }
    if withinCommit { merged += 1 } else { replaced += 1 }
  }
}
