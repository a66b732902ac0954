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
    animator.add(
      .attachment(
        Behavior.Connection(
          item, to: .anchor(Vector(x: 150, y: 50)), frequency: frequency, damping: damping)))
    var scene = PhysicsScene(
      "attachment", "A box hangs from an anchor on a spring.", size: view, animator: animator)
    scene.show("box", item)
    return scene
  }

  /// A box that falls onto the bounds of the view, with a segment in its way.
  public static func boundaries(
    elasticity: Double = 0.5, order: PhysicsWorld.Order = .positionFirst
  ) -> PhysicsScene {
    var animator = DynamicAnimator(size: view, settings: PhysicsWorld.Settings(order: order))
    let item = animator.add(
      DynamicItem(center: Vector(x: 90, y: 60), size: Vector(x: 50, y: 50)))
    animator.add(.gravity(Behavior.Gravity([item])))
    animator.add(.properties(Behavior.Properties([item], elasticity: elasticity, friction: 0.2)))
    animator.add(
      .collision(
        Behavior.Collisions(
          [item],
          boundaries: [
            Behavior.Collisions.Boundary("bounds", .referenceBounds(.init())),
            Behavior.Collisions.Boundary(
              "ramp", .segment(from: Vector(x: 40, y: 200), to: Vector(x: 160, y: 260))),
          ])))
    var scene = PhysicsScene(
      "boundaries", "A box falls onto a ramp and the bounds of its view.", size: view,
      animator: animator)
    scene.show("box", item)
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
    scene.show("hook", hook)
    scene.show("weight", weight)
    return scene
  }

  /// Every scene that comes with the package, in the order of a course.
  public static let shipped: [PhysicsScene] = [
    .crate(), .crates(), .bullet(), .stack(), .pendulum(), .attachment(), .boundaries(), .rope(),
  ]

  /// Returns the shipped scene of a name.
  public static func named(_ name: String) -> PhysicsScene? {
    shipped.first { $0.name == name }
  }
}
