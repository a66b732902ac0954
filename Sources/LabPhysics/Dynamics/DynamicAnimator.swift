import LabKernel

/// Items under behaviors, after UIKit Dynamics: y grows downward, a mass of 1 is that of an item of
/// 100 by 100 points.
///
///     var animator = DynamicAnimator(size: Vector(x: 300, y: 480))
///     let box = animator.add(.box(width: 50, height: 50), at: center)
///     animator.add(Behavior(.gravity(), on: [box]))
///     while !animator.isAtRest { animator.step(nanoseconds: length) }
///
/// In every step the behaviors add their forces in the order in which they were added; then the
/// world moves on.
public struct DynamicAnimator: Sendable {
  /// An item and the slot that it has in the world.
  struct Item: Sendable {
    let id: BodyID
    var isAnchored = false
  }

  /// A behavior in the tree, and what it has put into the world.
  struct Node: Sendable {
    let serial: Int
    let parent: Int?
    var behavior: Behavior<BodyID>
    var attachments: [AttachmentID] = []
    var boundaries: [(body: BodyID, name: String)] = []
    /// The place of collisions among all collisions, which gives them their groups.
    var place = 0
    /// Whether an instantaneous push has been given.
    var isSpent = false
  }

  /// An item that touches a boundary, with as many of its edges as counted.
  struct BoundaryTouch: Sendable {
    let behavior: Int
    let name: String
    let item: BodyID
    var edges: Int
  }

  /// The speeds below which an item counts as still, in points and radians per second.
  static let stillness = (speed: 1.0, spin: 0.01)
  static let stillSteps = 30

  /// The size of the reference view, in points; its origin is the upper left corner.
  public let size: Vector
  /// The world in which the items are bodies.
  public internal(set) var world: PhysicsWorld
  /// The collisions that began or ended in the last step.
  public internal(set) var events: [CollisionEvent] = []
  var items: [Item] = []
  var nodes: [Node] = []
  var boundaryTouches: [BoundaryTouch] = []
  private var nextSerial = 0
  private var stillStepsSoFar = 0

  /// Makes an animator without items.
  public init(size: Vector, settings: PhysicsWorld.Settings = PhysicsWorld.Settings()) {
    require(size.x > 0 && size.y > 0 && size.isFinite, "A view of \(size) shows nothing")
    self.size = size
    world = PhysicsWorld(settings: settings)
  }

  /// Whether everything has been still for 30 steps, so that the tick source may pause until
  /// something is added, changed or removed.
  public var isAtRest: Bool { stillStepsSoFar >= Self.stillSteps }

  /// Adds an item whose center is at a point; nothing acts on it yet.
  @discardableResult
  public mutating func add(
    _ shape: Shape, at center: Vector, rotation: Rotation = .identity
  ) -> BodyID {
    let id = world.add(
      Body(
        shape, at: center, rotation: rotation, mass: .density(1e-4),
        groups: Body.Groups(memberOf: 0, collidesWith: 0)))
    items.append(Item(id: id))
    wake()
    return id
  }

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

  /// Adds a behavior, at the end of a group or by itself.
  ///
  /// - Precondition: Its items are in the animator, and there are at most 32 collisions.
  @discardableResult
  public mutating func add(
    _ behavior: Behavior<BodyID>, to group: BehaviorID? = nil
  ) -> BehaviorID {
    require(group.map { self[$0].effect == .group } ?? true, "only a group holds other behaviors")
    nodes.append(Node(serial: nextSerial, parent: group?.serial, behavior: behavior))
    nextSerial += 1
    realize(nodes.count - 1)
    settle()
    return BehaviorID(serial: nextSerial - 1)
  }

  /// Replaces a behavior; a push given once is given again.
  ///
  /// - Precondition: A group with members stays a group.
  public mutating func replace(_ id: BehaviorID, with behavior: Behavior<BodyID>) {
    let index = index(of: id)
    require(
      behavior.effect == .group || !nodes.contains { $0.parent == id.serial }, "\(id) holds others")
    withdraw(index)
    nodes[index].behavior = behavior
    realize(index)
    settle()
  }

  /// Removes a behavior with everything that it holds.
  public mutating func remove(_ id: BehaviorID) {
    var removed: Set<Int> = [nodes[index(of: id)].serial]
    // Members were added after their group, so one walk finds the whole tree.
    for node in nodes where node.parent.map(removed.contains) ?? false {
      removed.insert(node.serial)
    }
    for index in nodes.indices where removed.contains(nodes[index].serial) { withdraw(index) }
    nodes.removeAll { removed.contains($0.serial) }
    settle()
  }

  /// Moves the anchor of an attachment: what a drag does.
  public mutating func moveAnchor(of id: BehaviorID, to anchor: Vector) {
    let index = index(of: id)
    let effect = nodes[index].behavior.effect
    guard case .attachment(.anchor, let offset, let length, let frequency, let damping) = effect
    else { misuse("\(id) has no anchor") }
    nodes[index].behavior.effect = .attachment(
      to: .anchor(anchor), offset: offset, length: length, frequency: frequency, damping: damping)
    for attachment in nodes[index].attachments { world.moveAnchor(of: attachment, to: anchor) }
    wake()
  }

  /// Puts an item elsewhere, or sets it in motion.
  public mutating func update(_ item: BodyID, _ motion: Motion) {
    world[item] = motion
    wake()
  }

  /// The items, in the order in which they were added.
  public var itemIDs: [BodyID] { items.map { $0.id } }

  /// The behaviors in the animator, in the order in which they were added.
  public var behaviors: [Behavior<BodyID>] { nodes.map { $0.behavior } }

  /// Whether the behavior is in the animator.
  public func contains(_ id: BehaviorID) -> Bool { nodes.contains { $0.serial == id.serial } }

  /// The behavior of a name.
  public subscript(_ id: BehaviorID) -> Behavior<BodyID> { nodes[index(of: id)].behavior }

  /// Where an item is and how it moves.
  public subscript(_ item: BodyID) -> Motion { world[item] }

  /// Lets the behaviors act for a span of time, in nanoseconds.
  public mutating func step(nanoseconds: Int64) {
    guard nanoseconds > 0 else { return }
    for index in nodes.indices { act(index) }
    world.step(nanoseconds: nanoseconds)
    report()
    let isStill = items.allSatisfy { item in
      let motion = world[item.id]
      return motion.velocity.length < Self.stillness.speed
        && motion.angularVelocity.magnitude < Self.stillness.spin
    }
    stillStepsSoFar = isStill ? stillStepsSoFar + 1 : 0
  }

  func index(of id: BehaviorID) -> Int {
    guard let index = nodes.firstIndex(where: { $0.serial == id.serial }) else {
      misuse("No such behavior in this animator: \(id)")
    }
    return index
  }

  mutating func wake() { stillStepsSoFar = 0 }
}

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
