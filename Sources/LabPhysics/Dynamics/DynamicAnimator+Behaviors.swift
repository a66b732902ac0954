import LabKernel

extension DynamicAnimator {
  /// Puts into the world what a behavior needs there.
  mutating func realize(_ index: Int) {
    let behavior = nodes[index].behavior
    for item in behavior.partners {
      require(items.contains { $0.id == item }, "No such item in this animator: \(item)")
    }
    if case .collision(_, let boundaries) = behavior.effect { realize(boundaries, index) }
    nodes[index].attachments = behavior.attachments(in: world).map { world.add($0) }
  }

  /// Adds the boundaries of collisions as fixed bodies, and finds the collisions a group of their
  /// own.
  private mutating func realize(_ boundaries: [Boundary], _ index: Int) {
    require(
      Set(boundaries.map { $0.name }).count == boundaries.count, "Two boundaries have one name")
    var taken: Set<Int> = []
    for (other, node) in nodes.enumerated() where other != index {
      if case .collision = node.behavior.effect { taken.insert(node.place) }
    }
    guard let place = (0..<32).first(where: { !taken.contains($0) }) else {
      misuse("An animator holds at most 32 collisions")
    }
    nodes[index].place = place
    let bits = CollisionMode.bits(place)
    for boundary in boundaries {
      for edge in boundary.edges(in: size) {
        let body = world.add(
          Body(
            .capsule(from: edge.start, to: edge.end, radius: 0), at: .zero, mass: .fixed,
            material: Body.Material(friction: 1, elasticity: 1),
            groups: Body.Groups(memberOf: bits.boundaries, collidesWith: bits.items)))
        nodes[index].boundaries.append((body, boundary.name))
      }
    }
  }

  /// Takes out of the world what a behavior has put there.
  mutating func withdraw(_ index: Int) {
    for attachment in nodes[index].attachments where world.contains(attachment) {
      world.remove(attachment)
    }
    for boundary in nodes[index].boundaries { world.remove(boundary.body) }
    let serial = nodes[index].serial
    boundaryTouches.removeAll { $0.behavior == serial }
    nodes[index].attachments = []
    nodes[index].boundaries = []
    nodes[index].isSpent = false
  }

  /// Gives every item the groups and the properties that the behaviors add up to.
  mutating func settle() {
    for item in items.indices {
      let id = items[item].id
      var groups = Body.Groups(memberOf: 0, collidesWith: 0)
      var material = Body.Material()
      var density = 1.0
      var allowsRotation = true
      var isAnchored = false
      for node in nodes where node.behavior.items.contains(id) {
        switch node.behavior.effect {
        case .collision(let mode, _):
          let added = mode.groups(node.place)
          groups.memberOf |= added.memberOf
          groups.collidesWith |= added.collidesWith
        case .properties(let properties):
          material = Body.Material(
            friction: properties.friction ?? material.friction,
            elasticity: properties.elasticity ?? material.elasticity,
            resistance: properties.resistance ?? material.resistance,
            angularResistance: properties.angularResistance ?? material.angularResistance)
          density = properties.density ?? density
          allowsRotation = properties.allowsRotation ?? allowsRotation
          isAnchored = properties.isAnchored ?? isAnchored
        case .group, .gravity, .attachment, .push, .snap: break
        }
      }
      if isAnchored && !items[item].isAnchored {
        world[id].velocity = .zero
        world[id].angularVelocity = 0
      }
      items[item].isAnchored = isAnchored
      world.change(id, groups: groups)
      world.change(
        id, mass: isAnchored ? .fixed : .density(density * 1e-4), material: material,
        allowsRotation: allowsRotation)
    }
    events.reserveCapacity(8 * items.count)
    boundaryTouches.reserveCapacity(8 * items.count)
    wake()
  }

  /// The kinetic energy of all items, and the potential energy that gravity gives to those on which
  /// it acts.
  ///
  ///     E = Σ m v²/2 + I ω²/2 − Σ over gravities and their items 1000 m g·x
  public var energy: Double {
    nodes.reduce(world.energy) { sum, node in
      guard case .gravity(let vector) = node.behavior.effect else { return sum }
      return node.behavior.items.reduce(sum) { sum, item in
        let mass = world.mass(of: item)
        return mass.isFinite ? sum - 1000 * mass * vector.dot(world[item].position) : sum
      }
    }
  }

  /// Adds the forces of a behavior to the step that follows.
  mutating func act(_ index: Int) {
    switch nodes[index].behavior.effect {
    case .group, .collision, .attachment, .snap, .properties: break
    case .gravity(let vector):
      for item in nodes[index].behavior.items {
        let mass = world.mass(of: item)
        if mass.isFinite { world.apply(force: vector * (1000 * mass), to: item) }
      }
    case .push(let mode, let vector, let offset):
      guard !nodes[index].isSpent else { return }
      for item in nodes[index].behavior.items {
        let offset = world[item].rotation(offset)
        switch mode {
        case .continuous: world.apply(force: vector * 100, at: offset, to: item)
        case .instantaneous: world.apply(impulse: vector * 100, at: offset, to: item)
        }
      }
      nodes[index].isSpent = mode == .instantaneous
    }
  }

  /// Turns the world's contacts into what the collision delegates are told.
  mutating func report() {
    events.removeAll(keepingCapacity: true)
    for event in world.events {
      let first = items.contains { $0.id == event.first }
      let second = items.contains { $0.id == event.second }
      if first && second {
        report(event)
      } else {
        report(
          event, item: first ? event.first : event.second,
          boundary: first ? event.second : event.first)
      }
    }
  }

  /// Tells the collisions to which both items belong.
  private mutating func report(_ event: ContactEvent) {
    for node in nodes {
      guard case .collision(let mode, _) = node.behavior.effect, mode != .boundaries,
        node.behavior.items.contains(event.first), node.behavior.items.contains(event.second)
      else { continue }
      report(event, of: event.first, .item(event.second), to: node.serial)
    }
  }

  /// Counts the edges of a boundary that an item touches, and tells of the first and the last.
  private mutating func report(_ event: ContactEvent, item: BodyID, boundary: BodyID) {
    for node in nodes {
      guard let name = node.boundaries.first(where: { $0.body == boundary })?.name else { continue }
      let touch = boundaryTouches.firstIndex {
        $0.behavior == node.serial && $0.name == name && $0.item == item
      }
      switch (event.kind, touch) {
      case (.began, let touch?): boundaryTouches[touch].edges += 1
      case (.began, nil):
        boundaryTouches.append(
          BoundaryTouch(behavior: node.serial, name: name, item: item, edges: 1))
      case (.ended, let touch?):
        boundaryTouches[touch].edges -= 1
        if boundaryTouches[touch].edges == 0 { boundaryTouches.remove(at: touch) }
      case (.ended, nil): return
      }
      let remains = boundaryTouches.contains {
        $0.behavior == node.serial && $0.name == name && $0.item == item
      }
      if touch == nil || !remains { report(event, of: item, .boundary(name), to: node.serial) }
    }
  }

  private mutating func report(
    _ event: ContactEvent, of item: BodyID, _ partner: CollisionEvent.Partner, to serial: Int
  ) {
    events.append(
      CollisionEvent(
        kind: event.kind, behavior: BehaviorID(serial: serial), item: item, partner: partner,
        point: event.point))
  }
}
