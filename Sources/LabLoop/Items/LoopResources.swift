package import LabKernel

/// What an owner has made in a loop and its world, which ends with the owner.
///
/// Closures in the loop and the world may refer to the owner by ``Unowned`` then: none of them is
/// called once the owner is gone.
package final class LoopResources {
  package let loop: SimulatedRunLoop
  private var items: [LoopHandle] = []
  private var devices: [World.Device] = []

  package init(in loop: SimulatedRunLoop) { self.loop = loop }

  deinit {
    for item in items { loop.invalidate(item) }
    for device in devices { loop.world.remove(device) }
  }

  package func add(_ item: some LoopItem) { items.append(item.handle) }

  package func add(_ device: World.Device) { devices.append(device) }
}
