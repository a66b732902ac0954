import LabKernel

extension DynamicAnimator {
  /// The items, in the order in which they were added.
  public var itemIDs: [BodyID] { items.map(\.id) }

  /// Removes an item from the animator and from the behaviors that act on it.
  ///
  /// A connection or a snap without its item is removed; every other behavior goes on with the
  /// items that are left.
  public mutating func remove(_ item: BodyID) {
    require(items.contains { $0.id == item }, "No such item in this animator: \(item)")
    let lost = nodes.filter { node in
      switch node.behavior {
      case .attachment, .snap: node.behavior.items.contains(item)
      case .group, .gravity, .collision, .push, .properties: false
      }
    }
    for node in lost { remove(BehaviorID(serial: node.serial)) }
    for index in nodes.indices { nodes[index].behavior.remove(item) }
    boundaryTouches.removeAll { $0.item == item }
    items.removeAll { $0.id == item }
    world.remove(item)
    settle()
  }
}

extension Behavior {
  /// Takes an item out of a behavior that acts on several.
  fileprivate mutating func remove(_ item: BodyID) {
    switch self {
    case .group, .attachment, .snap: break
    case .gravity(var gravity):
      gravity.items.removeAll { $0 == item }
      self = .gravity(gravity)
    case .collision(var collisions):
      collisions.items.removeAll { $0 == item }
      self = .collision(collisions)
    case .push(var push):
      push.items.removeAll { $0 == item }
      self = .push(push)
    case .properties(var properties):
      properties.items.removeAll { $0 == item }
      self = .properties(properties)
    }
  }
}
