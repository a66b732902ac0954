/// Says why slots were dropped, in ascending order of the slots.
///
/// - Complexity: O(slots + firings + updates + runs of due instants) for all of them together.
struct DropCauseFinder {
  // What is needed of the log and of the way to the glass; each would be copied as a whole.
  private let firings: [Firing]
  private let details: [Firing.Detail]
  private let updates: [Update]
  private let runs: [DueSeries]
  private let starvedSpans: [TimeSpan]
  private let hasEnded: Bool
  private let flow: PresentationSchedule
  private var firing = 0
  private var update = 0
  /// The first update that no refresh so far has shown or replaced, nor the queue refused.
  private var unseen = 0
  private var run = 0
  private var span = 0

  init(_ log: DriverLog, _ presentation: Presentation) {
    firings = log.firings
    details = log.details
    updates = log.updates
    runs = log.runs
    starvedSpans = log.starvedSpans
    hasEnded = log.hasEnded
    flow = presentation.flow
  }

  mutating func cause(of refreshes: Range<Int>, _ times: RefreshTimes) -> DropCause {
    // What is due at the very instant of a latch is meant for the next one, as a link's callback is.
    let interval = TimeSpan(
      begin: refreshes.lowerBound == 0 ? .min : times.latch(refreshes.lowerBound - 1),
      end: times.latch(refreshes.upperBound - 1))
    advance(to: interval)
    let outcomes = outcomes(in: interval)
    let late = firing < firings.count ? firings[firing] : nil
    let lateFiring = late.flatMap { $0.due < interval.end ? $0 : nil }
    if outcomes.contains(.starved) || lateFiring.map({ starves($0, interval) }) == true {
      return .starved
    }
    if outcomes.contains(.suppressed) || lateFiring.map({ overruns($0, interval) }) == true {
      return .overrun
    }
    if let lateFiring {
      let wasAsleep = lateFiring.detail >= 0 && details[Int(lateFiring.detail)].wasAsleep
      return wasAsleep ? .wake : .blocked
    }
    if outcomes.contains(.blocked) || outcomes.contains(.open) { return .blocked }
    if update < updates.count, updates[update].ended <= interval.end { return .lateCommit }
    if let late = delayed(beyond: refreshes.upperBound - 1) { return late }
    return outcomes.contains(.cancelled) || isIdle(interval) ? .idle : .phase
  }

  private mutating func advance(to interval: TimeSpan) {
    while firing < firings.count, firings[firing].ended <= interval.end { firing += 1 }
    while update < updates.count,
      flow.passages[Int(updates[update].commit)].committed <= interval.end
    { update += 1 }
    while run < runs.count, runs[run].last < interval.begin { run += 1 }
    while span < starvedSpans.count, starvedSpans[span].end <= interval.begin { span += 1 }
  }

  private func outcomes(in interval: TimeSpan) -> DueOutcomes {
    var outcomes = DueOutcomes()
    var next = run
    while next < runs.count, runs[next].first < interval.end {
      if runs[next].count(in: interval) > 0 { outcomes.insert(runs[next].outcome) }
      next += 1
    }
    return outcomes
  }

  /// Why a picture that was committed in time for a refresh is shown after it, if one is.
  private mutating func delayed(beyond refresh: Int) -> DropCause? {
    while unseen < update {
      let commit = updates[unseen].commit
      let shown = Int(flow.passages[Int(commit)].refresh)
      guard flow.isRefused(commit) || 0...refresh ~= shown else {
        return Int(flow.latched(commit)) > refresh ? .queue : .render
      }
      unseen += 1
    }
    return nil
  }

  private func starves(_ firing: Firing, _ interval: TimeSpan) -> Bool {
    let waited = TimeSpan(
      begin: max(firing.due, interval.begin), end: min(firing.began, interval.end))
    var next = span
    while next < starvedSpans.count, starvedSpans[next].begin < interval.end {
      if starvedSpans[next].overlap(with: waited) > 0 { return true }
      next += 1
    }
    return false
  }

  private func overruns(_ firing: Firing, _ interval: TimeSpan) -> Bool {
    guard firing.ended != .max else { return firing.began < interval.end }
    return firing.due + (firing.ended - firing.began) > interval.end
  }

  /// Whether the driver had nothing to show, although nothing hindered it.
  private func isIdle(_ interval: TimeSpan) -> Bool {
    let hasBegun = firing > 0 || run > 0 || runs.first.map { $0.first < interval.end } == true
    let hasEnded = hasEnded && firing == firings.count && run == runs.count
    let wasAnswered = firing > 0 && firings[firing - 1].due >= interval.begin
    let changedNothing =
      wasAnswered && (update == 0 || Int(updates[update - 1].firing) != firing - 1)
    return !hasBegun || hasEnded || changedNothing
  }
}
