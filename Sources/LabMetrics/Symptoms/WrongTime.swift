import LabKernel

extension DriverRun {
  /// For how long the display showed another picture than the one that was wanted; `nil` of a
  /// driver that does not draw.
  ///
  /// Each refresh counts its length once, whether its slot was dropped and the frame before has
  /// stayed for longer than a slot, its frame stale, too far on or uneven, or another frame took
  /// the place of the one that was meant for it: two callbacks in a refresh whose frames are shown
  /// one after the other are no wrong picture. A drop and the double that it causes are one event.
  /// On a display of adaptive rate a frame counts as long as it is late.
  var wrongPicture: Int64? {
    guard draws, hasDisplay else { return nil }
    guard !times.isAdaptive else { return hitchParts.reduce(0) { $0 + $1.duration } }
    let window = times.window
    var isWrong = [Bool](repeating: false, count: window.count)
    func mark(_ refresh: Int) {
      if window.contains(refresh) { isWrong[refresh - window.lowerBound] = true }
    }
    if slots.isDeclared {
      var frames = shownFrames
      var (last, next) = (Int?.none, frames.next())
      for slot in slots.all where slot.isDropped {
        let refreshes = slot.refreshes
        while let frame = next, frame.refresh < refreshes.lowerBound {
          (last, next) = (frame.refresh, frames.next())
        }
        // The frame before may have come in the midst of its slot: it is wanted for a whole one.
        let end = last.map { $0 + refreshes.count } ?? refreshes.lowerBound
        for refresh in refreshes where refresh >= end { mark(refresh) }
      }
    }
    for step in steps.found where step.isUneven { mark(step.end) }
    for refresh in MotionSums(self)?.wrong ?? [] { mark(refresh) }
    for index in presentation.unseen {
      let home = presentation.home(of: log.updates[Int(index)])
      guard times.vsyncs.indices.contains(home) else { continue }
      // Another frame took the place of the one that was meant for it; one event, if a refresh
      // beside it is wrong.
      let near = (max(0, home - times.depth - 2)..<home + 2).clamped(to: window)
      if !near.contains(where: { isWrong[$0 - window.lowerBound] }) { mark(home) }
    }
    return window.reduce(0) {
      isWrong[$1 - window.lowerBound] ? $0 + times.duration(of: $1..<$1 + 1) : $0
    }
  }

  /// How many callbacks did not come when they were wanted, of one that does not draw: dates that
  /// never came, passed without a callback, or were answered too late, each once.
  var unanswered: Int64? {
    guard !(draws && hasDisplay) else { return nil }
    return [Symptom.short, .missed, .late].reduce(0) { $0 + (symptoms[$1]?.wrong ?? 0) }
  }
}
