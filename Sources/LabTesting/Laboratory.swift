public import LabDisplay
public import LabKernel
public import LabLoop
public import LabMetrics
public import LabTrace
import LabWorkload

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
    stage.world.spend(duration)
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
