public import LabDisplay
public import LabKernel
public import LabLoop
public import LabMetrics
public import LabTicks
public import LabTrace
public import LabWorkload

/// A run loop with a display in virtual time, in which a test lets its own code run.
///
///     Laboratory.test(display: .hertz(60)) { lab in
///       let ball = lab.timer("ball", every: .milliseconds(16)) { _ in
///         lab.spend(.milliseconds(2))
///       }
///       lab.load("network", at: .milliseconds(504), takes: .milliseconds(30))
///       lab.advance(to: .seconds(2))
///       lab.expect(ball, \.missed <= 2)
///     }
///
/// Nothing waits and nothing yields: time moves when the test says so, and what is due meanwhile
/// calls back on the test's own thread, in the exact order and at the exact instants at which a
/// real loop would. One thread at a time may use a laboratory, any thread or actor.
///
/// A laboratory that is made by hand reports failures at once. One that
/// ``test(display:seeds:repeats:fileID:filePath:line:column:body:)`` makes is also checked for
/// determinism and conservation.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
public final class Laboratory {
  /// The loop of the simulated main thread; `default` and `tracking` are its common modes.
  public var loop: SimulatedRunLoop { stage.loop }

  /// The display.
  public var display: Display { stage.display }

  /// The current instant of virtual time.
  public var now: Instant { stage.world.now }

  /// From which number the draws of all loads derive.
  public let seed: UInt64

  /// The virtual time of the laboratory for `async` code: a `Clock` to sleep by, and an executor.
  ///
  /// Code that takes a clock as `any Clock<Duration>` or generically can be given this one.
  public let clock: LaboratoryTime

  /// When the run of a script ends; `nil` without a script.
  var end: Instant?
  let stage: Stage
  let panel: Panel
  var tickers: [Ticker] = []
  var frameClocks: [FrameClock] = [] {
    didSet { clock.frameClocks = frameClocks }
  }
  var loads: [Load] = []
  var gestures: [Gesture] = []
  /// The gestures that a shrunk run leaves out, by their numbers.
  var omittedGestures: Set<Int> = []
  /// How many gestures the test has placed.
  var placedGestures = 0
  /// The loads of a shrunk run, instead of the test's own.
  var substitute: [Load]?
  /// What a rerun changes of the drivers that the test makes, one after the other.
  var driverChanges: [DriverChange] = []
  private var hasSubstituted = false
  /// Whether the test has begun a sentence.
  var hasExpected = false
  let desk: IssueCollector
  private var measured: (records: Int, now: Instant, measurement: RunMeasurement)?

  /// Creates a laboratory whose display refreshes at a rate, with vsync 0 at the start.
  ///
  /// For any other display see ``init(panel:seed:fileID:filePath:line:column:)``.
  public convenience init(
    display rate: RefreshRate = .hertz(60), seed: UInt64 = 1, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    self.init(
      panel: Panel(rate: rate), seed: seed, fileID: fileID, filePath: filePath, line: line,
      column: column)
  }

  /// Creates a laboratory with any display, whose vsync 0 comes at its phase.
  public convenience init(
    panel: Panel, seed: UInt64 = 1, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let place = Place(fileID, filePath, line, column)
    self.init(
      Scenario(panel: panel, duration: .zero), seed: seed,
      desk: IssueCollector(holdsBack: false, at: place))
  }

  /// Creates a laboratory with the display and the thread of a scenario, and nothing else of it.
  init(_ scenario: Scenario, seed: UInt64, desk: IssueCollector) {
    panel = scenario.panel
    self.seed = seed
    self.desk = desk
    var bare = scenario
    (bare.loads, bare.gestures, bare.drivers, bare.actions) = ([], [], [], [])
    stage = Stage(bare, seed: seed)
    clock = LaboratoryTime(of: stage.loop, desk)
  }

  deinit {
    clock.close()
    for ticker in tickers { ticker.end() }
  }

  /// Ends what has not ended, and releases the test's closures, which usually hold the laboratory.
  func close() {
    clock.close()
    for ticker in tickers { ticker.close() }
  }

  // MARK: Time

  /// Moves time on to an instant, what is due at that instant included.
  ///
  /// A busy thread cannot be stopped: whatever holds it at the instant, be it a callback, a task or
  /// the nested run of a gesture, is finished first, as is what became ready by then; time may then
  /// stand later. To look at an exact instant in the midst of it use ``at(_:perform:)``. Moving on
  /// in many steps gives the very run that one step gives.
  ///
  /// - Returns: The instant at which time stands; not earlier than the one asked for.
  @discardableResult
  public func advance(to instant: Instant) -> Instant {
    let failed = stage.world.failure != nil
    placeSubstitute()
    clock.entering { loop.advance(to: instant) }
    if let failure = stage.world.failure, !failed {
      desk.take(Failure("the run came to an early end: \(failure)"))
    }
    return now
  }

  /// Moves time on by a duration, as ``advance(to:)`` does.
  @discardableResult
  public func advance(by duration: Duration) -> Instant {
    advance(to: now.advanced(by: duration))
  }

  /// Moves time on to the next thing that happens outside the thread: a vsync, an arrival, a fire
  /// date; then as ``advance(to:)`` does.
  @discardableResult
  public func step() -> Instant {
    advance(to: stage.world.nextDue ?? now)
  }

  /// Moves time on until a condition holds, looked at whenever the thread sleeps.
  ///
  /// If it does not hold within a limit, that is a failure.
  ///
  /// - Returns: When the thread slept with the condition true, or `nil`.
  @discardableResult
  public func run(
    until condition: () -> Bool, within limit: Duration = .seconds(60),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Instant? {
    let end = now.advanced(by: limit)
    while !condition() {
      guard now < end, stage.world.failure == nil else {
        let place = Place(fileID, filePath, line, column)
        desk.take(Failure("the condition does not hold \(limit) later, at \(now)", at: place))
        return nil
      }
      advance(to: min(end, stage.world.nextDue ?? end))
    }
    return now
  }

  /// Looks at an exact instant, outside the thread, whatever the thread is busy with then.
  ///
  /// The closure may signal, ring, start and stop; it cannot spend the thread's time.
  public func at(_ instant: Instant, perform action: @escaping () -> Void) {
    stage.world.at(instant, "look") { _ in action() }
  }

  /// Lets the callback under way hold the thread for a duration, as slow code would.
  public func spend(_ duration: Duration) {
    clock.spends()
    // A rerun may take a share of a callback's time.
    let changes = clock.isInCallback ? driverChanges : []
    stage.world.spend(changes.reduce(duration) { $1.time($0) })
  }

  /// Returns the instant of a vsync, counted from 0 at the start.
  public func vsync(_ index: Int) -> Instant { panel.vsync(index) }

  // MARK: What has happened

  /// What has happened so far, with what was due at the present instant.
  public var trace: Trace {
    var trace = stage.recorder.trace
    if let end, now >= end { return trace }
    // What is due at the end of a run belongs to it no more, so the end is a nanosecond away.
    trace.append(.ended, at: now.advanced(by: .nanoseconds(1)))
    return trace
  }

  /// The metrics of the run so far.
  ///
  /// - Complexity: O(n) in what has happened, unless nothing has since the last time.
  public var measurement: RunMeasurement {
    let count = stage.recorder.trace.records.count
    if let measured, measured.records == count, measured.now == now { return measured.measurement }
    let measurement = RunMeasurement(trace)
    measured = (count, now, measurement)
    return measurement
  }

  /// Draws some refreshes of the run; see `Timeline`.
  ///
  /// - Returns: The timeline, or `nil` if none of these refreshes has ended.
  public func timeline(refreshes: Range<Int>) -> Timeline? {
    measurement.timeline(of: trace, refreshes: refreshes)
  }

  /// Places other loads instead of the test's own, once all is set up.
  private func placeSubstitute() {
    guard let substitute, !hasSubstituted else { return }
    hasSubstituted = true
    stage.place(substitute, seed: seed)
  }
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension Laboratory {
  /// Makes a repeating timer, which calls a handler, or the code that starts it.
  ///
  /// It calls first at `first` (default: one interval and about half a refresh after it is started,
  /// as a timer of a script does, so that no date falls on a vsync). In the default mode alone it
  /// is silent while the user scrolls. Without a handler it stands still until it is started.
  ///
  /// - Precondition: The interval is positive, and nothing else in the laboratory has the name.
  @discardableResult
  public func timer(
    _ name: String, every interval: Duration, first: Instant? = nil,
    in modes: SimulatedRunLoop.Mode..., options: TimerOptions = TimerOptions(),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, handler: ((Tick) -> Void)? = nil
  ) -> Ticker {
    require(interval > .zero, "the interval of ‘\(name)’, \(interval), is not positive")
    let first = first ?? panel.firstDate(ofTimerEvery: interval, after: now)
    return make(
      Driver(
        name: name,
        source: .timer(
          interval: interval, firstFire: first, tolerance: options.tolerance,
          catchUp: options.catchUp),
        modes: modes.isEmpty ? [.default] : modes, cost: options.cost,
        targetCadence: options.target), at: Place(fileID, filePath, line, column), handler)
  }

  /// Makes a display link, which calls a handler, or the code that starts it.
  ///
  /// `pace` says how often it wants to call. In the default mode alone it is silent while the user
  /// scrolls. Without a handler it stands still until it is started.
  @discardableResult
  public func link(
    _ name: String, pace: LinkPace = .every(1), in modes: SimulatedRunLoop.Mode...,
    options: LinkOptions = LinkOptions(), fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    handler: ((Tick) -> Void)? = nil
  ) -> Ticker {
    make(
      Driver(
        name: name, source: .link(pace: pace, lateDelivery: options.policy),
        modes: modes.isEmpty ? [.default] : modes, cost: options.cost,
        targetCadence: options.target), at: Place(fileID, filePath, line, column), handler)
  }

  /// Makes the ticker of a driver, changed as a rerun wants it.
  func make(
    _ driver: Driver, at place: Place, _ handler: ((Tick) -> Void)? = nil
  ) -> Ticker {
    checkIsFree(driver.name)
    let driver = driverChanges.reduce(driver) { $1.changed($0, on: panel) }
    let ticker = Ticker(driver, in: self, at: place, handler: handler)
    tickers.append(ticker)
    return ticker
  }

  /// Returns a timer or link by its name, such as one of a script.
  ///
  /// - Precondition: The laboratory has it.
  public func ticker(_ name: String) -> Ticker {
    let ticker = tickers.first { $0.name == name }
    let known = tickers.map { "‘\($0.name)’" }.joined(separator: ", ")
    require(ticker != nil, "there is no timer or display link ‘\(name)’, but \(known)")
    return ticker ?? tickers[0]
  }

  /// Lets tasks compete for the thread.
  ///
  /// Each is a block of the main queue (as `DispatchQueue.main.async` makes one) unless `delivery`
  /// says otherwise, and runs in the common modes: while a finger scrolls, too.
  ///
  /// - Parameters:
  ///   - name: What reports call them.
  ///   - arrivals: When they arrive.
  ///   - cost: How long each takes.
  ///   - delivery: How they reach the thread.
  public func load(
    _ name: String, _ arrivals: Arrivals, takes cost: DurationLaw,
    as delivery: Delivery = .mainQueue
  ) {
    place(
      Load(name: name, tasks: .drawn(arrivals, takes: cost), delivery: delivery, modes: [.common]))
  }

  /// Lets tasks arrive at some instants, as blocks of the main queue in the common modes unless
  /// `delivery` says otherwise; see ``load(_:_:takes:as:)``.
  public func load(
    _ name: String, at instants: Instant..., takes cost: DurationLaw,
    as delivery: Delivery = .mainQueue
  ) {
    load(name, .at(instants), takes: cost, as: delivery)
  }

  /// Lets tasks arrive again and again, the first after one interval, as blocks of the main queue
  /// in the common modes unless `delivery` says otherwise; see ``load(_:_:takes:as:)``.
  public func load(
    _ name: String, every interval: Duration, takes cost: DurationLaw,
    as delivery: Delivery = .mainQueue
  ) {
    load(name, .every(interval, first: .at(interval)), takes: cost, as: delivery)
  }

  /// Lets a task follow each task of another load: it arrives when that one has ended, or `delay`
  /// later.
  ///
  ///     lab.load("fetch", at: .milliseconds(100), takes: .milliseconds(8))
  ///     lab.load("decode", after: "fetch", delayedBy: .milliseconds(5), takes: .milliseconds(3))
  ///
  /// - Precondition: The laboratory has the other load.
  public func load(
    _ name: String, after leader: String, delayedBy delay: Duration = .zero,
    takes cost: DurationLaw, as delivery: Delivery = .mainQueue
  ) {
    require(loads.contains { $0.name == leader }, "there is no load ‘\(leader)’")
    let tasks = Following(leader, delay: .constant(delay), takes: cost)
    place(Load(name: name, tasks: .following(tasks), delivery: delivery, modes: [.common]))
  }

  /// Lets the tasks of any load compete for the thread.
  public func place(_ load: Load) { place([load]) }

  /// Lets the tasks of loads compete for the thread, which may follow one another.
  func place(_ placed: [Load]) {
    for load in placed {
      checkIsFree(load.name)
      loads.append(load)
    }
    if substitute == nil { stage.place(placed, seed: seed) }
  }

  /// Lets a finger scroll: while it is down, the loop runs nested in the tracking mode.
  public func scroll(at begin: Instant, for duration: Duration, name: String = "scroll") {
    place(Gesture(name: name, begins: begin, lasts: duration))
  }

  /// Lets a finger fling: it is tracked while it is dragged at a speed in points per second, and
  /// after it has lifted until the view has come to rest.
  public func fling(
    at begin: Instant, for duration: Duration, speed: Double, name: String = "fling"
  ) {
    place(Gesture(name: name, begins: begin, lasts: duration, kind: .fling(speed: speed)))
  }

  /// Lets a finger do anything.
  public func place(_ gesture: Gesture) {
    defer { placedGestures += 1 }
    guard !omittedGestures.contains(placedGestures) else { return }
    gestures.append(gesture)
    stage.place(gesture)
  }

  func checkIsFree(_ name: String) {
    require(!isTaken(name), "there is a timer, link, clock or load ‘\(name)’ already")
  }

  /// Whether a driver or a load has a name.
  func isTaken(_ name: String) -> Bool {
    tickers.contains { $0.name == name } || frameClocks.contains { $0.name == name }
      || loads.contains { $0.name == name }
  }
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension Laboratory {
  /// What the user does again and again, as a button that is pressed; its tasks answer it.
  public struct Input: Hashable, Sendable {
    /// What reports call it.
    public let name: String
  }

  /// Lets the user do something at some instants, each of which a task answers.
  ///
  ///     let click = lab.input(
  ///       "click", at: .seconds(1), takes: .milliseconds(30), shownThrough: ball)
  ///     lab.advance(to: .seconds(2))
  ///     lab.expect(click, \.response.max <= .milliseconds(100))
  ///
  /// - Parameters:
  ///   - name: What reports call it.
  ///   - instants: When the user does it.
  ///   - cost: How long each answer takes.
  ///   - ticker: The timer or link whose frames show what the answers did.
  /// - Returns: What an expectation is about.
  /// - Precondition: Nothing else in the laboratory has the name.
  @discardableResult
  public func input(
    _ name: String, at instants: Instant..., takes cost: DurationLaw,
    shownThrough ticker: Ticker? = nil
  ) -> Input {
    place(
      Load(
        name: name, tasks: .drawn(.at(instants), takes: cost), delivery: .source, modes: [.common],
        isInput: true, shownThrough: ticker?.name))
    return Input(name: name)
  }
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension Laboratory {
  /// Places the drivers, loads and gestures of a scenario, in the order in which a run of it does.
  ///
  /// Its drivers call back from the beginning, until code under test takes them over.
  func place(_ scenario: Scenario) {
    for driver in scenario.drivers { _ = make(driver, at: desk.place) { _ in } }
    for action in scenario.actions {
      let ticker = ticker(action.driver)
      stage.world.at(action.instant, "\(action.kind.rawValue) \(action.driver)") { _ in
        ticker.host?.perform(action.kind)
      }
    }
    for gesture in scenario.gestures { place(gesture) }
    place(scenario.loads)
    guard scenario.duration > .zero else { return }
    let end = Instant.at(scenario.duration)
    self.end = end
    let device = stage.world.makeDevice("end of the run", priority: .end) {
      [unowned recorder = stage.recorder] _ in recorder.record(.ended)
    }
    stage.world.schedule(device, at: end)
  }

  /// Moves time on to the end of the script's run.
  ///
  /// - Precondition: The laboratory is that of a script.
  public func advanceToEnd() {
    require(end != nil, "a laboratory without a script has no end: use ‘advance(to:)’")
    if let end { advance(to: end) }
  }
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension Panel {
  /// When a repeating timer that is started at an instant fires first by default: as in a script.
  func firstDate(ofTimerEvery interval: Duration, after start: Instant) -> Instant {
    let exact = Fraction(interval.wholeNanoseconds)
    return TieGrid(interval: exact, panel: self).firstDate(
      notBefore: start.advanced(by: interval), exactly: exact, after: start)
  }
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension DriverChange {
  /// How long the work of a callback takes with the change.
  fileprivate func time(_ duration: Duration) -> Duration {
    if case .scaled(let ratio) = self { ratio.part(of: duration) } else { duration }
  }
}
