import LabKernel

/// What a browser's main thread remembers to choose by.
final class TaskLine {
  let rules: TaskRules
  /// The port by which each timer stands in line, and the timer behind each such port, by their
  /// rows.
  var ports: [Int: Int] = [:]
  var timers: [Int: Int] = [:]
  /// How often timers fired whose interval is shorter than the least.
  var shortFirings: [Int: Int] = [:]
  var period = Duration.zero
  var timersInARow = 0
  /// Wakes the thread for a timer.
  var wakeUp: World.Device?

  /// Whether frames go first until one has run.
  private(set) var isPromoted = false
  /// The frame that waits until nothing else does.
  var suspendedFrame: Int?
  /// Whether the thread had nothing to do since the last frame.
  var wasIdle = true
  /// Since when a frame is on its way that has not begun.
  var expectsFrameSince: Instant?
  /// The inputs on their way to the line, in order.
  var travelling = FIFO<(port: SimulatedRunLoop.Port, due: Instant)>()
  /// Lets them arrive.
  var messenger: World.Device?
  /// Since when an input is on its way that has not begun.
  var expectsInputSince: Instant?
  /// Whether the page has changed since its last frame.
  var isChanged = false
  /// Whether what an input did is to be shown before any task that was posted.
  var awaitsFrame = false
  /// Until when posted tasks wait for that.
  var holdsUntil = Instant.start
  /// Whether frames are told in the trace, whatever they cost, because something is shown by them.
  var tellsFrames = false
  /// Is told that a task has ended which was no frame.
  var taskEnded: (() -> Void)?
  private var frameBegan = Instant.start
  private var frameEnded = Instant.start
  /// Whether the frame under way takes time from others.
  private var takesTime = false
  private var suspendedUntil = Instant.start

  /// What a trace calls the browser's own work.
  static let work = "browser work"

  init(_ rules: TaskRules) { self.rules = rules }

  /// Drops what is kept of an item that is invalid, the port of a timer with it.
  func forget(_ item: ItemPlace, _ set: PortSet) {
    if item.kind == .port, suspendedFrame == item.id { suspendedFrame = nil }
    guard item.kind == .timer else { return }
    shortFirings[item.id] = nil
    guard let port = ports.removeValue(forKey: item.id) else { return }
    timers[port] = nil
    for mode in set.item(port).modes { set.leave(port, from: mode) }
    _ = set.invalidate(port)
    set.release(port)
  }

  /// Whether a frame that may go first does so now.
  func mayBeginFrame(at now: Instant, othersWait: Bool) -> Bool {
    rules.frames.graceDivisor == nil || !othersWait || wasIdle || now >= suspendedUntil
  }

  func beginFrame(at now: Instant, othersWait: Bool) {
    takesTime = othersWait && !wasIdle
    frameBegan = now
  }

  func endFrame(at now: Instant, othersWait: Bool) {
    if let divisor = rules.frames.graceDivisor {
      let grace = period / divisor
      let rest = frameEnded.duration(to: frameBegan) - grace
      suspendedUntil =
        takesTime
        ? now.advanced(by: min(max(rest, grace), period * 4))
        : (othersWait ? now : frameBegan).advanced(by: grace)
    }
    frameEnded = now
    wasIdle = false
    isPromoted = false
    awaitsFrame = false
  }

  /// Whether posted tasks wait for the frame that shows an input.
  func holdsTasks(at now: Instant) -> Bool { awaitsFrame && now < holdsUntil }

  /// Decides at the end of a task that was no frame whether frames go first.
  func endTask(at now: Instant) {
    guard let limit = rules.frames.promotedAfter else { return }
    if frameEnded.duration(to: now) >= limit { isPromoted = true }
  }
}
