extension PhysicsScene {
  /// Something that two bodies, or a body and a wall, began or ended in the last step.
  public struct Contact: Hashable, Sendable {
    /// Whether they began to touch.
    public let isBegin: Bool
    /// The index of the first of the two among the shown bodies, or a negative number for a wall.
    public let first: Int
    /// The same for the second.
    public let second: Int
  }

  /// What began or ended to touch in the last step.
  ///
  /// Items tell of a boundary as a whole, as a collision delegate is told; bodies of each wall.
  public var contacts: [Contact] {
    guard kind == .items else {
      return animator.world.events.map {
        Contact(
          isBegin: $0.kind == .began, first: index(of: $0.first), second: index(of: $0.second))
      }
    }
    return animator.events.map { event in
      let partner =
        switch event.partner {
        case .item(let other): index(of: other)
        case .boundary(let name): -1 - (boundaries.firstIndex(of: name) ?? 0)
        }
      return Contact(
        isBegin: event.kind == .began, first: index(of: event.item), second: partner)
    }
  }

  private func index(of body: BodyID) -> Int {
    bodies.firstIndex { $0.id == body } ?? -Int(body.slot)
  }

  private var boundaries: [String] {
    animator.nodes.flatMap { node in
      guard case .collision(_, let boundaries) = node.behavior.effect else { return [String]() }
      return boundaries.map { $0.name }
    }
  }
}
