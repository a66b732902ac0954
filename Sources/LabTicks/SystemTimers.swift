public import Foundation

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
