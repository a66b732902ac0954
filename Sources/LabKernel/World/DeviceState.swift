/// What the world keeps for one device.
///
/// It cannot be copied, so that calling the handler neither retains nor releases what it captures.
/// The handler is read from its row before the call, and nothing of the row after it, so that the
/// table may grow meanwhile; a device taken out is let go of only after the call.
struct DeviceState: ~Copyable {
  let name: String
  private var action: (World) -> Void

  init(name: String, action: @escaping (World) -> Void) {
    self.name = name
    self.action = action
  }

  func deliver(in world: World) { action(world) }

  /// Lets go of what the handler captures, which goes only when the row is no longer in use.
  mutating func release() -> (World) -> Void {
    let released = action
    action = { _ in }
    return released
  }
}
