/// What the loop keeps for everything that can be in modes.
struct ItemState {
  /// The modes in which it is.
  var modes = ModeSet()
  /// What the trace calls it.
  let subject: UInt32
  /// Whether it can still be in modes, and call out.
  var isValid = true
}
