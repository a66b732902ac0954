/// An action in a table.
///
/// It cannot be copied, so that calling it neither retains nor releases what it captures. It is
/// read from its row before the call, and nothing of the row after it, so that the table may grow
/// meanwhile. The owner of the row releases the action once it can never be called again, though
/// not while it is being called.
struct Callout: ~Copyable {
  private var action: SimulatedRunLoop.Action

  init(action: @escaping SimulatedRunLoop.Action) { self.action = action }

  @inline(__always)
  func call(_ loop: SimulatedRunLoop, _ callback: Callback) { action(loop, callback) }

  /// The action, for a caller that does not go through the table.
  var current: SimulatedRunLoop.Action { action }

  /// Lets go of what the action captures.
  ///
  /// - Returns: The action, so that what it captures goes only when the row is no longer in use.
  mutating func release() -> SimulatedRunLoop.Action {
    let released = action
    action = { _, _ in }
    return released
  }
}

/// An observer's action in a table; see ``Callout``.
///
/// One generic type for both would call through a thunk.
struct ObserverCallout: ~Copyable {
  private var action: SimulatedRunLoop.ObserverAction

  init(action: @escaping SimulatedRunLoop.ObserverAction) { self.action = action }

  func call(_ loop: SimulatedRunLoop, _ activity: LoopActivities) { action(loop, activity) }

  mutating func release() -> SimulatedRunLoop.ObserverAction {
    let released = action
    action = { _, _ in }
    return released
  }
}
