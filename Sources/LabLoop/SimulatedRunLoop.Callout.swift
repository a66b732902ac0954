extension SimulatedRunLoop {
  /// An action in a table.
  ///
  /// It cannot be copied, so that calling it neither retains nor releases what it captures; the
  /// tables of the loop keep every callout for as long as the loop lives. It is read from its row
  /// before the call, and nothing of the row after it, so that the table may grow meanwhile.
  struct Callout: ~Copyable {
    private let action: Action

    init(action: @escaping Action) { self.action = action }

    @inline(__always)
    func call(_ loop: SimulatedRunLoop) { action(loop) }
  }

  /// An observer's action in a table; see ``Callout``.
  struct ObserverCallout: ~Copyable {
    private let action: ObserverAction

    init(action: @escaping ObserverAction) { self.action = action }

    func call(_ loop: SimulatedRunLoop, _ activity: Activities) { action(loop, activity) }
  }
}
