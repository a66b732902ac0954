/// What the loop keeps for one signalled source.
struct SourceState: ~Copyable {
  var item: ItemState
  let order: Int
  var callout: Callout
  /// What the source tells that it was added to a mode or removed from one (R71).
  var schedule: SimulatedRunLoop.ModeAction?
  var cancel: SimulatedRunLoop.ModeAction?
  /// How many of its callouts are under way, one in the other.
  var calls = 0
  /// The first signal since the last perform, if there was one (R64).
  var signal: Signal?

  /// When a source was signalled, and in which order among signals.
  struct Signal {
    let time: Int64
    let arrival: UInt64
  }
}
