/// A scene by name: what is there at the start, ready to be stepped.
public struct PhysicsScene: Sendable {
  /// What moves the scene.
  public enum Stage: Sendable {
    /// Bodies in a bare world: the listings of Core Animation.
    case world(PhysicsWorld)
    /// Items under behaviours: UIKit Dynamics.
    case animator(DynamicAnimator)
  }

  /// The name in a script.
  public let name: String
  /// What the scene shows, in one sentence.
  public let summary: String
  /// Whether y grows upward.
  public let pointsUp: Bool
  /// The size of the container, in points; the origin is its lower left or upper left corner.
  public let size: Vector
  /// The bodies that are shown, with their names in traces and tables.
  public private(set) var bodies: [(name: String, id: BodyID)] = []
  /// One of the two is there; each is stepped in its place, without a copy.
  private var bareWorld: PhysicsWorld?
  private var animator: DynamicAnimator?

  /// Makes a scene of bodies in an empty world.
  init(_ name: String, _ summary: String, size: Vector, world: PhysicsWorld) {
    self.name = name
    self.summary = summary
    self.size = size
    pointsUp = true
    bareWorld = world
  }

  /// Makes a scene of items in an empty animator.
  init(_ name: String, _ summary: String, size: Vector, animator: DynamicAnimator) {
    self.name = name
    self.summary = summary
    self.size = size
    pointsUp = false
    self.animator = animator
  }

  /// Moves the scene on by a span of time, in nanoseconds.
  public mutating func step(nanoseconds: Int64) {
    bareWorld?.step(nanoseconds: nanoseconds)
    animator?.step(nanoseconds: nanoseconds)
  }

  /// What moves: a copy that goes its own way.
  public var stage: Stage {
    if let animator { .animator(animator) } else { .world(world) }
  }

  /// The world in which everything happens.
  public var world: PhysicsWorld { animator?.world ?? bareWorld ?? PhysicsWorld() }

  /// Changes the world of a scene of bodies.
  @discardableResult
  mutating func change<Result>(_ body: (inout PhysicsWorld) -> Result) -> Result {
    var world = world
    defer { bareWorld = world }
    return body(&world)
  }

  /// Where a body is and how it moves, by its name.
  public func motion(of name: String) -> Motion? {
    bodies.first { $0.name == name }.map { world[$0.id] }
  }

  /// Names a body, so that it is shown.
  mutating func show(_ name: String, _ id: BodyID) {
    bodies.append((name, id))
  }
}
