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
}
