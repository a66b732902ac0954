package import LabKernel
package import LabMetrics

extension DrawnDriver {
  /// The refreshes that have an end and of which some part lies in a stretch of the run.
  func refreshes(in stretch: Range<Instant>) -> ArraySlice<RefreshRow> {
    let numbers = measurement.refreshes(
      from: stretch.lowerBound, for: stretch.lowerBound.duration(to: stretch.upperBound))
    return refreshes[numbers.clamped(to: 0..<measurement.refreshCount)]
  }

  /// When a refresh that has an end ends.
  func end(of refresh: RefreshRow) -> Instant { refreshes[refresh.index + 1].vsync }

  /// The callbacks that are due, wait or run in a stretch.
  func firings(in stretch: Range<Instant>) -> [FiringRow] {
    firings.filter { row in
      min(row.due, row.began) < stretch.upperBound
        && (row.ended ?? .distantFuture) >= stretch.lowerBound
    }
  }

  /// What else holds the thread in a stretch.
  func tasks(in stretch: Range<Instant>) -> [Task] {
    tasks.filter { $0.begin < stretch.upperBound && $0.end > stretch.lowerBound }
  }

  /// The time of a motion that a new frame shows, on the clock of the screen: its vsync, less what
  /// its animation time lags behind more than is usual in the run.
  package func contentTime(of row: RefreshRow) -> Instant {
    row.vsync.advanced(by: .nanoseconds(usualLag - (row.lag ?? usualLag)))
  }

  /// The refreshes that were dropped, in the sense of the metric `dropped`, and of how many.
  ///
  /// Where slots are not declared they are the measured refreshes with a cause.
  package var dropped: (count: Int, of: Int) {
    if let slots = measurement[driver: name]?.frames?.slots { return (slots.dropped, slots.slots) }
    let measured = refreshes.filter { $0.isMeasured }
    return (measured.count { $0.kind == .dropped }, measured.count)
  }

  /// How many refreshes of a stretch are dropped.
  package func dropped(in stretch: Range<Instant>) -> Int {
    refreshes(in: stretch).count { $0.kind == .dropped }
  }

  /// When a hitch begins, and how long its frame stays.
  package func span(of hitch: Hitch) -> Range<Instant> {
    refreshes[hitch.first].vsync..<refreshes[hitch.next].vsync
  }

  /// The hitches from the longest to the shortest, of equals the first.
  package var worstHitches: [Hitch] {
    hitches.enumerated().map { (length: length(of: $1), offset: $0, hitch: $1) }
      .sorted { ($1.length, $0.offset) < ($0.length, $1.offset) }.map { $0.hitch }
  }

  private func length(of hitch: Hitch) -> Duration {
    let span = span(of: hitch)
    return span.lowerBound.duration(to: span.upperBound)
  }
}

extension RefreshRow {
  /// What the refresh counts as, in pictures and in the files of a result alike.
  package var kind: MarkKind { isNew ? .new : cause == nil ? .rest : .dropped }

  /// How long before it is shown the content of a new frame was right, in nanoseconds.
  var lag: Int64? {
    animationTime.map { photon.nanoseconds - $0.nanoseconds }
  }
}

extension [DrawnDriver] {
  /// In how many refreshes of a stretch each stands still and jumps, in words.
  func findings(in stretch: Range<Instant>) -> String {
    map { driver in
      let shown = driver.refreshes(in: stretch)
      let dropped = shown.count { $0.kind == .dropped }
      let jumps = shown.count { $0.overwritten > 0 }
      return "\(driver.label): \(dropped) of \(shown.count) refreshes dropped, \(jumps) with a jump"
    }.joined(separator: "; ")
  }
}
