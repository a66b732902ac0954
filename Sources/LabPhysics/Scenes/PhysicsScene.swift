import LabKernel

/// A scene by name: what is there at the start, ready to be stepped.
public struct PhysicsScene: Sendable {
  /// What moves the scene.
  public enum Stage: Sendable {
    /// Bodies in a bare world: the listings of Core Animation.
    case world(PhysicsWorld)
    /// Items under behaviors: UIKit Dynamics.
    case animator(DynamicAnimator)
  }

  /// A body that is shown.
  public struct ShownBody: Hashable, Sendable {
    /// The name in traces and tables.
    public let name: String
    /// The body in the world.
    public let id: BodyID
    /// The width and the height, in points.
    public let size: Vector
    /// Whether it is a disk rather than a rectangle.
    public let isRound: Bool
  }

  /// A line on which bodies rest or bounce.
  public struct Wall: Hashable, Sendable {
    /// Where it begins, in points.
    public let start: Vector
    /// Where it ends.
    public let end: Vector

    /// Makes a wall.
    public init(start: Vector, end: Vector) {
      self.start = start
      self.end = end
    }
  }

  /// A rectangle that bodies must not leave.
  public struct Room: Hashable, Sendable {
    /// The least coordinates, in points.
    public let low: Vector
    /// The greatest coordinates, in points.
    public let high: Vector
  }

  /// The name in a script.
  public let name: String
  /// What the scene shows, in one sentence.
  public let summary: String
  /// Whether y grows upward.
  public let pointsUp: Bool
  /// The size of the container, in points; the origin is its lower left or upper left corner.
  public let size: Vector
  /// The bodies that are shown.
  public private(set) var bodies: [ShownBody] = []
  /// What is drawn around them.
  public internal(set) var walls: [Wall] = []
  /// What no center of a shown body may leave; `nil` if they are free.
  public internal(set) var room: Room?
  /// The coordinate of the first body that is measured.
  public internal(set) var watched = Coordinate.y
  /// Where the watched coordinate is at every time, in closed form; `nil` where there is none.
  public internal(set) var path: Path?
  /// A dashed line between the first two bodies; `nil` if there is none.
  public internal(set) var rope: Rope?
  /// The attachment whose anchor a drag moves, and where it was at the start; `nil` if there is
  /// none.
  var drag: (behavior: BehaviorID, anchor: Vector)?
  /// One of the two is there; each is stepped in its place, without a copy.
  private(set) var bareWorld: PhysicsWorld?
  private(set) var animator: DynamicAnimator?
  /// What a script's scene of items does under way.
  var plan = Plan()

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

  /// The kinetic energy of all bodies, and the potential energy that gravity gives them.
  public var energy: Double { animator?.energy ?? world.energy }

  /// Whether everything has come to rest, so that the source of the callbacks may pause; never in a
  /// bare world.
  public var isAtRest: Bool { animator?.isAtRest ?? false }

  /// Whether a drag can move an anchor of the scene.
  public var hasAnchor: Bool { drag != nil }

  /// Changes the world of a scene of bodies.
  @discardableResult
  mutating func change<Result>(_ body: (inout PhysicsWorld) -> Result) -> Result {
    var changed = world
    // Held in one place alone, so that nothing is copied.
    bareWorld = nil
    defer { bareWorld = changed }
    return body(&changed)
  }

  /// Changes the animator of a scene of items; does nothing in another.
  @discardableResult
  mutating func changeAnimator<Result>(_ body: (inout DynamicAnimator) -> Result) -> Result? {
    guard var changed = animator else { return nil }
    // Held in one place alone, so that nothing is copied.
    animator = nil
    defer { animator = changed }
    return body(&changed)
  }

  /// Lets gravity pull in another direction from now on; does nothing in a scene of items, where
  /// gravity is a behavior.
  public mutating func setGravity(_ gravity: Vector) { bareWorld?.gravity = gravity }

  /// Moves the anchor by a displacement from where it was at the start.
  ///
  /// - Precondition: The scene has an anchor.
  public mutating func dragAnchor(by displacement: Vector) {
    guard let drag else { misuse("‘\(name)’ has no anchor") }
    animator?.moveAnchor(of: drag.behavior, to: drag.anchor + displacement)
  }

  /// Where a body is and how it moves, by its name.
  public func motion(of name: String) -> Motion? {
    bodies.first { $0.name == name }.map { world[$0.id] }
  }

  /// Names a body, so that it is shown.
  mutating func show(_ name: String, _ id: BodyID, size: Vector, isRound: Bool = false) {
    bodies.append(ShownBody(name: name, id: id, size: size, isRound: isRound))
  }
}
