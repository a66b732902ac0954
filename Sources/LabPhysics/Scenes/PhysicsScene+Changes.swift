extension PhysicsScene {
  /// A behavior that is added or removed under way.
  public struct Change: Hashable, Sendable {
    /// When, in nanoseconds after the start of the run.
    public let instant: Int64
    /// Whether it is added.
    public let isAddition: Bool
    /// Which of the scene's planned behaviors it is.
    let index: Int
  }

  /// What a scene of items plans, and what of it is in the animator.
  struct Plan: Sendable {
    var behaviors: [PlannedBehavior] = []
    var present: [Int: [BehaviorID]] = [:]
    var groups: [String: BehaviorID] = [:]
  }

  /// The behaviors that come and go under way, in order; at one instant those that go are first,
  /// then the order of the script counts.
  public var changes: [Change] {
    let all = plan.behaviors.enumerated().flatMap { index, behavior in
      [
        behavior.begin.map { Change(instant: $0, isAddition: true, index: index) },
        behavior.end.map { Change(instant: $0, isAddition: false, index: index) },
      ].compactMap(\.self)
    }
    return all.sorted {
      ($0.instant, $0.isAddition ? 1 : 0, $0.index) < ($1.instant, $1.isAddition ? 1 : 0, $1.index)
    }
  }

  /// Adds or removes a behavior; from the next step on it acts or acts no more.
  ///
  /// A behavior whose group is not there is not added.
  public mutating func perform(_ change: Change) {
    if change.isAddition { addPlanned(change.index) } else { removePlanned(change.index) }
  }

  /// Adds the behaviors that are there from the first step.
  mutating func addFirstBehaviors() {
    for index in plan.behaviors.indices where plan.behaviors[index].begin == nil {
      addPlanned(index)
    }
  }

  private mutating func addPlanned(_ index: Int) {
    let planned = plan.behaviors[index]
    guard plan.present[index] == nil else { return }
    let group = planned.group.flatMap { plan.groups[$0] }
    if planned.group != nil, group == nil { return }
    let ids = Dictionary(bodies.map { ($0.name, $0.id) }) { first, _ in first }
    let added = planned.behaviors(ids).map { behavior in
      changeAnimator { $0.add(behavior, to: group) }
    }.compactMap(\.self)
    plan.present[index] = added
    if case .group(let name) = planned.effect { plan.groups[name] = added.first }
    guard drag == nil, case .attachment(.anchor(let anchor), _, _, _) = planned.effect else {
      return
    }
    drag = added.first.map { ($0, anchor) }
  }

  private mutating func removePlanned(_ index: Int) {
    for id in plan.present[index] ?? [] {
      changeAnimator { if $0.contains(id) { $0.remove(id) } }
    }
    plan.present[index] = nil
    // What a group held has gone with it.
    let left = animator
    plan.groups = plan.groups.filter { left?.contains($0.value) ?? false }
    plan.present = plan.present.filter { $0.value.allSatisfy { left?.contains($0) ?? false } }
    if let drag, left?.contains(drag.behavior) != true { self.drag = nil }
  }
}

extension SceneDesign {
  /// The behaviors, where members without an instant of their own have that of their group.
  public var timedBehaviors: [PlannedBehavior] {
    var groups: [String: Int64] = [:]
    return behaviors.map { behavior in
      var timed = behavior
      timed.begin = behavior.begin ?? behavior.group.flatMap { groups[$0] }
      if case .group(let name) = behavior.effect { groups[name] = timed.begin }
      return timed
    }
  }
}

extension PhysicsScene {
  /// The scene of a design of items at its start.
  static func ofItems(_ design: SceneDesign, order: PhysicsWorld.Order) -> PhysicsScene {
    let animator = DynamicAnimator(
      size: design.size, settings: PhysicsWorld.Settings(order: order))
    var scene = PhysicsScene(
      design.name, "A scene of a script.", size: design.size, animator: animator)
    for part in design.parts {
      switch part {
      case .box(let name, let size, let body): scene.addItem(name, body, size, .rectangle)
      case .disk(let name, let radius, let body):
        scene.addItem(name, body, Vector(x: 2 * radius, y: 2 * radius), .disk)
      case .wall: continue
      }
    }
    scene.plan.behaviors = design.timedBehaviors
    scene.addFirstBehaviors()
    scene.drawBoundaries(of: design)
    return scene
  }

  /// Adds an item that moves as a body does and is made of the same.
  private mutating func addItem(
    _ name: String, _ body: Body, _ size: Vector, _ outline: DynamicItem.Outline
  ) {
    let id = changeAnimator { animator in
      let item = animator.add(
        DynamicItem(
          center: body.motion.position, size: size, outline: outline,
          rotation: body.motion.rotation))
      var motion = animator[item]
      motion.velocity = body.motion.velocity
      animator.update(item, motion)
      var density = 1.0
      if case .density(let given) = body.mass { density = given }
      animator.add(
        .properties(
          .init(
            [item], density: density, elasticity: body.material.elasticity,
            friction: body.material.friction)))
      return item
    }
    if let id { show(name, id, size: size, isRound: outline == .disk) }
  }

  /// Draws the boundaries of all collisions, and takes the bounds of the view for the room if items
  /// cannot leave them from the first step on.
  private mutating func drawBoundaries(of design: SceneDesign) {
    for behavior in design.behaviors {
      guard case .collision(let mode, let bounds, let path) = behavior.effect, mode != .items
      else { continue }
      if let bounds {
        let low = Vector(x: bounds.left, y: bounds.top)
        let high = Vector(x: size.x - bounds.right, y: size.y - bounds.bottom)
        draw([low, Vector(x: high.x, y: low.y), high, Vector(x: low.x, y: high.y)])
        let holdsAll = Set(behavior.items) == Set(bodies.map(\.name))
        if room == nil, behavior.begin == nil, behavior.end == nil, holdsAll {
          room = Room(low: low, high: high)
        }
      }
      if path.count > 1 { draw(path) }
    }
  }

  /// Draws a line of two points, or the edges of a polygon.
  private mutating func draw(_ corners: [Vector]) {
    for index in corners.indices where corners.count > 2 || index == 0 {
      walls.append(Wall(start: corners[index], end: corners[(index + 1) % corners.count]))
    }
  }
}
