package import LabDisplay
import LabKernel
import LabLoop
import LabTrace

/// The frames of a browser's page, in which all its display links call back.
///
/// A vsync asks for a frame if a link runs or if something is to be shown. The frame reaches the
/// task queue later, and what becomes of vsyncs meanwhile is the browser's business.
package final class PageFrames: LinkScheduler {
  private typealias Vsync = (index: Int, at: Instant)

  private let thread: BrowserThread
  /// Kept as long as the thread is used, which the loop owns.
  private let loop: SimulatedRunLoop
  private let lifeline = Lifeline<PageFrames>()
  /// Whether something is to be shown, whatever the links do.
  private let isDirty: () -> Bool
  /// The links in the order in which they were added.
  private var links: [PageLink] = []
  @safe @exclusivity(unchecked) private var state = State()

  private var rules: TaskRules { thread.rules }

  private struct State: ~Copyable {
    var device: World.Device?
    /// The vsyncs whose frames are on their way to the queue.
    var posted = FIFO<Vsync>()
    /// Whether a frame is on its way, in the queue or under way.
    var isOut = false
    /// Whether a vsync waits for the end of that frame.
    var remembers = false
    /// The vsync of the frame that has reached the queue, or will, and has not begun.
    var waiting: Vsync?
    /// The vsync that came last, and the one that got a frame last; −1 for none.
    var newest: Vsync = (-1, .start)
    var framed = -1
  }

  /// Creates the frames of a page, for a display that is yet without links.
  ///
  /// - Parameters:
  ///   - thread: The thread that performs them.
  ///   - period: The refresh of the display.
  ///   - isDirty: Whether something is to be shown, though no link runs.
  package init(of thread: BrowserThread, period: Duration, isDirty: @escaping () -> Bool) {
    self.thread = thread
    loop = thread.loop
    self.isDirty = isDirty
    lifeline.tie(to: self)
    thread.addFramePort(period: period) { [lifeline] _, _ in lifeline.object?.perform() }
    state.device = loop.world.makeDevice("frame") { [lifeline] _ in lifeline.object?.arrive() }
    guard rules.frames.comesAtOnce else { return }
    thread.whenTaskEnds = { [lifeline] in lifeline.object?.taskEnded() }
  }

  deinit {
    lifeline.cut()
    thread.removeFramePort()
    if let device = state.device { loop.world.remove(device) }
  }

  // MARK: Links

  /// Learns of a link that calls back from now on, in the middle of a refresh.
  ///
  /// The next frame that begins calls it, as `requestAnimationFrame` does: one that is on its way,
  /// else one that it asks for itself, as a change of the page does. The time of that frame is its
  /// vsync, which may be earlier than the link.
  package func began(_ link: DisplayLink) {
    let now = loop.world.now
    let known = self[link]
    let begun = known ?? PageLink(link)
    if known == nil { links.append(begun) }
    begun.runsSince = now
    if let vsync = state.waiting {
      begun.tell(vsync, isForNext: false)
    } else if state.remembers {
      begun.tell(state.newest, isForNext: true)
    } else {
      ask(after: rules.costs.change)
    }
  }

  package func paused(_ link: DisplayLink) { self[link]?.forgetVsyncs() }

  package func removed(_ link: DisplayLink) {
    self[link]?.forgetVsyncs()
    links.removeAll { $0.link === link }
  }

  private subscript(link: DisplayLink) -> PageLink? { links.first { $0.link === link } }

  private var hasRunningLink: Bool { links.contains { !$0.link.isPaused } }

  /// Tells the links of a vsync that a frame will answer, this one or the next.
  private func tell(_ vsync: Vsync, isForNext: Bool) {
    for link in links { link.tell(vsync, isForNext: isForNext) }
  }

  // MARK: Frames

  private func taskEnded() {
    if isDirty() { ask(after: rules.costs.change) }
  }

  /// Asks for a frame of the refresh under way, a while from now, if it had none.
  private func ask(after delay: Duration) {
    let newest = state.newest
    guard rules.frames.comesAtOnce, !state.isOut, newest.index > state.framed else { return }
    (state.isOut, state.framed) = (true, newest.index)
    if rules.frames.memory == .remember { tell(newest, isForNext: false) }
    post(newest, loop.world.now.advanced(by: delay))
  }

  /// Asks for the frame of a vsync, if one is wanted.
  package func vsync(_ index: Int) {
    let now = loop.world.now
    state.newest = (index, now)
    // A change is shown by the frame that it has asked for; links ask anew in each.
    guard hasRunningLink || isDirty() && !state.isOut else { return }
    state.framed = index
    let arrival = now.advanced(by: rules.costs.post)
    switch rules.frames.memory {
    case .newest: post(state.newest, arrival)
    case .remember:
      tell(state.newest, isForNext: state.isOut)
      if state.isOut {
        state.remembers = true
      } else {
        state.isOut = true
        post(state.newest, arrival)
      }
    }
  }

  private func post(_ vsync: Vsync, _ arrival: Instant) {
    thread.expectFrame()
    state.posted.append(vsync)
    if rules.frames.memory == .remember { state.waiting = vsync }
    if let device = state.device { loop.world.schedule(device, at: arrival) }
  }

  private func arrive() {
    while let vsync = state.posted.takeFirst() {
      state.waiting = vsync
      if rules.frames.memory == .newest { tell(vsync, isForNext: false) }
    }
    thread.enqueueFrame()
  }

  private func perform() {
    state.waiting = nil
    if !state.posted.isEmpty { thread.expectFrame() }
    for link in links { link.callBack() }
    thread.render()
    for link in links { link.endFrame() }
    guard state.isOut else { return }
    state.isOut = state.remembers
    if state.remembers {
      state.remembers = false
      post(state.newest, loop.world.now.advanced(by: rules.costs.again))
    } else if hasRunningLink {
      // A link has begun while the frame was under way, whose vsync found none.
      ask(after: rules.costs.again)
    }
  }
}

/// A display link of a page, and the vsyncs for which it waits to be called back.
private final class PageLink {
  let link: DisplayLink
  /// Since when it has not been paused.
  var runsSince = Instant.start
  private var waiting: DisplayLink.Hop?
  /// What is left to the next frame.
  private var remembered: DisplayLink.Hop?

  init(_ link: DisplayLink) { self.link = link }

  /// Learns of a vsync that a frame will answer, this one or the next; it is due no earlier than
  /// the link runs.
  func tell(_ vsync: (index: Int, at: Instant), isForNext: Bool) {
    guard !link.isPaused else { return }
    let hop = DisplayLink.Hop(
      index: vsync.index, due: max(vsync.at, runsSince), stamp: vsync)
    let outcome =
      isForNext
      ? Self.add(hop, to: &remembered, or: waiting == nil ? .pending : .queued)
      : Self.add(hop, to: &waiting, or: .pending)
    link.recordDue(vsync.index, outcome)
  }

  /// Puts a vsync where there is none yet, or folds it into the one that is there.
  private static func add(
    _ hop: DisplayLink.Hop, to place: inout DisplayLink.Hop?, or outcome: TraceDueOutcome
  ) -> TraceDueOutcome {
    guard place == nil else {
      place?.stamp = hop.stamp
      return .folded
    }
    place = hop
    return outcome
  }

  /// Calls back, if a vsync waits for the frame that has begun.
  func callBack() {
    guard let hop = waiting else { return }
    waiting = nil
    link.callBack(for: hop)
  }

  /// Lets the next frame answer what was left to it.
  func endFrame() {
    guard let next = remembered else { return }
    (waiting, remembered) = (next, nil)
  }

  func forgetVsyncs() { (waiting, remembered) = (nil, nil) }
}
