/// What the loop keeps for everything that can be in modes.
struct ItemState {
  var modes = ModeSet()
  let subject: UInt32
  /// Whether it can still be in modes, and call out.
  private(set) var isValid = true

  init(subject: UInt32) { self.subject = subject }

  /// Makes it invalid, and returns whether it was valid.
  mutating func invalidate() -> Bool {
    defer { isValid = false }
    return isValid
  }
}
