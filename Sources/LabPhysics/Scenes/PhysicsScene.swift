import LabKernel

/// A scene by name: what is there at the start, ready to be stepped.
public struct PhysicsScene: Sendable {
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
  /// What it consists of.
  public let kind: SceneDesign.Kind
  /// The size of the container, in points; the origin is its lower left or upper left corner.
  public let size: Vector
  /// What moves: items under behaviors, or its world alone.
  public internal(set) var animator: DynamicAnimator
  /// The bodies that are shown.
  public internal(set) var bodies: [ShownBody] = []
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
  /// What a scene of items does under way.
  var plan = Plan()

  init(_ name: String, _ kind: SceneDesign.Kind, size: Vector, animator: DynamicAnimator) {
    (self.name, self.kind, self.size, self.animator) = (name, kind, size, animator)
  }

  /// Moves the scene on by a span of time, in nanoseconds.
  public mutating func step(nanoseconds: Int64) {
    switch kind {
    case .bodies: animator.world.step(nanoseconds: nanoseconds)
    case .items: animator.step(nanoseconds: nanoseconds)
    }
  }

  /// Whether y grows upward.
  public var pointsUp: Bool { kind == .bodies }

  /// The world in which everything happens.
  public var world: PhysicsWorld { animator.world }

  /// The kinetic energy of all bodies, and the potential energy that gravity gives them.
  public var energy: Double { animator.energy }

  /// Whether everything has come to rest, so that the source of the callbacks may pause; never in a
  /// bare world.
  public var isAtRest: Bool { kind == .items && animator.isAtRest }

  /// Whether a drag can move an anchor of the scene.
  public var hasAnchor: Bool { drag != nil }

  /// Lets gravity pull in another direction from now on; does nothing in a scene of items, where
  /// gravity is a behavior.
  public mutating func setGravity(_ gravity: Vector) {
    if kind == .bodies { animator.world.gravity = gravity }
  }

  /// Moves the anchor by a displacement from where it was at the start.
  ///
  /// - Precondition: The scene has an anchor.
  public mutating func dragAnchor(by displacement: Vector) {
    guard let drag else { misuse("‘\(name)’ has no anchor") }
    animator.moveAnchor(of: drag.behavior, to: drag.anchor + displacement)
  }

  /// Where the shown bodies are and how they move.
  public var motions: [Motion] { bodies.map { animator[$0.id] } }

  /// Where a body is and how it moves, by its name.
  public func motion(of name: String) -> Motion? {
    bodies.first { $0.name == name }.map { animator[$0.id] }
  }
}
