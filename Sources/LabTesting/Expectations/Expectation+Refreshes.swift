import LabKernel
import LabMetrics
import LabText

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension Expectation {
  /// No two of its callbacks begin within one refresh of the display.
  public func neverFiresTwiceInARefresh() {
    guard let frames = frames(), frames.firings.doubleFires > 0 else { return }
    let rows = rows(of: .doubleFire)
    let refresh = worst(of: rows) ?? 0
    let vsyncs = measurement.refreshRows(of: name).map(\.vsync)
    let end = refresh + 1 < vsyncs.count ? vsyncs[refresh + 1] : .distantFuture
    let double = firings.filter { vsyncs[refresh] <= $0.began && $0.began < end }
    fail(
      "‘\(name)’ fires twice in "
        + counted(frames.firings.doubleFires, "refresh", "refreshes"),
      ["worst: in refresh \(refresh), which begins at \(vsyncs[refresh])"]
        + double.map { "a callback due at \($0.due) begins at \($0.began)" }
        + blame(rows, number: refresh),
      at: vsyncs[refresh], script: "double_fires == 0", blames: rows.map(\.blame))
  }

  /// A callback begins in every refresh of the display.
  public func firesInEveryRefresh() {
    guard let frames = frames() else { return }
    guard frames.firings.refreshes > 0 else {
      return fail("‘\(name)’ was due in no whole refresh, so none can be without a callback")
    }
    guard frames.firings.empty > 0 else { return }
    let vsyncs = measurement.refreshRows(of: name).map(\.vsync)
    let began = firings.map(\.began)
    var gaps: [Range<Instant>] = []
    for (begin, end) in zip(vsyncs, vsyncs.dropFirst())
    where !began.contains(where: { begin <= $0 && $0 < end }) {
      gaps.join(begin..<end)
    }
    fail(
      "‘\(name)’ does not fire in " + counted(frames.firings.empty, "refresh", "refreshes"),
      in: gaps, script: "empty_refreshes == 0")
  }

  /// At most a number of the frames that were due are not in time.
  public func drops(atMost count: Int) {
    guard let slots = atTarget(\.slots), slots.dropped > count else { return }
    failForDrops(
      "‘\(name)’ drops \(slots.dropped) of \(slots.slots) frames; \(allowed(count))",
      script: "dropped <= \(count)")
  }

  /// Every frame that is due is in time.
  public func dropsNothing() { drops(atMost: 0) }

  /// The motion sticks at most a number of times.
  public func hitches(atMost count: Int) {
    guard let hitches = atTarget(\.hitches)?.count, hitches > count else { return }
    failForDrops(
      "the motion of ‘\(name)’ sticks \(counted(hitches, "time")); \(allowed(count))",
      script: "hitches <= \(count)")
  }

  /// The motion stands still for less than a number of milliseconds per second.
  ///
  /// - Source: Apple calls 10 ms/s good and 25 ms/s a warning.
  public func hitchRatio(isBelow limit: Double) {
    guard let hitches = atTarget(\.hitches) else { return }
    guard let ratio = hitches.ratio else {
      return fail("‘\(name)’ was paused all the time, so its hitch ratio is undefined")
    }
    guard ratio >= limit else { return }
    let (value, bound) = (MetricValue.number(ratio), MetricValue.number(limit))
    failForDrops(
      "the motion of ‘\(name)’ sticks for \(value) ms per second, not below \(bound)",
      script: "hitch_ratio < \(bound) ms per s")
  }

  /// The motion never sticks for longer than a limit.
  public func neverHitches(longerThan limit: Duration) {
    guard let longest = atTarget(\.hitches)?.longest, longest > limit else { return }
    failForDrops(
      "the motion of ‘\(name)’ sticks for \(longest.milliseconds) ms; \(limit.milliseconds) ms are "
        + "allowed", script: "hitch_max <= \(limit.scriptText)")
  }

  /// From one new frame to the next the motion of the content is that of the display, but for
  /// less than a limit.
  ///
  /// The driver says for which time each frame was drawn by its ``Ticker/animationTime``.
  public func animationError(isBelow limit: Duration) {
    guard let frames = frames() else { return }
    guard lab.knowsAnimationTime(of: name) else {
      return fail(
        "‘\(name)’ does not say for which time its frames are drawn, so their error is unknown:"
          + " set its ‘animationTime’ to a closure that returns it")
    }
    guard let worst = frames.animationError?.max else {
      return fail("the display showed fewer than two frames of ‘\(name)’ in a row")
    }
    guard worst >= limit else { return }
    let rows = measurement.refreshRows(of: name)
    let row = rows.first { row in
      row.isMeasured && row.animationError.map { max($0, .zero - $0) == worst } ?? false
    }
    fail(
      "the animation error of ‘\(name)’ reaches \(worst.milliseconds) ms, not below "
        + "\(limit.milliseconds) ms",
      row.map { row in
        let error = row.animationError?.milliseconds ?? ""
        return ["worst: refresh \(row.index) at \(row.vsync) is off by \(error) ms"]
      } ?? [], at: row?.vsync, script: "animation_error_max < \(limit.scriptText)")
  }

  /// The display shows every frame that it draws.
  public func neverOverwritesAnUpdate() {
    guard let frames = frames() else { return }
    guard frames.refreshes.updates > 0 else {
      return fail("no frame of ‘\(name)’ came for the refreshes that count, so none can be lost")
    }
    guard frames.refreshes.overwritten > 0 else { return }
    let rows = measurement.refreshRows(of: name).filter { $0.isMeasured && $0.overwritten > 0 }
    let row = rows.max { ($0.overwritten, $1.index) < ($1.overwritten, $0.index) }
    fail(
      "\(frames.refreshes.overwritten) of \(frames.refreshes.updates) frames of ‘\(name)’ are "
        + "never seen",
      row.map { ["worst: \($0.updates) came for refresh \($0.index), which can show one"] } ?? [],
      at: row?.latch, script: "overwritten == 0",
      blames: self.rows(of: .overwrittenUpdate).map(\.blame))
  }

  /// What is known of the frames of a driver with a target cadence; `nil`, after a failure was
  /// reported, without one.
  private func atTarget<Part>(_ part: KeyPath<FrameMetrics, Part?>) -> Part? {
    guard let frames = frames() else { return nil }
    if frames[keyPath: part] == nil {
      fail(
        "‘\(name)’ has no target cadence on this display, so no frame of it can be dropped; "
          + "give it a ‘target’")
    } else if frames.slots?.slots == 0 {
      fail("no frame of ‘\(name)’ was due in the refreshes that count, so none can be dropped")
      return nil
    }
    return frames[keyPath: part]
  }

  /// Reports dropped frames; the worst moment is the longest run of refreshes that show nothing
  /// new.
  private func failForDrops(_ headline: String, script: String) {
    let dropped = measurement.refreshRows(of: name).filter { $0.isMeasured && $0.cause != nil }
    var runs: [Range<Int>] = []
    for row in dropped { runs.join(row.index..<row.index + 1) }
    let measured = Set(dropped.map(\.index))
    let rows = rows(of: .droppedSlot) { measured.contains($0) }
    guard let worst = runs.longest, let row = dropped.first(where: { $0.index == worst.lowerBound })
    else { return fail(headline, script: script) }
    let inWorst = rows.filter { worst.contains($0.number) }.map(\.blame)
    fail(
      headline,
      [
        "worst: \(counted(worst.count, "refresh", "refreshes")) from refresh \(row.index) at "
          + "\(row.vsync), because: \(row.cause?.rawValue ?? "")"
      ] + totals(inWorst).lines,
      at: row.latch, script: script, blames: rows.map(\.blame))
  }
}

/// How many are allowed, as the end of a sentence.
private func allowed(_ count: Int) -> String {
  switch count {
  case 0: "none is allowed"
  case 1: "at most 1 is allowed"
  default: "at most \(count) are allowed"
  }
}
