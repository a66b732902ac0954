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
    var wrong = WrongRefreshes(times.window)
    if slots.isDeclared {
      var frames = shownFrames
      var (last, next) = (Int?.none, frames.next())
      for slot in 0..<slots.count where slots.isDropped(slot) {
        let refreshes = slots.refreshes(of: slot)
        while let frame = next, frame.refresh < refreshes.lowerBound {
          (last, next) = (frame.refresh, frames.next())
        }
        // The frame before may have come in the midst of its slot: it is wanted for a whole one.
        let end = last.map { $0 + refreshes.count } ?? refreshes.lowerBound
        for refresh in refreshes where refresh >= end { wrong.mark(refresh) }
      }
    }
    for step in steps.found where step.isUneven { wrong.mark(step.end) }
    for refresh in MotionSums(self)?.wrong ?? [] { wrong.mark(refresh) }
    for index in presentation.unseen {
      let home = presentation.home(of: log.updates[Int(index)])
      if home >= 0 { wrong.mark(lost: home, depth: times.depth) }
    }
    return wrong.marked.reduce(0) { $0 + times.duration(of: $1..<$1 + 1) }
  }

  /// How many callbacks did not come when they were wanted, of one that does not draw: dates that
  /// never came, passed without a callback, or were answered too late, each once.
  var unanswered: Int64? {
    guard !(draws && hasDisplay) else { return nil }
    return [Symptom.short, .missed, .late].reduce(0) { $0 + (symptoms[$1]?.wrong ?? 0) }
  }
}

/// The refreshes of a window that show a wrong picture.
private struct WrongRefreshes {
  private let window: Range<Int>
  private var isWrong: [Bool]

  init(_ window: Range<Int>) {
    self.window = window
    isWrong = Array(repeating: false, count: window.count)
  }

  mutating func mark(_ refresh: Int) {
    if window.contains(refresh) { isWrong[refresh - window.lowerBound] = true }
  }

  /// Marks the refresh in which another frame took the place of the one that was meant for it,
  /// unless one beside it is wrong.
  mutating func mark(lost refresh: Int, depth: Int) {
    let near = (refresh - depth - 2..<refresh + 2).clamped(to: window)
    guard !near.contains(where: { isWrong[$0 - window.lowerBound] }) else { return }
    mark(refresh)
  }

  var marked: [Int] { window.filter { isWrong[$0 - window.lowerBound] } }
}
