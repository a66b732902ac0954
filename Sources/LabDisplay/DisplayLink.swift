public import LabKernel
public import LabLoop
import LabTrace

/// A source that the display rings at every n-th vsync: a port with one token.
///
/// Whatever the loop was busy with, at most one callback is owed, and no two callbacks begin within
/// one refresh. What becomes of a vsync that could not be answered in time is the policy's business.
///
/// - Source: CADisplayLink reaches the thread as a version 1 source, seen in public back-traces
///   through `__CFRunLoopDoSource1`.
public final class DisplayLink {
  /// What the link calls at a refresh.
  public typealias Action = (DisplayLink) -> Void

  /// The loop in which the link calls back.
  public let loop: SimulatedRunLoop

  /// The display whose refreshes the link follows; it must outlive the link.
  public var display: Display { displayReference.use { $0 } }

  /// How often the link wants to call back; a change takes effect at the next callback.
  ///
  /// That callback still comes when the old pace wants it, the one after it at the new pace.
  /// - Source: Apple, "Optimizing iPhone and iPad apps to support ProMotion displays".
  public var pace: LinkPace {
    get { state.value.pace }
    set { state.value.pace = newValue }
  }

  /// What becomes of a vsync that could not be answered in time.
  public let lateDelivery: LateDelivery

  /// Whether the first callback after a pause has a timestamp and a target of 0.
  ///
  /// - Source: flutter/flutter, pull requests 186456 and 186457: a real link does so now and then,
  ///   and whoever moves by the timestamp jumps.
  public let zeroTimestampOnResume: Bool

  /// Whether the link stays in its modes but calls nobody.
  public var isPaused: Bool { state.value.isPaused }

  /// At every how many refreshes the link is due, as its last callback found ``pace``.
  public var divider: Int { state.value.cadence.divider }

  private let displayReference: Unowned<Display>
  private let action: Action
  private let subject: UInt32
  private let state: Cell<State>

  /// What changes from vsync to vsync, and from callback to callback.
  private struct State {
    var pace: LinkPace
    /// The pace that the last callback found.
    var adopted: LinkPace
    var cadence: LinkCadence
    var port: SimulatedRunLoop.Port?
    var timestamp = Instant.start
    /// The newest vsync that made its mark on the port.
    var newest = 0
    /// How many vsyncs made their mark on the callback that is pending.
    var held = 0
    /// The vsync of the timestamp.
    var answered = 0
    var isPaused = false
    var isCallingOut = false
    /// Whether no callback has come since the last pause.
    var hasJustResumed = false
    var hasZeroTimestamp = false
  }

  /// Creates a link; it calls nobody until it is added to a mode.
  ///
  /// - Parameters:
  ///   - name: What the trace calls it.
  ///   - loop: The loop in which it calls back.
  ///   - display: The display whose refreshes it follows.
  ///   - pace: How often it wants to call back.
  ///   - lateDelivery: What becomes of a vsync that could not be answered in time.
  ///   - keepsPhase: Whether a link that is not due at every refresh stays on the refreshes it began
  ///     with, rather than counts anew from a late callback.
  ///   - zeroTimestampOnResume: Whether the first callback after a pause has a timestamp of 0.
  ///   - action: The callback.
  public init(
    _ name: String, in loop: SimulatedRunLoop, on display: Display, pace: LinkPace = .every(1),
    lateDelivery: LateDelivery = .pending, keepsPhase: Bool = false,
    zeroTimestampOnResume: Bool = false, action: @escaping Action
  ) {
    let divider = pace.divider(at: display.rate)
    self.loop = loop
    displayReference = Unowned(display)
    self.lateDelivery = lateDelivery
    self.zeroTimestampOnResume = zeroTimestampOnResume
    self.action = action
    state = Cell(
      State(
        pace: pace, adopted: pace,
        cadence: LinkCadence(divider: divider, keepsPhase: keepsPhase)))
    subject = loop.subject(named: name)
    let me = Unowned(self)
    state.value.port = loop.makePort(name, kind: .link, divider: divider, capacity: 1) { _ in
      me.use { $0.callOut() }
    }
    display.add(self)
  }

  /// Adds the link to a mode, or to the common set.
  public func add(to mode: SimulatedRunLoop.Mode) {
    if let port = state.value.port { loop.add(port, to: mode) }
  }

  /// Removes the link from a mode, or from the common set.
  public func remove(from mode: SimulatedRunLoop.Mode) {
    if let port = state.value.port { loop.remove(port, from: mode) }
  }

  /// The vsync that the current callback answers, as its ``lateDelivery`` chooses; it stays until the
  /// next callback.
  ///
  /// Undefined, and the start of the run, before the first callback. The first one, and the first
  /// after a pause, have a timestamp like any other, but no interval leads to it.
  public var timestamp: Instant { state.value.timestamp }

  /// The oldest vsync that the current callback answers; differs from ``timestamp`` if it is late.
  public var due: Instant { state.value.port.map(loop.dueDate) ?? .start }

  /// The vsync by which the current callback's picture should be committed: one interval of the link
  /// after ``timestamp``, by the panel's grid.
  public var targetTimestamp: Instant {
    state.value.hasZeroTimestamp
      ? .start : display.vsync(state.value.answered + divider, following: rung)
  }

  /// The length of the refresh that began at ``timestamp``; not scaled by the divider.
  public var duration: Duration {
    display.vsync(state.value.answered, following: rung)
      .duration(to: display.vsync(state.value.answered + 1, following: rung))
  }

  /// The rate that the link prefers as long as it runs, as its last callback found ``pace``.
  var preferredRate: RefreshRate? { state.value.adopted.preferredRate }

  /// Whether a callback is pending or under way.
  var isOwed: Bool { state.value.isCallingOut || state.value.port.map(loop.isReady) ?? false }

  private var rung: (index: Int, at: Instant) {
    (state.value.answered, state.value.port.map(loop.lastRing) ?? .start)
  }

  /// Stops calling back until ``resume()``; a callback that is owed is dropped.
  public func pause() {
    guard let port = state.value.port, !isPaused else { return }
    state.value.isPaused = true
    loop.drain(port)
    loop.record(.paused, subject: subject)
  }

  /// Calls back again, from the next vsync on.
  public func resume() {
    guard isPaused else { return }
    state.value.isPaused = false
    state.value.hasJustResumed = true
    state.value.cadence.restart()
    loop.record(.resumed, subject: subject)
  }

  /// Takes the link out of all modes for ever, also from within its own callback.
  public func invalidate() {
    guard let port = state.value.port else { return }
    loop.invalidate(port)
    display.remove(self)
    state.value.port = nil
  }

  /// Decides what a vsync means to the link, and records it.
  func vsync(_ index: Int) {
    guard let port = state.value.port else { return }
    guard state.value.cadence.isDue(at: index) else {
      if lateDelivery == .latest, loop.isReady(port) { ring(port, at: index) }
      return
    }
    let outcome = outcome(for: port)
    if lateDelivery == .skip, loop.isReady(port) { takeBack(port) }
    if outcome == .pending || outcome != .cancelled && lateDelivery != .skip {
      state.value.cadence.rang(at: index)
      if hasRoom(port) { ring(port, at: index) }
    } else {
      state.value.cadence.lost(index)
    }
    loop.record(.linkDue, subject: subject, detail: outcome.rawValue, first: Int64(index))
  }

  private func outcome(for port: SimulatedRunLoop.Port) -> TraceDueOutcome {
    if isPaused { return .cancelled }
    let isServed = loop.isServing(port)
    let isOwed = loop.isReady(port)
    switch lateDelivery {
    case .pending, .queue, .latest:
      guard isOwed else { return .pending }
      return isServed ? .blocked : .starved
    case .skip where !isServed: return .starved
    case .skip where loop.isWaiting: return .pending
    case .skip: return state.value.isCallingOut ? .suppressed : .blocked
    }
  }

  /// Whether a vsync still makes its mark on the pending callback.
  private func hasRoom(_ port: SimulatedRunLoop.Port) -> Bool {
    guard case .queue(let capacity) = lateDelivery, loop.isReady(port) else { return true }
    return state.value.held < capacity
  }

  /// Rings the port; a ring that finds a token there only makes its stamp newer.
  private func ring(_ port: SimulatedRunLoop.Port, at index: Int) {
    state.value.held = loop.isReady(port) ? state.value.held + 1 : 1
    state.value.newest = index
    loop.ring(port)
  }

  /// Takes back the callback that is still pending although its target has passed.
  private func takeBack(_ port: SimulatedRunLoop.Port) {
    loop.drain(port)
    loop.record(
      .linkDue, subject: subject, detail: TraceDueOutcome.suppressed.rawValue,
      first: Int64(state.value.newest))
  }

  /// Learns that the refresh that begins with a vsync has another rate than the one before.
  func rateChanged(at index: Int) {
    let divider = state.value.adopted.divider(at: displayReference.use { $0.rate })
    guard divider != self.divider else { return }
    state.value.cadence.paced(divider, at: index)
    recordPace()
  }

  private func adopt(_ pace: LinkPace) {
    let before = divider
    state.value.adopted = pace
    let (refresh, rate) = displayReference.use { ($0.refresh ?? 0, $0.rate) }
    state.value.cadence.served(during: refresh, divider: pace.divider(at: rate))
    if divider != before { recordPace() }
  }

  private func recordPace() {
    loop.record(.paced, subject: subject, first: Int64(divider))
  }

  private func callOut() {
    state.value.answered = state.value.newest
    state.value.hasZeroTimestamp = zeroTimestampOnResume && state.value.hasJustResumed
    state.value.hasJustResumed = false
    state.value.timestamp = state.value.hasZeroTimestamp ? .start : rung.at
    adopt(pace)
    state.value.isCallingOut = true
    action(self)
    state.value.isCallingOut = false
  }
}
