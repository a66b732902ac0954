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
