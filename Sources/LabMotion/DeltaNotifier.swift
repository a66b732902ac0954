public import LabKernel

/// Turns the timestamps of callbacks into differences, and hands them to a listener that it does
/// not own.
///
/// The caller of ``tick(at:telling:)`` decides by its own reference how long the notifier lives. A
/// display link and a timer own their target, so that `stop` is never called while they run;
/// through a weak reference it is called as soon as the last owner lets go.
///
/// - Source: The article on a wrapper of the display link, `DisplayUpdateNotifier`.
public final class DeltaNotifier {
  /// What the first difference is, before which there is no callback.
  public enum First: Hashable, Sendable {
    /// The time since the system started, which was so long before the run: `lastTime = 0`.
    case sinceBoot(Duration)
    /// The time since the notifier was made.
    case sinceStart
    /// None: the listener is told of a difference of 0.
    case zero
    /// None: the first callback is only remembered, and the listener told nothing.
    case skipped
  }

  private let first: First
  private let made: Instant
  private let stop: () -> Void
  private var last: Instant?

  /// Creates a notifier.
  ///
  /// - Parameters:
  ///   - first: What the first difference is.
  ///   - made: The present instant.
  ///   - stop: Stops the source of the callbacks; called when the notifier goes.
  public init(first: First, madeAt made: Instant = .start, stop: @escaping () -> Void) {
    self.first = first
    self.made = made
    self.stop = stop
  }

  deinit { stop() }

  /// Tells a listener how much time has passed since the last callback.
  ///
  /// - Parameters:
  ///   - timestamp: That of the callback.
  ///   - listener: The listener; `nil` once its owners have let go of it.
  /// - Returns: Whether there was a listener and it was told.
  public func tick(at timestamp: Instant, telling listener: (any DeltaListener)?) -> Bool {
    let previous = last
    last = timestamp
    guard let delta = previous?.duration(to: timestamp) ?? firstDelta(at: timestamp), let listener
    else { return false }
    listener.update(by: delta)
    return true
  }

  private func firstDelta(at timestamp: Instant) -> Duration? {
    switch first {
    case .sinceBoot(let uptime): uptime + Instant.start.duration(to: timestamp)
    case .sinceStart: made.duration(to: timestamp)
    case .zero: .zero
    case .skipped: nil
    }
  }
}

/// Who wants to know how much time has passed since the last callback.
public protocol DeltaListener: AnyObject {
  /// Time has passed.
  ///
  /// - Parameter delta: How much, since the last call.
  func update(by delta: Duration)
}

/// What a callback knows of the time.
public struct Moment: Hashable, Sendable {
  /// The clock.
  public var now: Instant
  /// The due instant that the callback answers.
  public var due: Instant
  /// The vsync that a display link's callback answers; to a timer, the newest vsync.
  public var timestamp: Instant
  /// The vsync by which the picture should be ready.
  public var target: Instant
  /// How long a refresh of the display lasts, whatever the pace of a link.
  public var refresh: Duration

  /// Creates a moment.
  ///
  /// - Parameters:
  ///   - now: The clock.
  ///   - due: The due instant that the callback answers.
  ///   - timestamp: The vsync that it answers.
  ///   - target: The vsync by which the picture should be ready.
  ///   - refresh: How long a refresh lasts; `nil` if the target is a refresh after the vsync.
  public init(
    now: Instant, due: Instant, timestamp: Instant, target: Instant, refresh: Duration? = nil
  ) {
    self.now = now
    self.due = due
    self.timestamp = timestamp
    self.target = target
    self.refresh = refresh ?? timestamp.duration(to: target)
  }
}
