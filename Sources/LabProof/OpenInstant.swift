/// An instant of a program that is left open, on the grid of whole nanoseconds.
///
/// Everything that happens in the program either keeps its place when the instant moves, or moves
/// with it by as much, until the order of what happens changes.
package enum OpenInstant: Hashable, Sendable {
  /// When a timer fires first, by the name of its driver.
  case firstFire(of: String)
  /// When the display refreshes first.
  case firstVsync
  /// When a task arrives that is recorded: its position from 0, and the name of its load.
  case arrival(Int, of: String)
}
