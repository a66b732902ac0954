/// Something that calls back again and again: a timer or a display link, real or simulated.
///
/// Code that is driven by a tick source rather than by a timer of its own can be shipped with a
/// real one and tested with a simulated one:
///
///     final class Spinner {
///       private let ticks: any TickSource
///       init(ticks: any TickSource) { self.ticks = ticks }
///       func begin() { ticks.start { [unowned self] tick in turn(to: tick.target) } }
///     }
///
/// All members are used on one thread, on which the calls come as well.
public protocol TickSource: AnyObject {
  /// Whether it calls back.
  var isRunning: Bool { get }

  /// Begins to call back, with another handler if it does already.
  func start(_ handler: @escaping (Tick) -> Void)

  /// Calls back no more, until it is started again; the handler is released.
  func stop()

  /// Whether it stands still for a time, and keeps its handler.
  var isPaused: Bool { get set }

  /// How often it calls back, if it can choose; the default of a source is
  /// ``FrameRateRange/default``.
  var preferredFrameRateRange: FrameRateRange { get set }
}

extension TickSource {
  /// Never true for a source that cannot pause.
  ///
  /// - Precondition: It is not set to `true`.
  public var isPaused: Bool {
    get { false }
    set { precondition(!newValue, "this tick source cannot pause: use ‘stop()’ and ‘start(_:)’") }
  }

  /// The default range for a source that cannot choose, which leaves a wish unheard.
  public var preferredFrameRateRange: FrameRateRange {
    get { .default }
    set {}
  }
}

/// One call of a tick source.
public struct Tick: Hashable, Sendable {
  /// For which time the call was made, on the clock of its source.
  ///
  /// The vsync that a display link answers; for a timer, when it really calls. Only differences
  /// have a meaning that all sources share.
  public var timestamp: Duration

  /// When the frame drawn now is expected to be seen, on the same clock.
  public var target: Duration

  /// Creates a tick.
  public init(timestamp: Duration, target: Duration) {
    self.timestamp = timestamp
    self.target = target
  }
}
