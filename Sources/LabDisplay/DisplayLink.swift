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
  public unowned let display: Display

  /// How often the link wants to call back; a change takes effect at the next callback.
  ///
  /// That callback still comes when the old pace wants it, the one after it at the new pace.
  /// - Source: Apple, "Optimizing iPhone and iPad apps to support ProMotion displays".
  public var pace: LinkPace

  /// What becomes of a vsync that could not be answered in time.
  public let lateDelivery: LateDelivery

  /// Whether the first callback after a pause has a timestamp and a target of 0.
  ///
  /// - Source: flutter/flutter, pull requests 186456 and 186457: a real link does so now and then,
  ///   and whoever moves by the timestamp jumps.
  public let zeroTimestampOnResume: Bool

  /// Whether the link stays in its modes but calls nobody.
  public private(set) var isPaused = false

  /// At every how many refreshes the link is due, as its last callback found ``pace``.
  public var divider: Int { cadence.divider }

  private var cadence: LinkCadence
  /// The newest vsync that made its mark on the port.
  private var newest = 0
  /// How many vsyncs made their mark on the callback that is pending.
  private var held = 0
  /// The vsync of the timestamp.
  private var answered = 0
  private var port: SimulatedRunLoop.Port?
  private let action: Action
  private let subject: UInt32
  private var isCallingOut = false
  /// The pace that the last callback found.
  private var adopted: LinkPace
  /// Whether no callback has come since the last pause.
  private var hasJustResumed = false
  private var hasZeroTimestamp = false

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
    self.display = display
    self.pace = pace
    adopted = pace
    self.lateDelivery = lateDelivery
    self.zeroTimestampOnResume = zeroTimestampOnResume
    self.action = action
    cadence = LinkCadence(divider: divider, keepsPhase: keepsPhase)
    subject = loop.subject(named: name)
    port = loop.makePort(name, kind: .link, divider: divider, capacity: 1) { [unowned self] _ in
      callOut()
    }
    display.add(self)
  }

  /// Adds the link to a mode, or to the common set.
  public func add(to mode: SimulatedRunLoop.Mode) {
    if let port { loop.add(port, to: mode) }
  }

  /// Removes the link from a mode, or from the common set.
  public func remove(from mode: SimulatedRunLoop.Mode) {
    if let port { loop.remove(port, from: mode) }
  }

  /// The vsync that the current callback answers, as its ``lateDelivery`` chooses; it stays until the
  /// next callback.
  ///
  /// Undefined, and the start of the run, before the first callback. The first one, and the first
  /// after a pause, have a timestamp like any other, but no interval leads to it.
  public private(set) var timestamp = Instant.start

  /// The oldest vsync that the current callback answers; differs from ``timestamp`` if it is late.
  public var due: Instant { port.map(loop.dueDate) ?? .start }

  /// The vsync by which the current callback's picture should be committed: one interval of the link
  /// after ``timestamp``, by the panel's grid.
  public var targetTimestamp: Instant {
    hasZeroTimestamp ? .start : display.vsync(answered + divider, following: rung)
  }

  /// The length of the refresh that began at ``timestamp``; not scaled by the divider.
  public var duration: Duration {
    display.vsync(answered, following: rung)
      .duration(to: display.vsync(answered + 1, following: rung))
  }

  /// The rate that the link prefers as long as it runs, as its last callback found ``pace``.
  var preferredRate: RefreshRate? { adopted.preferredRate }

  /// Whether a callback is pending or under way.
  var isOwed: Bool { isCallingOut || port.map(loop.isReady) ?? false }

  private var rung: (index: Int, at: Instant) { (answered, port.map(loop.lastRing) ?? .start) }

  /// Stops calling back until ``resume()``; a callback that is owed is dropped.
  public func pause() {
    guard let port, !isPaused else { return }
    isPaused = true
    loop.drain(port)
    loop.record(.paused, subject: subject)
  }

  /// Calls back again, from the next vsync on.
  public func resume() {
    guard isPaused else { return }
    isPaused = false
    hasJustResumed = true
    cadence.restart()
    loop.record(.resumed, subject: subject)
  }

  /// Takes the link out of all modes for ever, also from within its own callback.
  public func invalidate() {
    guard let port else { return }
    loop.invalidate(port)
    display.remove(self)
    self.port = nil
  }

  /// Decides what a vsync means to the link, and records it.
  func vsync(_ index: Int) {
    guard let port else { return }
    guard cadence.isDue(at: index) else {
      if lateDelivery == .latest, loop.isReady(port) { ring(port, at: index) }
      return
    }
    let outcome = outcome(for: port)
    if lateDelivery == .skip, loop.isReady(port) { takeBack(port) }
    if outcome == .pending || outcome != .cancelled && lateDelivery != .skip {
      cadence.rang(at: index)
      if hasRoom(port) { ring(port, at: index) }
    } else {
      cadence.lost(index)
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
    case .skip: return isCallingOut ? .suppressed : .blocked
    }
  }

  /// Whether a vsync still makes its mark on the pending callback.
  private func hasRoom(_ port: SimulatedRunLoop.Port) -> Bool {
    guard case .queue(let capacity) = lateDelivery, loop.isReady(port) else { return true }
    return held < capacity
  }

  /// Rings the port; a ring that finds a token there only makes its stamp newer.
  private func ring(_ port: SimulatedRunLoop.Port, at index: Int) {
    held = loop.isReady(port) ? held + 1 : 1
    newest = index
    loop.ring(port)
  }

  /// Takes back the callback that is still pending although its target has passed.
  private func takeBack(_ port: SimulatedRunLoop.Port) {
    loop.drain(port)
    loop.record(
      .linkDue, subject: subject, detail: TraceDueOutcome.suppressed.rawValue,
      first: Int64(newest))
  }

  /// Learns that the refresh that begins with a vsync has another rate than the one before.
  func rateChanged(at index: Int) {
    let divider = adopted.divider(at: display.rate)
    guard divider != self.divider else { return }
    cadence.paced(divider, at: index)
    recordPace()
  }

  private func adopt(_ pace: LinkPace) {
    let before = divider
    adopted = pace
    cadence.served(during: display.refresh ?? 0, divider: pace.divider(at: display.rate))
    if divider != before { recordPace() }
  }

  private func recordPace() {
    loop.record(.paced, subject: subject, first: Int64(divider))
  }

  private func callOut() {
    answered = newest
    hasZeroTimestamp = zeroTimestampOnResume && hasJustResumed
    hasJustResumed = false
    timestamp = hasZeroTimestamp ? .start : rung.at
    adopt(pace)
    isCallingOut = true
    action(self)
    isCallingOut = false
  }
}
