public import Foundation

/// A tick source that is a repeating `Timer` on the run loop of the thread that starts it.
public final class TimerTicks: TickSource {
  /// What carries the handler into the timer, which asks for a closure that any thread may call.
  ///
  /// Safe because a timer calls on the thread of its run loop, and that is the one which started
  /// it.
  private struct Handler: @unchecked Sendable {
    let call: (Tick) -> Void
  }

  private let interval: Duration
  private let tolerance: Duration
  private let mode: RunLoop.Mode
  private var timer: Timer?

  /// Whether it stands still for a time; it then calls first one interval after the pause.
  public var isPaused = false {
    didSet { if isPaused != oldValue { timer?.fireDate = firstDate } }
  }

  /// Creates a source that calls first one interval after it is started.
  ///
  /// - Parameters:
  ///   - interval: The time between two calls; positive.
  ///   - tolerance: How late a call may be.
  ///   - mode: In which mode of the run loop it calls; `RunLoop.Mode.default` is silent while
  ///     the user scrolls.
  public init(
    every interval: Duration, tolerance: Duration = .zero, in mode: RunLoop.Mode = .common
  ) {
    precondition(
      interval > .zero && tolerance >= .zero,
      "an interval must be positive and a tolerance at least 0, not \(interval) and \(tolerance)")
    self.interval = interval
    self.tolerance = tolerance
    self.mode = mode
  }

  deinit { timer?.invalidate() }

  /// Whether it calls back.
  public var isRunning: Bool { timer != nil }

  /// Begins to call back, with another handler if it does already.
  public func start(_ handler: @escaping (Tick) -> Void) {
    stop()
    let handler = Handler(call: handler)
    // A timer made from an interval alone calls at once on Linux, and after the interval elsewhere.
    let timer = Timer(fire: firstDate, interval: interval.seconds, repeats: true) { [interval] _ in
      let now = Duration.seconds(ProcessInfo.processInfo.systemUptime)
      handler.call(Tick(timestamp: now, target: now + interval))
    }
    timer.tolerance = tolerance.seconds
    RunLoop.current.add(timer, forMode: mode)
    self.timer = timer
  }

  /// Calls back no more, until it is started again; the handler is released.
  public func stop() {
    timer?.invalidate()
    timer = nil
  }

  private var firstDate: Date {
    isPaused ? .distantFuture : Date(timeIntervalSinceNow: interval.seconds)
  }
}

extension Duration {
  fileprivate var seconds: TimeInterval {
    TimeInterval(components.seconds) + TimeInterval(components.attoseconds) / 1e18
  }
}
