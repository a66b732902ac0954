extension SimulatedRunLoop {
  /// An action in a table.
  ///
  /// It cannot be copied, so that calling it neither retains nor releases what it captures. It is read
  /// from its row before the call, and nothing of the row after it, so that the table may grow
  /// meanwhile. The owner of the row releases the action once it can never be called again, though not
  /// while it is being called.
  struct Callout: ~Copyable {
    private var action: Action

    init(action: @escaping Action) { self.action = action }

    @inline(__always)
    func call(_ loop: SimulatedRunLoop, _ occasion: Occasion) { action(loop, occasion) }

    /// The action, for who calls it without the care of the table.
    var current: Action { action }

    /// Lets go of what the action captures.
    ///
    /// - Returns: The action, so that what it captures goes only when the row is no longer in use.
    mutating func release() -> Action {
      let released = action
      action = { _, _ in }
      return released
    }
  }

  /// An observer's action in a table; see ``Callout``.
  struct ObserverCallout: ~Copyable {
    private var action: ObserverAction

    init(action: @escaping ObserverAction) { self.action = action }

    func call(_ loop: SimulatedRunLoop, _ activity: Activities) { action(loop, activity) }

    mutating func release() -> ObserverAction {
      let released = action
      action = { _, _ in }
      return released
    }
  }
}
