import LabKernel
public import LabTrace

extension SimulatedRunLoop {
  /// Why a run returned (R24).
  public typealias Result = TraceRunResult

  /// What belongs to one run and is not shared with the runs nested in it (R96).
  struct Run {
    let mode: Int
    let returnsAfterSource: Bool
    /// When the run is over; `Int64.max` for never, −1 for a run that only polls.
    var limit = Int64.max
    var isStopped = false
    var ignoresWakeUps = false
    /// Whether it serves the main queue, which is settled before its first pass (R90).
    var servesMainQueue = false
    /// The timer that is calling out; −1 if none is.
    var firing = -1
    /// How many runs are nested, this one included; 255 stands for more.
    var recordedDepth: UInt8 = 0
    private var state = State.running

    /// Whether the run goes on, or was put aside; see ``SimulatedRunLoop/advance(to:in:)``.
    private enum State {
      case running
      /// It sleeps, and goes on with what it waits for.
      case parked(Wait)
    }

    init(mode: Int, returnsAfterSource: Bool) {
      self.mode = mode
      self.returnsAfterSource = returnsAfterSource
    }

    var polls: Bool { limit < 0 }

    /// The mode as records have it: 255 for none.
    var recordedMode: UInt8 { UInt8(truncatingIfNeeded: mode) }

    var isParked: Bool { if case .parked = state { true } else { false } }

    mutating func park(_ wait: Wait) { state = .parked(wait) }

    /// Lets a parked run go on, and returns what it waits for; `nil` if it is running.
    @inline(always)
    mutating func unpark() -> Wait? {
      guard case .parked(let wait) = state else { return nil }
      state = .running
      return wait
    }

    /// What stands for the innermost run while the loop does not run.
    static let idle = Run(mode: -1, returnsAfterSource: false)
  }

  /// Runs the loop in a mode until something ends the run.
  ///
  /// - Parameters:
  ///   - mode: The mode to serve. The common set is not a mode: it finishes at once (R16).
  ///   - limit: How long; zero or less makes a single polling pass, `nil` or more than 16 years
  ///     sets no limit (R26).
  ///   - returnAfterSourceHandled: Whether to return as soon as a source, a port or the main queue
  ///     was served.
  /// - Returns: Why the run ended.
  /// - Source: `CFRunLoopRunInMode`, R23.
  @discardableResult
  public func run(
    _ mode: Mode, for limit: Duration? = nil, returnAfterSourceHandled: Bool = false
  ) -> Result {
    require(
      !innermost.isParked, "a run that was put aside in its sleep can only be advanced")
    guard !world.hasFailed else { return .abandoned }
    guard mode != .common, let index = knownIndex(of: mode), !isEmpty(index) else {
      return .finished
    }
    guard depth < deepestNesting else {
      world.fail(.nestedTooDeeply(at: world.now, depth: depth, mode: mode.name))
      return .abandoned
    }
    enter(Run(mode: index, returnsAfterSource: returnAfterSourceHandled), for: limit)
    let result = runPasses(for: limit)
    leaveRun(result)
    return result
  }

  func enter(_ newRun: Run, for limit: Duration? = nil) {
    outerRuns.append(innermost)
    innermost = newRun
    innermost.recordedDepth = UInt8(clamping: depth)
    record(.runBegan(limit: limit.map { max(0, $0.wholeNanoseconds) }))
    announce(.entry)
    innermost.servesMainQueue = servesMainQueue
  }

  func leaveRun(_ result: Result) {
    announce(.exit)
    record(.runReturned(result))
    innermost = outerRuns.popLast() ?? Run.idle
  }

  /// Sets up the limit, makes passes until one decides to return, and tears the limit down.
  private func runPasses(for limit: Duration?) -> Result {
    if let result = takeStop() { return result }  // R25
    guard let limit, limit <= .nanoseconds(TimerState.longestInterval) else {
      return repeatPasses() ?? .abandoned
    }
    guard limit > .zero else {
      innermost.limit = -1
      return repeatPasses() ?? .abandoned
    }
    let end = world.now.advanced(by: limit)
    innermost.limit = end.nanoseconds
    let me = Unowned(self)
    let device = world.makeDevice("limit of a run", priority: .limit) { _ in
      me.use { $0.wakeUp() }
    }
    world.schedule(device, at: end.advanced(by: limitWakeUpDelay))
    defer { world.remove(device) }
    return repeatPasses() ?? .abandoned
  }

  /// Makes passes until one decides to return; `nil` if the run is parked.
  func repeatPasses() -> Result? {
    if let model { return performTasks(of: model) }
    // The main queue is not polled in the first pass of a run (R90).
    var drainedMainQueue = true
    while true {
      let polls = innermost.servesMainQueue && !drainedMainQueue
      guard let outcome = makePass(pollsMainQueue: polls) else { return nil }
      drainedMainQueue = outcome.drainedMainQueue
      if let result = decideToReturn(handledSource: outcome.handledSource) { return result }
    }
  }

  /// Whether the run that just began serves the main queue (R90).
  private var servesMainQueue: Bool {
    isMain && !status.isDrainingMainQueue && modes[innermost.mode].isCommon
  }

  /// The return decision at the end of a pass; the first match wins (R34).
  @inline(__always)
  func decideToReturn(handledSource: Bool) -> Result? {
    if world.hasFailed { return .abandoned }
    if handledSource, innermost.returnsAfterSource { return .handledSource }
    if innermost.limit < world.now.nanoseconds { return .timedOut }
    if let result = takeStop() { return result }
    return !innermost.servesMainQueue && isEmpty(innermost.mode) ? .finished : nil  // R19
  }

  /// Honours a stop of this run, or of its mode, and forgets it.
  @inline(__always)
  func takeStop() -> Result? {
    if innermost.isStopped {
      innermost.isStopped = false
      return .stopped
    }
    if modes[innermost.mode].isStopped {
      modes[innermost.mode].isStopped = false
      return .stopped
    }
    return nil
  }
}
