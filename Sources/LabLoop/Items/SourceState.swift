/// What the loop keeps for one signalled source.
struct SourceState: ~Copyable {
  var item: ItemState
  let order: Int
  var callout: Callout
  var attendants: Attendants
  /// How many of its callouts are under way, one in the other.
  var calls = 0
  /// The first signal since the last perform, if there was one (R64).
  var signal: Signal?

  init(
    subject: UInt32, order: Int, attendants: Attendants,
    callout: consuming Callout
  ) {
    item = ItemState(subject: subject)
    self.order = order
    self.attendants = attendants
    self.callout = callout
  }

  /// When a source was signalled, and in which order among signals.
  struct Signal {
    let time: Int64
    let arrival: UInt64
  }

  /// Whom a source tells that it was added to a mode or removed from one (R71).
  struct Attendants {
    var schedule: SimulatedRunLoop.ModeAction?
    var cancel: SimulatedRunLoop.ModeAction?
  }
}
