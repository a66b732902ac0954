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
