/// Which vsyncs a display link with a divider answers.
///
/// After a callback in refresh j the link is due at refresh j + n. A vsync that is lost is tried
/// again at the next, so a late callback shifts the phase: with n = 2 and refresh 2 lost, the
/// callbacks come at refreshes 0, 3 and 5. A link that keeps its phase is due at 0, 2, 4 … whatever
/// happens.
///
/// - Source: A device's sequence 0, 3, 5 with frameInterval 2 after an overrun
///   (wlog.flatlib.jp, "iOS CADisplayLink", 2012).
struct LinkCadence {
  let keepsPhase: Bool

  private(set) var divider: Int

  /// The next vsync at which the link is due; `nil` for whichever comes first.
  private var next: Int?

  init(divider: Int, keepsPhase: Bool) {
    self.divider = divider
    self.keepsPhase = keepsPhase
  }

  func isDue(at index: Int) -> Bool {
    next.map { index >= $0 } ?? true
  }

  /// Notes that a vsync at which the link was due has rung it, or was folded into an earlier ring.
  mutating func rang(at index: Int) {
    next = index + divider
  }

  /// Notes that a vsync at which the link was due is lost.
  mutating func lost(_ index: Int) {
    next = index + (keepsPhase ? divider : 1)
  }

  /// Notes that a callback begins during a refresh, with the divider that holds from now on.
  mutating func served(during refresh: Int, divider: Int) {
    guard !keepsPhase || divider != self.divider else { return }
    self.divider = divider
    next = refresh + divider
  }

  /// Keeps the time of the next callback, as nearly as the new refreshes allow, when the display
  /// changes its rate at a vsync.
  mutating func paced(_ divider: Int, at index: Int) {
    if let due = next, due > index {
      next = index + ((due - index) * divider + self.divider - 1) / self.divider
    }
    self.divider = divider
  }

  /// Lets the link be due at whichever vsync comes next.
  mutating func restart() {
    next = nil
  }
}
