/// A scene of a script's own: bodies and walls, or items under behaviors.
public struct SceneDesign: Hashable, Sendable {
  /// What a scene consists of.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Bodies and walls in a bare world; y grows upward.
    case bodies
    /// Items under behaviors, after UIKit Dynamics; y grows downward.
    case items
  }

  /// A thing in a scene.
  public enum Part: Hashable, Sendable {
    /// A rectangle of a size, in points.
    case box(String, size: Vector, Body)
    /// A disk of a radius, in points.
    case disk(String, radius: Double, Body)
    /// A line of radius 1.
    case wall(PhysicsScene.Wall, Body.Material)

    /// Makes a rectangle.
    ///
    /// - Parameters:
    ///   - name: The name in traces and pictures.
    ///   - size: The width and the height, in points; positive.
    ///   - place: Where its center is and how it moves.
    ///   - mass: The mass, or an item's density; positive.
    ///   - material: What it is made of.
    /// - Returns: The rectangle.
    public static func box(
      _ name: String, size: Vector, _ place: Motion, mass: Body.Mass, _ material: Body.Material
    ) -> Part {
      .box(
        name, size: size,
        Self.body(.box(width: size.x, height: size.y), place, mass: mass, material))
    }

    /// Makes a disk; the parameters are those of a box.
    public static func disk(
      _ name: String, radius: Double, _ place: Motion, mass: Body.Mass, _ material: Body.Material
    ) -> Part {
      .disk(
        name, radius: radius, Self.body(.circle(radius: radius), place, mass: mass, material))
    }

    private static func body(
      _ shape: Shape, _ place: Motion, mass: Body.Mass, _ material: Body.Material
    ) -> Body {
      Body(
        shape, at: place.position, rotation: place.rotation, velocity: place.velocity,
        mass: mass, material: material)
    }

    /// Whether it is shown and moves, rather than a wall.
    public var isBody: Bool { name != nil }

    /// The name of what is shown; `nil` for a wall.
    public var name: String? {
      switch self {
      case .box(let name, _, _), .disk(let name, _, _): name
      case .wall: nil
      }
    }
  }

  /// The name.
  public var name: String
  /// What it consists of.
  public var kind: Kind
  /// The acceleration of all bodies, in points per second squared; of items it is a behavior.
  public var gravity: Vector
  /// The size of the container that is drawn, in points.
  public var size: Vector
  /// Bodies and walls in the order of contacts; the first body is measured.
  public var parts: [Part]
  /// What acts on items, in the order in which it is added.
  ///
  /// A member of a group without an instant of its own comes with the group.
  public var behaviors: [PlannedBehavior] = []

  /// Makes a design.
  public init(
    _ name: String, _ kind: Kind = .bodies, gravity: Vector, size: Vector, parts: [Part]
  ) {
    self.name = name
    self.kind = kind
    self.gravity = gravity
    self.size = size
    self.parts = parts
  }
}

extension PhysicsScene {
  /// The scene of a design at its start.
  static func designed(_ design: SceneDesign, order: PhysicsWorld.Order) -> PhysicsScene {
    guard design.kind == .bodies else { return ofItems(design, order: order) }
    let world = PhysicsWorld(
      gravity: design.gravity, settings: PhysicsWorld.Settings(order: order))
    var scene = PhysicsScene(
      design.name, "A scene of a script.", size: design.size, world: world)
    for part in design.parts {
      switch part {
      case .box(let name, let size, let body): scene.add(name, body, size: size)
      case .disk(let name, let radius, let body):
        scene.add(name, body, size: Vector(x: 2 * radius, y: 2 * radius), isRound: true)
      case .wall(let wall, let material):
        scene.addWall(from: wall.start, to: wall.end, material: material)
      }
    }
    return scene
  }
}
