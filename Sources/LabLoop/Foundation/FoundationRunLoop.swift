public import LabKernel
import LabTrace

/// A simulated loop as Foundation's `RunLoop` presents it, with instants in place of dates.
///
/// It adds no state: every method says what Foundation makes of one or more runs of the loop below,
/// which can be used beside it at any time.
///
/// - Source: swift-corelibs-foundation 6.3.1, `RunLoop.swift`.
public struct FoundationRunLoop {
  /// The loop below, which answers to the name of `CFRunLoop` in Foundation.
  public let loop: SimulatedRunLoop

  /// Creates a view of a loop.
  public init(_ loop: SimulatedRunLoop) { self.loop = loop }

  /// The mode of the innermost run, or `nil` while the loop is not running.
  public var currentMode: LoopMode? { loop.currentMode }

  /// Adds a timer to a mode, or to the common set and every mode in it.
  public func add(_ timer: Timer, forMode mode: LoopMode) {
    loop.add(timer.handle, to: mode)
  }

  /// Runs once in a mode, until a source was handled or the limit has passed (R101).
  ///
  /// A timer does not end the run.
  ///
  /// - Returns: `false` if the mode was empty from the beginning or the world failed. Whatever
  ///   ended the run, be it the limit, a stop or the last timer going away, the answer is `true`.
  public func run(mode: LoopMode, before limitDate: Instant) -> Bool {
    guard !isFinished(mode) else { return false }
    return runOnce(in: mode, before: limitDate) != .abandoned
  }

  /// Runs in the default mode until the limit has passed or the mode is empty (R102).
  ///
  /// Each source that is handled ends a run and begins another, so observers see exits and entries
  /// in between. A limit in the past makes one polling pass.
  public func run(until limitDate: Instant) {
    while run(mode: .default, before: limitDate), limitDate > wallClock {}
  }

  /// Runs in the default mode until the mode is empty or the world fails (R103).
  ///
  /// A stop ends only one run of many, and on the main thread the mode is never empty.
  public func run() {
    while run(mode: .default, before: .distantFuture) {}
  }

  /// Runs once in a mode, as ``run(mode:before:)`` does, without an answer (R104).
  public func acceptInput(forMode mode: LoopMode, before limitDate: Instant) {
    runOnce(in: mode, before: limitDate)
  }

  /// Makes a polling pass, which may fire timers, and tells when the mode's first timer is due
  /// (R104).
  ///
  /// - Returns: The distant future without a timer, `nil` if the mode is empty after the pass.
  public func limitDate(forMode mode: LoopMode) -> Instant? {
    loop.run(mode, for: .zero, returnAfterSourceHandled: true)
    guard !isFinished(mode) else { return nil }
    return loop.nextTimerFireDate(in: mode) ?? .distantFuture
  }

  /// Enqueues a block that runs once, in the next round in one of its modes; it wakes no thread
  /// (R109).
  public func perform(inModes modes: [LoopMode], block: @escaping () -> Void) {
    loop.perform(in: modes) { _ in block() }
  }

  /// Enqueues a block for the default mode (R109).
  public func perform(_ block: @escaping () -> Void) {
    perform(inModes: [.default], block: block)
  }

  /// The clock by which Foundation measures limits, which shows whole microseconds (R4).
  private var wallClock: Instant {
    Instant(nanoseconds: loop.world.now.nanoseconds / 1_000 * 1_000)
  }

  private func isFinished(_ mode: LoopMode) -> Bool {
    loop.knownIndex(of: mode).map(loop.isEmpty) ?? true
  }

  @discardableResult
  private func runOnce(
    in mode: LoopMode, before limitDate: Instant
  ) -> SimulatedRunLoop.Result {
    loop.run(mode, for: wallClock.duration(to: limitDate), returnAfterSourceHandled: true)
  }
}

extension FoundationRunLoop {
  /// A timer as Foundation's `Timer` presents it: a handle with the properties of the object.
  ///
  /// - Source: swift-corelibs-foundation 6.3.1, `Timer.swift`; for Darwin, the reference of
  ///   `Timer.init(timeInterval:repeats:block:)`.
  public struct Timer {
    /// The loop that made the timer.
    public let loop: SimulatedRunLoop
    let handle: SimulatedRunLoop.Timer

    /// Creates a timer, which does not fire until it is added to a mode.
    ///
    /// - Parameters:
    ///   - fireDate: When it fires first.
    ///   - interval: The step of its grid. One of zero or less is 0.1 ms on Darwin, and none at all
    ///     on Linux, where such a timer fires once (R106).
    ///   - repeats: Whether it fires again; if not, the interval is forgotten (R107).
    ///   - runLoop: The loop to whose modes it may be added.
    ///   - name: What the trace calls it.
    ///   - block: The callout.
    public init(
      fire fireDate: Instant, interval: Duration, repeats: Bool, on runLoop: FoundationRunLoop,
      name: String = "timer", block: @escaping (Timer) -> Void
    ) {
      loop = runLoop.loop
      let step = repeats ? Self.interval(interval, on: loop) : .zero
      var made: SimulatedRunLoop.Timer?
      handle = loop.makeTimer(name, at: fireDate, every: step) { loop, _ in
        if let made { block(Timer(loop: loop, handle: made)) }
      }
      made = handle
    }

    /// Creates a timer from an interval alone, which does not fire until it is added to a mode.
    ///
    /// It fires first after one interval on Darwin, and as soon as it is added on Linux (R105).
    public init(
      timeInterval interval: Duration, repeats: Bool, on runLoop: FoundationRunLoop,
      name: String = "timer", block: @escaping (Timer) -> Void
    ) {
      let loop = runLoop.loop
      let delay = loop.profile.delaysFirstFiring ? Self.interval(interval, on: loop) : .zero
      self.init(
        fire: loop.world.now.advanced(by: delay), interval: interval, repeats: repeats, on: runLoop,
        name: name, block: block)
    }

    /// Creates a timer that fires first after one interval, and adds it to the default mode.
    @discardableResult
    public static func scheduledTimer(
      withTimeInterval interval: Duration, repeats: Bool, on runLoop: FoundationRunLoop,
      name: String = "timer", block: @escaping (Timer) -> Void
    ) -> Timer {
      let loop = runLoop.loop
      let fireDate = loop.world.now.advanced(by: Self.interval(interval, on: loop))
      let timer = Timer(
        fire: fireDate, interval: interval, repeats: repeats, on: runLoop, name: name, block: block)
      runLoop.add(timer, forMode: .default)
      return timer
    }

    private init(loop: SimulatedRunLoop, handle: SimulatedRunLoop.Timer) {
      self.loop = loop
      self.handle = handle
    }

    /// The date of the next firing, or of this one inside the callout (R55, R108).
    ///
    /// An invalid timer shows the start of the run, for the real one shows the date 0 (R54).
    /// Setting a date shifts the phase of the grid, with the exceptions that hold inside the
    /// callout (R51).
    public var fireDate: Instant {
      get { loop.fireDate(of: handle) ?? .start }
      nonmutating set { loop.setFireDate(of: handle, to: newValue) }
    }

    /// How late the timer's alarm may be; always zero on Linux (R43, R45).
    public var tolerance: Duration {
      get { loop.tolerance(of: handle) }
      nonmutating set { loop.setTolerance(of: handle, to: newValue) }
    }

    /// The step of the timer's grid; zero for a timer that does not repeat (R107).
    public var timeInterval: Duration { loop.interval(of: handle) }

    /// Whether the timer can still fire.
    public var isValid: Bool { loop.isValid(handle) }

    /// Takes the timer out of all modes for ever (R54).
    public func invalidate() { loop.invalidate(handle) }

    /// Calls the block at once, beside the schedule, which stays as it is (R107).
    ///
    /// A timer that does not repeat is invalid afterwards. Nothing prevents a call inside the
    /// block.
    public func fire() {
      guard let number = loop.row(of: handle, in: loop.timers) else { return }
      let block = loop.timers[number].callout.current
      block(loop, Callback(due: loop.world.now.nanoseconds, number: number))
      if timeInterval == .zero { invalidate() }
    }

    /// The interval that Foundation really uses for a given one (R106).
    private static func interval(_ interval: Duration, on loop: SimulatedRunLoop) -> Duration {
      interval <= .zero && loop.profile.replacesIntervalZero ? .microseconds(100) : interval
    }
  }
}
