import LabKernel

/// When a frame goes before the other tasks, and how long it leaves to these.
struct FramePriority {
  private let rules: TaskRules.Frames
  /// The refresh of the display.
  var period = Duration.zero
  /// Whether the thread had nothing to do since the last frame.
  var wasIdle = true
  /// Whether frames go first until one has run.
  private(set) var isPromoted = false
  private var began = Instant.start
  private var ended = Instant.start
  /// Whether the frame under way takes time from others.
  private var takesTime = false
  private var suspendedUntil = Instant.start

  init(_ rules: TaskRules.Frames) { self.rules = rules }

  /// Whether a frame that may go first does so now.
  func mayBegin(at now: Instant, othersWait: Bool) -> Bool {
    rules.graceDivisor == nil || !othersWait || wasIdle || now >= suspendedUntil
  }

  mutating func begin(at now: Instant, othersWait: Bool) {
    takesTime = othersWait && !wasIdle
    began = now
  }

  mutating func end(at now: Instant, othersWait: Bool) {
    if let divisor = rules.graceDivisor {
      let grace = period / divisor
      let rest = ended.duration(to: began) - grace
      suspendedUntil =
        takesTime
        ? now.advanced(by: min(max(rest, grace), period * 4))
        : (othersWait ? now : began).advanced(by: grace)
    }
    ended = now
    wasIdle = false
    isPromoted = false
  }

  /// Decides at the end of a task that was no frame whether frames go first.
  mutating func taskEnded(at now: Instant) {
    guard let limit = rules.promotedAfter else { return }
    if ended.duration(to: now) >= limit { isPromoted = true }
  }
}
