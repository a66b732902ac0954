public import Foundation

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
