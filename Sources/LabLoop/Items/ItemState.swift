/// What the loop keeps for everything that can be in modes.
struct ItemState {
  var modes = ModeSet()
  let subject: UInt32
}
