public import Foundation

/// The members of `Timer` that code driven by one uses, so that a test can give another.
///
/// `Timer` conforms as it is.
public protocol TimerProtocol: AnyObject {
  /// Whether the timer can still fire.
  var isValid: Bool { get }

  /// The date of the next firing, or of this one inside the block.
  var fireDate: Date { get set }

  /// How late the timer may fire, in seconds.
  var tolerance: TimeInterval { get set }

  /// Keeps the timer from ever firing again, and releases its block.
  func invalidate()
}

extension Timer: TimerProtocol {}

/// What makes the timers of an application: real ones, or in a test those of a laboratory.
///
/// Code that calls `timers.scheduledTimer(…)` instead of `Timer.scheduledTimer(…)` is shipped with
/// ``SystemTimers``.
public protocol TimerScheduler {
  /// Makes a timer that fires first after an interval in seconds, in the default mode of the run
  /// loop of the calling thread.
  @discardableResult
  func scheduledTimer(
    withTimeInterval interval: TimeInterval, repeats: Bool,
    block: @escaping @Sendable (any TimerProtocol) -> Void
  ) -> any TimerProtocol
}

/// Makes real timers.
public struct SystemTimers: TimerScheduler {
  /// Creates a maker of real timers.
  public init() {}

  /// Makes a real timer; see `Timer.scheduledTimer(withTimeInterval:repeats:block:)`.
  @discardableResult
  public func scheduledTimer(
    withTimeInterval interval: TimeInterval, repeats: Bool,
    block: @escaping @Sendable (any TimerProtocol) -> Void
  ) -> any TimerProtocol {
    Timer.scheduledTimer(withTimeInterval: interval, repeats: repeats) { block($0) }
  }
}
