import LabKernel
import LabMetrics

extension Expectation {
  /// No two of its callbacks begin within one refresh of the display.
  public func neverFiresTwiceInARefresh() {
    guard let (_, frames) = frames(), frames.firings.doubleFires > 0 else { return }
    let rows = measurement.blameRows(of: name).filter { $0.problem == .doubleFire }
    let refresh = rows.first?.number ?? 0
    let vsyncs = measurement.refreshRows(of: name).map(\.vsync)
    let end = refresh + 1 < vsyncs.count ? vsyncs[refresh + 1] : .distantFuture
    let double = firings.filter { vsyncs[refresh] <= $0.began && $0.began < end }
    fail(
      "‘\(name)’ fires twice in "
        + counted(frames.firings.doubleFires, "refresh", "refreshes"),
      ["first: in refresh \(refresh), which begins at \(vsyncs[refresh])"]
        + double.map { "a callback due at \($0.due) begins at \($0.began)" }
        + blame(.doubleFire, number: refresh),
      at: vsyncs[refresh], script: "double_fires == 0")
  }

  /// A callback begins in every refresh of the display.
  public func firesInEveryRefresh() {
    guard let (_, frames) = frames(), frames.firings.empty > 0 else { return }
    let vsyncs = measurement.refreshRows(of: name).map(\.vsync)
    let began = firings.map(\.began)
    let empty = zip(vsyncs, vsyncs.dropFirst()).first { refresh in
      !began.contains { refresh.0 <= $0 && $0 < refresh.1 }
    }
    fail(
      "‘\(name)’ does not fire in " + counted(frames.firings.empty, "refresh", "refreshes"),
      empty.map { refresh in
        ["first: in the refresh from \(refresh.0) to \(refresh.1)"]
          + blame(from: refresh.0, to: refresh.1)
      } ?? [], at: empty?.0, script: "empty_refreshes == 0")
  }

  /// At most so many of the pictures that were due do not come in time.
  public func drops(atMost count: Int) {
    guard let (_, frames) = frames() else { return }
    guard let slots = frames.slots else { return failForUndeclaredTarget() }
    guard slots.dropped > count else { return }
    failForDrops(
      "‘\(name)’ drops \(slots.dropped) of \(slots.slots) pictures; "
        + "\(count) are allowed",
      script: "dropped <= \(count)")
  }

  /// Every picture that is due comes in time.
  public func dropsNothing() { drops(atMost: 0) }

  /// The motion sticks for less than so many milliseconds per second.
  ///
  /// - Source: Apple calls 10 ms/s good and 25 ms/s a warning.
  public func hitchRatio(isBelow limit: Double) {
    guard let (_, frames) = frames() else { return }
    guard let hitches = frames.hitches else { return failForUndeclaredTarget() }
    guard let ratio = hitches.ratio else {
      return fail("‘\(name)’ was paused all the time, so its hitches cannot be judged")
    }
    guard ratio >= limit else { return }
    let (value, bound) = (MetricValue.number(ratio), MetricValue.number(limit))
    failForDrops(
      "the motion of ‘\(name)’ sticks for \(value) ms per second, not below \(bound)",
      script: "hitch_ratio < \(bound) ms per s")
  }

  /// The motion never sticks for longer than a limit.
  public func neverHitches(longerThan limit: Duration) {
    guard let (_, frames) = frames() else { return }
    guard let hitches = frames.hitches else { return failForUndeclaredTarget() }
    guard let longest = hitches.longest, longest > limit else { return }
    failForDrops(
      "the motion of ‘\(name)’ sticks for \(longest.milliseconds) ms; \(limit.milliseconds) ms are "
        + "allowed", script: "hitch_max <= \(limit.scriptText)")
  }

  /// From one new picture to the next the motion of the content is that of the display, but for less
  /// than a limit.
  public func animationError(isBelow limit: Duration) {
    guard let (_, frames) = frames() else { return }
    guard let worst = frames.animationError.magnitude?.max else {
      return fail("the display showed fewer than two pictures of ‘\(name)’ in a row")
    }
    guard worst >= limit else { return }
    let rows = measurement.refreshRows(of: name)
    let row = rows.first { row in
      row.isMeasured && row.animationError.map { max($0, .zero - $0) >= limit } ?? false
    }
    fail(
      "the animation error of ‘\(name)’ reaches \(worst.milliseconds) ms, not below "
        + "\(limit.milliseconds) ms",
      row.map { row in
        let error = row.animationError?.milliseconds ?? ""
        return ["first: refresh \(row.index) at \(row.vsync) is off by \(error) ms"]
      } ?? [], at: row?.vsync, script: "animation_error_max < \(limit.scriptText)")
  }

  /// The display shows every picture that it draws.
  public func neverOverwritesAnUpdate() {
    guard let (_, frames) = frames(), frames.refreshes.overwritten > 0 else { return }
    let row = measurement.refreshRows(of: name).first { $0.isMeasured && $0.overwritten > 0 }
    fail(
      "\(frames.refreshes.overwritten) of \(frames.refreshes.updates) pictures of ‘\(name)’ are "
        + "never seen",
      row.map { ["first: \($0.updates) came for refresh \($0.index), which can show one"] } ?? [],
      at: row?.latch, script: "overwritten == 0")
  }

  private func failForUndeclaredTarget() {
    fail(
      "nobody says how often a picture of ‘\(name)’ is due on this display, so none can be dropped; "
        + "give it a ‘target’")
  }

  private func failForDrops(_ headline: String, script: String) {
    let row = measurement.refreshRows(of: name).first { $0.isMeasured && $0.cause != nil }
    fail(
      headline,
      row.map { row in
        ["first: refresh \(row.index) at \(row.vsync), because: \(row.cause?.rawValue ?? "")"]
          + blame(.droppedSlot, number: row.index)
      } ?? [], at: row?.latch, script: script)
  }
}
