extension PhysicsScene {
  private static let view = Vector(x: 300, y: 480)
  private static let box = Vector(x: 100, y: 100)

  /// A box that hangs from an anchor 110 points above its center, on a rod or on a spring.
  ///
  /// - Parameters:
  ///   - frequency: The frequency of the spring, in hertz; 0 for a rod.
  ///   - damping: The damping of the spring, where 1 is critical.
  ///   - order: When a step moves the bodies.
  /// - Returns: The scene at its start.
  public static func attachment(
    frequency: Double = 0.5, damping: Double = 0.2, order: PhysicsWorld.Order = .positionFirst
  ) -> PhysicsScene {
    var animator = DynamicAnimator(size: view, settings: PhysicsWorld.Settings(order: order))
    let item = animator.add(DynamicItem(center: Vector(x: 150, y: 160), size: box))
    animator.add(.gravity(Behavior.Gravity([item])))
    let anchor = Vector(x: 150, y: 50)
    let attachment = animator.add(
      .attachment(
        Behavior.Connection(item, to: .anchor(anchor), frequency: frequency, damping: damping)))
    var scene = PhysicsScene(
      "attachment", "A box hangs from an anchor on a spring.", size: view, animator: animator)
    scene.show("box", item, size: box)
    scene.drag = (attachment, anchor)
    let omega = 2 * Double.pi * frequency
    scene.path =
      frequency > 0
      ? .spring(from: 160, to: 160 + 1000 / (omega * omega), frequency: frequency, damping: damping)
      : .accelerated(from: 160, velocity: 0, acceleration: 0)
    return scene
  }

  /// A box that falls onto the bounds of the view, with a segment in its way.
  public static func boundaries(
    elasticity: Double = 0.5, order: PhysicsWorld.Order = .positionFirst
  ) -> PhysicsScene {
    var animator = DynamicAnimator(size: view, settings: PhysicsWorld.Settings(order: order))
    let side = Vector(x: 50, y: 50)
    let item = animator.add(DynamicItem(center: Vector(x: 90, y: 60), size: side))
    let ramp = Wall(start: Vector(x: 40, y: 200), end: Vector(x: 160, y: 260))
    animator.add(.gravity(Behavior.Gravity([item])))
    animator.add(.properties(Behavior.Properties([item], elasticity: elasticity, friction: 0.2)))
    animator.add(
      .collision(
        Behavior.Collisions(
          [item],
          boundaries: [
            Behavior.Collisions.Boundary("bounds", .referenceBounds(.init())),
            Behavior.Collisions.Boundary("ramp", .segment(from: ramp.start, to: ramp.end)),
          ])))
    var scene = PhysicsScene(
      "boundaries", "A box falls onto a ramp and the bounds of its view.", size: view,
      animator: animator)
    scene.show("box", item, size: side)
    scene.room = Room(low: .zero, high: view)
    scene.walls = [ramp] + edges
    return scene
  }

  /// The edges of the view.
  private static var edges: [Wall] {
    let corners = [
      Vector.zero, Vector(x: view.x, y: 0), view, Vector(x: 0, y: view.y), Vector.zero,
    ]
    return zip(corners, corners.dropFirst()).map { Wall(start: $0, end: $1) }
  }

  /// A box without gravity that is pushed to the right.
  ///
  /// - Parameters:
  ///   - magnitude: The length of the push's vector.
  ///   - side: The width and the height of the box, in points.
  ///   - density: The density of the box.
  ///   - mode: How long the push lasts.
  ///   - order: When a step moves the bodies.
  /// - Returns: The scene at its start.
  public static func push(
    magnitude: Double = 1, side: Double = 100, density: Double = 1,
    mode: Behavior.Push.Mode = .continuous, order: PhysicsWorld.Order = .positionFirst
  ) -> PhysicsScene {
    var animator = DynamicAnimator(size: view, settings: PhysicsWorld.Settings(order: order))
    let size = Vector(x: side, y: side)
    let item = animator.add(DynamicItem(center: view * 0.5, size: size))
    animator.add(.properties(Behavior.Properties([item], density: density)))
    animator.add(.push(Behavior.Push([item], mode, vector: Vector(x: magnitude, y: 0))))
    let isOnce = mode == .instantaneous
    var scene = PhysicsScene(
      isOnce ? "kick" : "push", isOnce ? "A box is pushed once." : "A box is pushed on and on.",
      size: view, animator: animator)
    scene.show("box", item, size: size)
    scene.watched = .x
    let change = 100 * magnitude * 1e4 / (side * side * density)
    scene.path = .accelerated(
      from: view.x / 2, velocity: isOnce ? change : 0, acceleration: isOnce ? 0 : change)
    return scene
  }

  /// A box that a spring pulls to a point 100 points to the right.
  ///
  /// - Parameters:
  ///   - damping: From 0, with most oscillation, to 1.
  ///   - order: When a step moves the bodies.
  /// - Returns: The scene at its start.
  public static func snap(
    damping: Double = 0.5, order: PhysicsWorld.Order = .positionFirst
  ) -> PhysicsScene {
    var animator = DynamicAnimator(size: view, settings: PhysicsWorld.Settings(order: order))
    let item = animator.add(DynamicItem(center: Vector(x: 100, y: 240), size: box))
    let snap = Behavior.Snap(item, to: Vector(x: 200, y: 240), damping: damping)
    animator.add(.snap(snap))
    var scene = PhysicsScene(
      "snap", "A box is pulled to a point.", size: view, animator: animator)
    scene.show("box", item, size: box)
    scene.watched = .x
    scene.path = .spring(from: 100, to: 200, frequency: 2, damping: max(0.1, damping))
    return scene
  }

  /// Two boxes, one of which hangs from the other and swings: the ends of a rope.
  public static func rope(order: PhysicsWorld.Order = .positionFirst) -> PhysicsScene {
    var animator = DynamicAnimator(size: view, settings: PhysicsWorld.Settings(order: order))
    let size = Vector(x: 40, y: 40)
    let hook = animator.add(DynamicItem(center: Vector(x: 150, y: 60), size: size))
    let weight = animator.add(DynamicItem(center: Vector(x: 230, y: 160), size: size))
    animator.add(.properties(Behavior.Properties([hook], isAnchored: true)))
    animator.add(.properties(Behavior.Properties([weight], resistance: 0.5)))
    animator.add(.gravity(Behavior.Gravity([weight])))
    animator.add(
      .attachment(
        Behavior.Connection(weight, to: .item(hook, offset: .zero), frequency: 2, damping: 0.3)))
    var scene = PhysicsScene(
      "rope", "A box swings on a dashed rope below another.", size: view, animator: animator)
    scene.show("weight", weight, size: size)
    scene.show("hook", hook, size: size)
    scene.rope = Rope(dash: 20)
    return scene
  }
}
