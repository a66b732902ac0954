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

  /// At every how many refreshes the link is due; at least 1.
  public let divider: Int

  /// What becomes of a vsync that could not be answered in time.
  public let lateDelivery: LateDelivery

  /// Whether the link stays in its modes but calls nobody.
  public private(set) var isPaused = false

  private var cadence: LinkCadence
  private var port: SimulatedRunLoop.Port?
  private let action: Action
  private let subject: UInt32
  private var isCallingOut = false

  /// Creates a link; it calls nobody until it is added to a mode.
  ///
  /// - Parameters:
  ///   - name: What the trace calls it.
  ///   - loop: The loop in which it calls back.
  ///   - display: The display whose refreshes it follows.
  ///   - divider: At every how many refreshes it is due; at least 1.
  ///   - lateDelivery: What becomes of a vsync that could not be answered in time.
  ///   - action: The callback.
  public init(
    _ name: String, in loop: SimulatedRunLoop, on display: Display, every divider: Int = 1,
    lateDelivery: LateDelivery = .pending, action: @escaping Action
  ) {
    precondition(divider >= 1, "a display link cannot fire every \(divider) refreshes")
    self.loop = loop
    self.display = display
    self.divider = divider
    self.lateDelivery = lateDelivery
    self.action = action
    cadence = LinkCadence(divider: divider)
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

  /// The vsync that the current callback answers: the newest that rang the link.
  ///
  /// Undefined, and the start of the run, before the first callback.
  public var timestamp: Instant { port.map(loop.lastRing) ?? .start }

  /// The oldest vsync that the current callback answers; differs from ``timestamp`` if it is late.
  public var due: Instant { port.map(loop.dueDate) ?? .start }

  /// The vsync by which the current callback's picture should be committed: one interval of the link
  /// after ``timestamp``.
  public var targetTimestamp: Instant { display.panel.vsync(cadence.newest + divider) }

  /// The length of the refresh that began at ``timestamp``; not scaled by the divider.
  public var duration: Duration {
    display.panel.vsync(cadence.newest).duration(to: display.panel.vsync(cadence.newest + 1))
  }

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
    guard let port, cadence.isDue(at: index) else { return }
    let outcome = outcome(for: port)
    if lateDelivery == .skip, loop.isReady(port) { takeBack(port) }
    if rings(outcome) {
      cadence.rang(at: index)
      loop.ring(port)
    } else {
      cadence.lost(index)
    }
    loop.record(.linkDue, subject: subject, detail: outcome.rawValue, first: Int64(index))
  }

  private func outcome(for port: SimulatedRunLoop.Port) -> TraceDueOutcome {
    if isPaused { return .cancelled }
    let isServed = loop.currentMode.map { loop.contains(port, in: $0) } ?? false
    let isOwed = loop.isReady(port)
    switch lateDelivery {
    case .pending where !isOwed: return .pending
    case .pending: return isServed ? .blocked : .starved
    case .skip where !isServed: return .starved
    case .skip where loop.isWaiting: return .pending
    case .skip: return isCallingOut ? .suppressed : .blocked
    }
  }

  /// Whether a vsync with an outcome rings the port.
  ///
  /// Under ``LateDelivery/pending`` a ring that finds the port full only makes the stamp newer.
  private func rings(_ outcome: TraceDueOutcome) -> Bool {
    switch lateDelivery {
    case .pending: outcome != .cancelled
    case .skip: outcome == .pending
    }
  }

  /// Takes back the callback that is still pending although its target has passed.
  private func takeBack(_ port: SimulatedRunLoop.Port) {
    loop.drain(port)
    loop.record(
      .linkDue, subject: subject, detail: TraceDueOutcome.suppressed.rawValue,
      first: Int64(cadence.newest))
  }

  private func callOut() {
    cadence.served(during: display.refresh ?? 0)
    isCallingOut = true
    action(self)
    isCallingOut = false
  }
}
