import LabKernel
package import LabLoop
import LabTrace

/// The frames of a browser's page, in which all its display links call back.
///
/// A vsync asks for a frame if a link runs or if something is to be shown. The frame reaches the
/// line of tasks later, and what becomes of vsyncs meanwhile is the browser's business.
package final class PageFrames {
  private let loop: SimulatedRunLoop
  /// The display, which owns the frames.
  private let display: Lifeline<Display>
  private let lifeline = Lifeline<PageFrames>()
  private let rules: TaskRules
  /// Whether something is to be shown, whatever the links do.
  private let isDirty: () -> Bool
  @safe @exclusivity(unchecked) private var state = State()

  private struct State: ~Copyable {
    var port: SimulatedRunLoop.Port?
    var device: World.Device?
    /// The vsyncs whose frames are on their way to the line.
    var posted = FIFO<(index: Int, at: Instant)>()
    /// Whether a frame is on its way, in line or under way.
    var isOut = false
    /// Whether a vsync waits for the end of that frame.
    var remembers = false
    /// The vsync of the frame that has reached the line, or will, and has not begun.
    var waiting: (index: Int, at: Instant)?
    /// The vsync that came last, and the one that got a frame last; −1 for none.
    var newest = (index: -1, at: Instant.start)
    var framed = -1
  }

  /// Creates the frames of a page.
  ///
  /// - Parameters:
  ///   - loop: The loop, with the rules of a browser.
  ///   - display: The display; all its links call back in frames from now on.
  ///   - rules: The rules of the browser.
  ///   - isDirty: Whether something is to be shown, though no link runs.
  package init(
    in loop: SimulatedRunLoop, on display: Display, by rules: TaskRules,
    isDirty: @escaping () -> Bool
  ) {
    self.loop = loop
    self.display = display.lifeline
    self.rules = rules
    self.isDirty = isDirty
    lifeline.tie(to: self)
    let port = loop.makeFramePort(period: display.panel.rate.period) { [lifeline] _, _ in
      lifeline.object?.perform()
    }
    loop.add(port, to: .common)
    state.port = port
    state.device = loop.world.makeDevice("frame") { [lifeline] _ in lifeline.object?.arrive() }
    guard rules.frames.comesAtOnce else { return }
    loop.whenTaskEnds { [lifeline] in lifeline.object?.taskEnded() }
  }

  private func taskEnded() {
    if isDirty() { ask(after: rules.costs.change) }
  }

  /// Learns of a link that calls back from now on, in the middle of a refresh.
  ///
  /// The next frame that begins calls it, as `requestAnimationFrame` does: one that is on its way,
  /// else one that it asks for itself, as a change of the page does. The time of that frame is its
  /// vsync, which may be earlier than the link.
  func began(_ link: DisplayLink) {
    if let vsync = state.waiting {
      link.tell(vsync.index, at: vsync.at, isForNext: false)
    } else if state.remembers {
      link.tell(state.newest.index, at: state.newest.at, isForNext: true)
    } else {
      ask(after: rules.costs.change)
    }
  }

  /// Asks for a frame of the refresh under way, a while from now, if it had none.
  private func ask(after delay: Duration) {
    let newest = state.newest
    guard rules.frames.comesAtOnce, !state.isOut, newest.index > state.framed else { return }
    (state.isOut, state.framed) = (true, newest.index)
    if rules.frames.memory == .remember {
      display.object?.tell(newest.index, at: newest.at, isForNext: false)
    }
    post(newest, loop.world.now.advanced(by: delay))
  }

  deinit {
    lifeline.cut()
    if let port = state.port { loop.invalidate(port) }
    if let device = state.device { loop.world.remove(device) }
  }

  /// Asks for the frame of a vsync, if one is wanted.
  func vsync(_ index: Int) {
    let now = loop.world.now
    state.newest = (index, now)
    // A change is shown by the frame that it has asked for; links ask anew in each.
    guard let display = display.object, display.hasRunningLink || isDirty() && !state.isOut
    else { return }
    state.framed = index
    let arrival = now.advanced(by: rules.costs.post)
    switch rules.frames.memory {
    case .newest: post(state.newest, arrival)
    case .remember:
      display.tell(index, at: now, isForNext: state.isOut)
      if state.isOut {
        state.remembers = true
      } else {
        state.isOut = true
        post(state.newest, arrival)
      }
    }
  }

  private func post(_ vsync: (index: Int, at: Instant), _ arrival: Instant) {
    loop.expectFrame()
    state.posted.append(vsync)
    if rules.frames.memory == .remember { state.waiting = vsync }
    if let device = state.device { loop.world.schedule(device, at: arrival) }
  }

  private func arrive() {
    guard let port = state.port else { return }
    while let vsync = state.posted.takeFirst() {
      state.waiting = vsync
      if rules.frames.memory == .newest {
        display.object?.tell(vsync.index, at: vsync.at, isForNext: false)
      }
    }
    loop.ring(port)
  }

  private func perform() {
    state.waiting = nil
    if !state.posted.isEmpty { loop.expectFrame() }
    display.object?.callBack()
    loop.render()
    display.object?.endFrame()
    guard state.isOut else { return }
    state.isOut = state.remembers
    if state.remembers {
      state.remembers = false
      post(state.newest, loop.world.now.advanced(by: rules.costs.again))
    } else if display.object?.hasRunningLink == true {
      // A link has begun while the frame was under way, whose vsync found none.
      ask(after: rules.costs.again)
    }
  }
}
