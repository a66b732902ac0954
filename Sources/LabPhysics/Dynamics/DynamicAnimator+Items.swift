import LabKernel

extension DynamicAnimator {
  /// The items, in the order in which they were added.
  public var itemIDs: [BodyID] { items.map(\.id) }

  /// Removes an item from the animator and from the behaviors that act on it.
  ///
  /// An attachment or a snap without one of its items is removed; every other behavior goes on with
  /// the items that are left.
  public mutating func remove(_ item: BodyID) {
    require(items.contains { $0.id == item }, "No such item in this animator: \(item)")
    let lost = nodes.filter { node in
      switch node.behavior.effect {
      case .attachment, .snap: node.behavior.partners.contains(item)
      case .group, .gravity, .collision, .push, .properties: false
      }
    }
    for node in lost { remove(BehaviorID(serial: node.serial)) }
    for index in nodes.indices { nodes[index].behavior.items.removeAll { $0 == item } }
    boundaryTouches.removeAll { $0.item == item }
    items.removeAll { $0.id == item }
    world.remove(item)
    settle()
  }
}
