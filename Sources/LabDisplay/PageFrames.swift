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
    loop.whenTaskEnds { [lifeline] began in lifeline.object?.taskEnded(since: began) }
  }

  /// Asks for a frame of the refresh under way, if a task has changed the page and it had none.
  private func taskEnded(since began: Instant) {
    let newest = state.newest
    guard !state.isOut, newest.index > state.framed, isDirty() else { return }
    (state.isOut, state.framed) = (true, newest.index)
    display.object?.tell(newest.index, at: newest.at, isForNext: false)
    // The vsync of a change that lasted has been waited for already.
    let delay = newest.at > began ? rules.costs.again : rules.costs.change
    post(newest.index, loop.world.now, after: delay)
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
    guard let display = display.object, display.hasRunningLink || isDirty() else { return }
    state.framed = index
    switch rules.frames.memory {
    case .newest: post(index, now, after: rules.costs.post)
    case .remember:
      display.tell(index, at: now, isForNext: state.isOut)
      if state.isOut {
        state.remembers = true
      } else {
        state.isOut = true
        post(index, now, after: rules.costs.post)
      }
    }
  }

  private func post(_ index: Int, _ vsync: Instant, after delay: Duration) {
    loop.expectFrame()
    state.posted.append((index, vsync))
    if let device = state.device {
      loop.world.schedule(device, at: vsync.advanced(by: delay))
    }
  }

  private func arrive() {
    guard let port = state.port else { return }
    while let vsync = state.posted.takeFirst() {
      if rules.frames.memory == .newest {
        display.object?.tell(vsync.index, at: vsync.at, isForNext: false)
      }
    }
    loop.ring(port)
  }

  private func perform() {
    if !state.posted.isEmpty { loop.expectFrame() }
    display.object?.callBack()
    loop.render()
    display.object?.endFrame()
    guard state.isOut else { return }
    state.isOut = state.remembers
    if state.remembers {
      state.remembers = false
      post(0, loop.world.now, after: rules.costs.again)
    }
  }
}
