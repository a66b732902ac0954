import LabTrace

/// When the driver is not there, or rests.
extension DriverLog {
  mutating func paused(at now: Int64, mode: UInt8) {
    guard pauses.last?.end != .max else { return }
    beginPause(at: now)
    epoch += 1
    if isLink { cancelPendingLink() } else { timerPaused(at: now) }
    modeChanged(to: mode, at: now)
  }

  mutating func beginPause(at now: Int64) {
    pauses.append(TimeSpan(begin: now, end: .max))
    firstDates.append(.min)
  }

  /// The first date of a timer after the last pause, if that has just ended.
  mutating func setFirstDate(_ date: Int64, at now: Int64) {
    if let last = pauses.last, last.end == now { firstDates[pauses.count - 1] = date }
  }

  /// The first vsync of a link after the last pause, if it is.
  mutating func setFirstVsync(_ vsync: Int64) {
    guard let last = pauses.indices.last, pauses[last].end < .max, firstDates[last] == .min else {
      return
    }
    firstDates[last] = vsync
  }

  /// The refreshes that a pause leaves without a frame: those whose latch interval begins in it,
  /// and those that latch before the first date after it.
  func refreshes(ofPause pause: Int, _ times: borrowing RefreshTimes) -> Range<Int> {
    let idle = times.refreshes(latchingIn: pauses[pause])
    guard !isLink, firstDates[pause] > pauses[pause].end else { return idle }
    let first = times.firstRefresh(latchingAt: firstDates[pause])
    return idle.lowerBound..<max(idle.lowerBound, first)
  }

  /// Whether a driver can have shown its first frame after a pause, or of all for a number below 0.
  ///
  /// A timer can in a refresh that latches one interval after its first date, a link in one that
  /// latches after its first vsync. In the first stretch of the window that is the first of the
  /// run, and what the link changes at the second is latched behind it.
  func isFrameWanted(
    at refresh: Int, inFirst isFirst: Bool, afterPause pause: Int, _ times: borrowing RefreshTimes
  ) -> Bool {
    guard source == .link else {
      return times.latch(refresh) >= firstWanted(afterPause: pause)
    }
    if isFirst, refresh <= times.depth + firstDivider { return false }
    return pause < 0 || (firstDates[pause] > .min && times.latch(refresh) > firstDates[pause])
  }

  /// By when a timer can have shown its first frame: `Int64.max` as long as it has no date;
  /// `Int64.min` for other drivers, and where the date is not known.
  private func firstWanted(afterPause pause: Int) -> Int64 {
    guard source == .timer, interval > 0 else { return .min }
    let date =
      pause < 0
      ? [firstDue, timer.armed, runs.first?.first].compactMap { $0 }.min() : firstDates[pause]
    guard let date else { return .max }
    return date > .min ? date.addingSaturating(interval) : .min
  }

  mutating func resumed(at now: Int64, mode: UInt8) {
    guard pauses.last?.end == .max else { return }
    pauses[pauses.count - 1].end = now
    modeChanged(to: mode, at: now)
  }

  /// Whether an instant lies in a pause, its beginning included.
  func isPaused(at instant: Int64) -> Bool {
    let next = pauses.partitionIndex { $0.end > instant }
    return next < pauses.count && pauses[next].begin <= instant
  }
}
