public import LabKernel
public import LabLoop
package import LabTrace

/// A source that the display rings at every n-th vsync: a port with one token.
///
/// Whatever the loop was busy with, at most one callback is pending. Two callbacks begin within one
/// refresh only where a link on a thread of its own has a callback for every vsync, or where an
/// observer works between the wake-up and the callback until the next vsync has come. What becomes
/// of a vsync that could not be answered in time is the policy's business.
///
/// - Source: CADisplayLink reaches the thread as a version 1 source, seen in public back-traces
///   through `__CFRunLoopDoSource1`.
public final class DisplayLink {
  /// What the link calls at a refresh.
  public typealias Action = (DisplayLink) -> Void

  /// The loop in which the link calls back.
  public let loop: SimulatedRunLoop

  /// The display whose refreshes the link follows; it must outlive the link.
  public var display: Display { lent.use { $0 } }

  /// How often the link wants to call back; a change takes effect at the next callback.
  ///
  /// That callback still comes when the old pace wants it, the one after it at the new pace.
  /// - Source: Apple, "Optimizing iPhone and iPad apps to support ProMotion displays".
  public var pace: LinkPace {
    get { state.pace }
    set { state.pace = newValue }
  }

  /// What becomes of a vsync that could not be answered in time.
  public var lateDelivery: LateDelivery { state.lateDelivery }

  /// Whether the first callback after a pause has a timestamp and a target of 0.
  ///
  /// - Source: flutter/flutter, pull requests 186456 and 186457: a real link does so now and then,
  ///   and an animation that moves by the timestamp jumps.
  public var zeroTimestampOnResume: Bool { state.zeroTimestampOnResume }

  /// Whether the link stays in its modes but does not call back.
  public var isPaused: Bool { state.isPaused }

  /// At every how many refreshes the link is due, as its last callback found ``pace``.
  public var divider: Int { state.cadence.divider }

  /// The display, which owns its links.
  private let lent: Unowned<Display>
  private let lifeline = Lifeline<DisplayLink>()
  private let action: Action
  private let subject: UInt32
  @safe @exclusivity(unchecked) private var state: LinkState
  @safe @exclusivity(unchecked) private var port: SimulatedRunLoop.Port?
  /// What rings the port when the first of the delayed blocks is due.
  private var alarm: World.Device?

  /// Creates a link; it does not call back until it is added to a mode.
  ///
  /// - Parameters:
  ///   - name: What the trace calls it.
  ///   - loop: The loop in which it calls back.
  ///   - display: The display whose refreshes it follows.
  ///   - pace: How often it wants to call back.
  ///   - lateDelivery: What becomes of a vsync that could not be answered in time.
  ///   - keepsPhase: Whether a link that is not due at every refresh stays on the refreshes it
  ///     began with, rather than counts anew from a late callback.
  ///   - zeroTimestampOnResume: Whether the first callback after a pause has a timestamp of 0.
  ///   - action: The callback.
  public convenience init(
    _ name: String, in loop: SimulatedRunLoop, on display: Display, pace: LinkPace = .every(1),
    lateDelivery: LateDelivery = .pending, keepsPhase: Bool = false,
    zeroTimestampOnResume: Bool = false, action: @escaping Action
  ) {
    self.init(
      loop.subject(ofSourceNamed: name), in: loop, on: display, pace: pace,
      lateDelivery: lateDelivery, keepsPhase: keepsPhase,
      zeroTimestampOnResume: zeroTimestampOnResume, action: action)
  }

  /// Creates a link for a caller who has the trace's index of it.
  package init(
    _ subject: UInt32, in loop: SimulatedRunLoop, on display: Display, pace: LinkPace,
    lateDelivery: LateDelivery, keepsPhase: Bool, zeroTimestampOnResume: Bool,
    action: @escaping Action
  ) {
    require(loop.world === display.world, "the loop and the display are in two worlds")
    if case .queue(let room) = lateDelivery {
      require(room >= 1, "a queue for \(room) vsyncs holds none")
    }
    let hop = lateDelivery.hop
    let delay = hop?.delay ?? .zero
    require(delay >= .zero, "a hop after \(delay) is due before its vsync")
    let divider = pace.divider(at: display.rate)
    self.loop = loop
    lent = Unowned(display)
    self.action = action
    // What the main loop is late with moves nothing on the thread of the link.
    state = LinkState(
      pace: pace, divider: divider, keepsPhase: keepsPhase || hop != nil,
      lateDelivery: lateDelivery, zeroTimestampOnResume: zeroTimestampOnResume)
    self.subject = subject
    let me = Unowned(self)
    port = loop.makePort(subject, of: .link, capacity: 1, isSilent: hop?.delay != nil) {
      // Kept for the callback, which may invalidate the link and let go of it.
      let link = me.use { $0 }
      if let hop { link.takeHops(hop) } else { link.callOut($1.due, $1.newest) }
    }
    loop.record(
      .declared(
        subject, .link, interval: Int64(divider), tolerance: delay.wholeNanoseconds))
    lifeline.tie(to: self)
    display.add(self)
  }

  deinit {
    lifeline.cut()
    // Its display is gone, and a ring that waits in the loop would find nothing to answer it.
    if let port = port { loop.invalidate(port) }
    if let alarm { loop.world.remove(alarm) }
  }

  /// Adds the link to a mode, or to the common set.
  public func add(to mode: SimulatedRunLoop.Mode) {
    if let port = port { loop.add(port, to: mode) }
  }

  /// Removes the link from a mode, or from the common set.
  public func remove(from mode: SimulatedRunLoop.Mode) {
    if let port = port { loop.remove(port, from: mode) }
  }

  /// The vsync that the current callback answers, as its ``lateDelivery`` chooses; it stays until
  /// the next callback.
  ///
  /// Undefined, and the start of the run, before the first callback. The first one, and the first
  /// after a pause, have a timestamp like any other, but no interval leads to it.
  public var timestamp: Instant { state.timestamp }

  /// The oldest vsync that the current callback answers; differs from ``timestamp`` if it is late.
  public var due: Instant { state.due }

  /// The vsync by which the current callback's picture should be committed: one interval of the
  /// link after ``timestamp``, by the panel's grid.
  public var targetTimestamp: Instant {
    state.hasZeroTimestamp
      ? .start : display.vsync(state.answered + divider, following: rung)
  }

  /// The length of the refresh that began at ``timestamp``; not scaled by the divider.
  public var duration: Duration {
    display.vsync(state.answered, following: rung)
      .duration(to: display.vsync(state.answered + 1, following: rung))
  }

  /// The rate that the link prefers as long as it runs, as its last callback found ``pace``.
  var preferredRate: RefreshRate? { state.adopted.preferredRate }

  /// Whether a callback is pending or under way.
  var isOwed: Bool {
    state.isCallingOut || !state.hops.isEmpty || port.map(loop.isReady) ?? false
  }

  private var rung: (index: Int, at: Instant) { (state.answered, state.rung) }

  /// Stops calling back until ``resume()``; a callback that is owed is dropped.
  public func pause() {
    guard let port = port, !isPaused else { return }
    state.pause()
    display.paused(self)
    loop.drain(port)
    loop.record(.paused(subject))
  }

  /// Calls back again, from the next vsync on; in a browser's page, from the next frame on.
  public func resume() {
    guard port != nil, isPaused else { return }
    state.resume()
    loop.record(.resumed(subject))
    display.began(self)
  }

  /// Takes the link out of all modes for ever, also from within its own callback.
  public func invalidate() {
    guard port != nil else { return }
    display.remove(self)
    end()
  }

  /// Calls back no more, because it was invalidated or its display is gone.
  func end() {
    guard let last = port else { return }
    port = nil
    loop.invalidate(last)
    state.hops.removeAll()
  }

  func vsync(_ index: Int) {
    guard let port = port else { return }
    let answer = state.vsync(index, at: loop.world.now, loop.status(of: port))
    if let takenBack = answer.takenBack {
      loop.drain(port)
      recordDue(takenBack, .suppressed)
    }
    if answer.rings { ring(port, index) }
    if let outcome = answer.outcome { recordDue(index, outcome) }
  }

  private func ring(_ port: SimulatedRunLoop.Port, _ index: Int) {
    switch lateDelivery {
    case .offMain(.queue), .offMain(.coalesced), .offMain(.once): postHop(index)
    case .offMain(.selector):
      loop.performOnMainQueue(name: nil) { [lifeline] _ in lifeline.object?.postHop(index) }
    case .offMain(.timer(let delay)):
      state.hops.delay(index, until: loop.world.now.advanced(by: delay))
      setAlarm()
    case .pending, .skip, .queue, .latest, .offMain(.port): loop.ring(port)
    }
  }

  /// Has the port rung when the first of the delayed blocks is due.
  private func setAlarm() {
    guard let due = state.hops.nextDue else { return }
    let device =
      alarm
      ?? loop.world.makeDevice("hop", priority: .alarm) { [lifeline] _ in
        if let link = lifeline.object, let port = link.port { link.loop.ring(port) }
      }
    alarm = device
    loop.world.schedule(device, at: due)
  }

  private func postHop(_ index: Int) {
    loop.performOnMainQueue(name: nil) { [lifeline] _ in lifeline.object?.performHop(index) }
  }

  /// Calls back in a block of the main queue, unless a pause has taken the hop back.
  private func performHop(_ index: Int) {
    if let hop = state.hops.take(index) { callBack(for: hop) }
  }

  /// Calls back at the port: for the one hop, or in all blocks that are due, as FlutterRunLoop
  /// does.
  private func takeHops(_ hop: LinkHop) {
    guard hop.delay != nil else {
      if let hop = state.hops.takeFirst() { callOut(hop) }
      return
    }
    for index in state.hops.takeDelayed(by: loop.world.now) { performHop(index) }
    setAlarm()
  }

  private func callOut(_ hop: Hop) {
    state.adopt(hop)
    callOut(hop.due, hop.stamp.at)
  }

  /// Calls back for a vsync that has not come by the port.
  package func callBack(for hop: Hop) {
    loop.performCallout(of: .link, subject, due: hop.due, newest: hop.stamp.at) { callOut(hop) }
  }

  /// Learns that the refresh that begins with a vsync has another rate than the one before.
  func rateChanged(at index: Int) {
    let rate = display.rate
    if state.rateChanged(to: rate, at: index) { recordPace() }
  }

  private func callOut(_ due: Instant, _ newest: Instant) {
    let (refresh, rate) = lent.use { ($0.refresh ?? 0, $0.rate) }
    if state.beginCallout(answering: due, newest, during: refresh, at: rate) {
      recordPace()
    }
    action(self)
    state.endCallout()
  }

  /// Records what becomes of a vsync.
  package func recordDue(_ index: Int, _ outcome: TraceDueOutcome) {
    loop.record(.linkDue(subject, vsync: Int64(index), outcome))
  }

  private func recordPace() {
    loop.record(.paced(subject, every: Int64(divider)))
  }
}

/// What a display link knows of its vsyncs and callbacks; it decides, and the link acts.
struct LinkState: ~Copyable {
  typealias PortStatus = SimulatedRunLoop.PortStatus

  /// What a link does at a vsync.
  struct Answer {
    /// What becomes of the vsync; `nil` if the link is not due.
    var outcome: TraceDueOutcome?
    /// The vsync whose callback, still pending, is taken back.
    var takenBack: Int?
    /// Whether the link rings its port; a ring that finds one there only makes its stamp newer.
    var rings = false
  }

  let lateDelivery: LateDelivery
  let zeroTimestampOnResume: Bool

  var pace: LinkPace
  /// The pace that the last callback found.
  private(set) var adopted: LinkPace
  private(set) var cadence: LinkCadence
  /// The vsync of the timestamp, and the timestamp itself.
  private(set) var answered = 0
  private(set) var timestamp = Instant.start
  /// The oldest and the newest ring that the current callback answers.
  private(set) var due = Instant.start
  private(set) var rung = Instant.start
  private(set) var hasZeroTimestamp = false
  private(set) var isPaused = false
  private(set) var isCallingOut = false

  /// What waits in the main loop, if the link runs on a thread of its own.
  var hops = HopLine()

  /// The newest vsync that made its mark on the port, and when it was.
  private var newest = (index: 0, at: Instant.start)
  /// The newest that made its mark on the callback before: the loop may have taken that from the
  /// port and not made it yet, while an observer works.
  private var former = 0
  /// How many vsyncs made their mark on the callback that is pending.
  private var held = 0
  /// Whether no callback has come since the last pause.
  private var hasJustResumed = false

  init(
    pace: LinkPace, divider: Int, keepsPhase: Bool, lateDelivery: LateDelivery,
    zeroTimestampOnResume: Bool
  ) {
    self.lateDelivery = lateDelivery
    self.zeroTimestampOnResume = zeroTimestampOnResume
    self.pace = pace
    adopted = pace
    cadence = LinkCadence(divider: divider, keepsPhase: keepsPhase)
  }

  mutating func pause() {
    isPaused = true
    hops.removeAll()
  }

  mutating func resume() {
    isPaused = false
    hasJustResumed = true
    cadence.restart()
  }

  /// A paused link is due at no vsync; it counts anew when it is resumed.
  mutating func vsync(_ index: Int, at now: Instant, _ port: PortStatus) -> Answer {
    guard !isPaused else { return Answer() }
    let isDue = cadence.isDue(at: index)
    switch lateDelivery {
    case .latest where !isDue: return stampAnew(index, at: now, port)
    case _ where !isDue: return Answer()
    case .pending, .latest: return ring(index, at: now, port, room: .max)
    case .queue(let capacity): return ring(index, at: now, port, room: capacity)
    case .skip: return ringOrSkip(index, at: now, port)
    case .offMain(let hop):
      cadence.rang(at: index)
      let outcome = hops.vsync(index, at: now, by: hop, isCallingOut: isCallingOut)
      return Answer(outcome: outcome, rings: outcome == .pending || outcome == .queued)
    }
  }

  /// Makes the stamp of a pending callback newer.
  private mutating func stampAnew(_ index: Int, at now: Instant, _ port: PortStatus) -> Answer {
    if port.isReady { mark(index, at: now, onPending: true) }
    return Answer(rings: port.isReady)
  }

  /// Rings the port, in which so many vsyncs make their mark on one callback.
  private mutating func ring(
    _ index: Int, at now: Instant, _ port: PortStatus, room: Int
  ) -> Answer {
    cadence.rang(at: index)
    let rings = !port.isReady || held < room
    if rings { mark(index, at: now, onPending: port.isReady) }
    guard port.isReady else {
      return Answer(outcome: port.isTaken ? .queued : .pending, rings: rings)
    }
    return Answer(outcome: port.isServed ? .blocked : .starved, rings: rings)
  }

  /// Rings the port if the thread sleeps, and takes back what is pending there.
  private mutating func ringOrSkip(_ index: Int, at now: Instant, _ port: PortStatus) -> Answer {
    let takenBack = port.isReady ? newest.index : nil
    guard port.isServed, port.isWaiting else {
      cadence.lost(index)
      let missed = isCallingOut ? TraceDueOutcome.suppressed : .blocked
      return Answer(outcome: port.isServed ? missed : .starved, takenBack: takenBack)
    }
    cadence.rang(at: index)
    mark(index, at: now, onPending: false)
    return Answer(outcome: .pending, takenBack: takenBack, rings: true)
  }

  /// Makes a hop the one that the next callback answers.
  mutating func adopt(_ hop: HopLine.Hop) { newest = hop.stamp }

  /// Learns the rate of the refresh that begins with a vsync, and returns whether the pace changes.
  mutating func rateChanged(to rate: RefreshRate, at index: Int) -> Bool {
    let divider = adopted.divider(at: rate)
    guard divider != cadence.divider else { return false }
    cadence.paced(divider, at: index)
    return true
  }

  /// Begins a callback, and returns whether the pace changes.
  mutating func beginCallout(
    answering due: Instant, _ rung: Instant, during refresh: Int, at rate: RefreshRate
  ) -> Bool {
    answered = rung < newest.at ? former : newest.index
    (self.due, self.rung) = (due, rung)
    hasZeroTimestamp = zeroTimestampOnResume && hasJustResumed
    hasJustResumed = false
    timestamp = hasZeroTimestamp ? .start : rung
    isCallingOut = true
    let before = cadence.divider
    adopted = pace
    cadence.served(during: refresh, divider: pace.divider(at: rate))
    return cadence.divider != before
  }

  mutating func endCallout() { isCallingOut = false }

  private mutating func mark(_ index: Int, at now: Instant, onPending isPending: Bool) {
    held = isPending ? held + 1 : 1
    if !isPending { former = newest.index }
    newest = (index, now)
  }
}
