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

  /// The refreshes that a pause leaves without a frame: those whose latch interval begins in it,
  /// and those that latch before the first date after it.
  func refreshes(ofPause pause: Int, _ times: borrowing RefreshTimes) -> Range<Int> {
    let idle = times.refreshes(latchingIn: pauses[pause])
    guard firstDates[pause] > pauses[pause].end else { return idle }
    let first = times.firstRefresh(latchingAt: firstDates[pause])
    return idle.lowerBound..<max(idle.lowerBound, first)
  }

  /// Whether a driver can have shown its first frame after a pause, or of all for a number below 0.
  ///
  /// It can in a refresh that latches one interval after its first date. That of a link in the
  /// first stretch of the window is the first vsync, and what it changes at the second is latched
  /// behind it.
  func isFrameWanted(
    at refresh: Int, inFirst isFirst: Bool, afterPause pause: Int, _ times: borrowing RefreshTimes
  ) -> Bool {
    if source == .link, isFirst { return refresh > times.depth + firstDivider }
    return times.latch(refresh) >= firstWanted(afterPause: pause)
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
