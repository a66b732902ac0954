/// Says why slots were dropped, in ascending order of the slots.
///
/// - Complexity: O(slots + firings + updates + runs of due instants) for all of them together.
struct DropCauseFinder {
  private let log: DriverLog
  private let presentation: Presentation
  private let times: RefreshTimes
  private var firing = 0
  private var update = 0
  /// The first update that no refresh so far has shown or replaced, nor the queue refused.
  private var unseen = 0
  private var run = 0
  private var span = 0

  init(_ log: DriverLog, _ presentation: Presentation, _ times: RefreshTimes) {
    self.log = log
    self.presentation = presentation
    self.times = times
  }

  mutating func cause(of refreshes: Range<Int>) -> DropCause {
    // What is due at the very instant of a latch is meant for the next one, as a link's callback is.
    let interval = Span(
      begin: refreshes.lowerBound == 0 ? .min : times.latch(refreshes.lowerBound - 1),
      end: times.latch(refreshes.upperBound - 1))
    advance(to: interval)
    let outcomes = outcomes(in: interval)
    let late = firing < log.firings.count ? log.firings[firing] : nil
    let lateFiring = late.flatMap { $0.due < interval.end ? $0 : nil }
    if outcomes.contains(.starved) || lateFiring.map({ starves($0, interval) }) == true {
      return .starved
    }
    if outcomes.contains(.suppressed) || lateFiring.map({ overruns($0, interval) }) == true {
      return .overrun
    }
    if let lateFiring { return log.detail(of: lateFiring).wasAsleep ? .wake : .blocked }
    if outcomes.contains(.blocked) || outcomes.contains(.open) { return .blocked }
    if update < log.updates.count, log.updates[update].ended <= interval.end { return .lateCommit }
    if let late = delayed(beyond: refreshes.upperBound - 1) { return late }
    return outcomes.contains(.cancelled) || isIdle(interval) ? .idle : .phase
  }

  private mutating func advance(to interval: Span) {
    while firing < log.firings.count, log.firings[firing].ended <= interval.end { firing += 1 }
    while update < log.updates.count,
      presentation.passage(of: log.updates[update]).committed <= interval.end
    { update += 1 }
    while run < log.runs.count, log.runs[run].last < interval.begin { run += 1 }
    while span < log.starvedSpans.count, log.starvedSpans[span].end <= interval.begin { span += 1 }
  }

  private func outcomes(in interval: Span) -> DueOutcomes {
    var outcomes = DueOutcomes()
    var next = run
    while next < log.runs.count, log.runs[next].first < interval.end {
      if log.runs[next].count(in: interval) > 0 { outcomes.insert(log.runs[next].outcome) }
      next += 1
    }
    return outcomes
  }

  /// Why a picture that was committed in time for a refresh is shown after it, if one is.
  private mutating func delayed(beyond refresh: Int) -> DropCause? {
    while unseen < update {
      let passage = presentation.passage(of: log.updates[unseen])
      guard passage.isRefused || 0...refresh ~= Int(passage.refresh) else {
        return passage.latched > refresh ? .queue : .render
      }
      unseen += 1
    }
    return nil
  }

  private func starves(_ firing: Firing, _ interval: Span) -> Bool {
    let waited = Span(
      begin: max(firing.due, interval.begin), end: min(firing.began, interval.end))
    var next = span
    while next < log.starvedSpans.count, log.starvedSpans[next].begin < interval.end {
      if log.starvedSpans[next].overlap(with: waited) > 0 { return true }
      next += 1
    }
    return false
  }

  private func overruns(_ firing: Firing, _ interval: Span) -> Bool {
    guard firing.ended != .max else { return firing.began < interval.end }
    return firing.due + (firing.ended - firing.began) > interval.end
  }

  /// Whether the driver had nothing to show, although nothing hindered it.
  private func isIdle(_ interval: Span) -> Bool {
    let hasBegun = firing > 0 || run > 0 || log.runs.first.map { $0.first < interval.end } == true
    let hasEnded = log.hasEnded && firing == log.firings.count && run == log.runs.count
    let wasAnswered = firing > 0 && log.firings[firing - 1].due >= interval.begin
    let changedNothing =
      wasAnswered && (update == 0 || Int(log.updates[update - 1].firing) != firing - 1)
    return !hasBegun || hasEnded || changedNothing
  }
}
