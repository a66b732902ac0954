import LabKernel

/// A scene as it is put together: bodies and walls, or items under behaviors.
public struct SceneDesign: Hashable, Sendable {
  /// What a scene consists of.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Bodies and walls in a bare world, as in the listings of Core Animation; y grows upward.
    case bodies
    /// Items under behaviors, after UIKit Dynamics; y grows downward.
    case items
  }

  /// A thing in a scene.
  public enum Part: Hashable, Sendable {
    /// A rectangle or a disk of a size, in points, by its name in traces and pictures.
    case body(String, size: Vector, isRound: Bool, Body)
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
      _ name: String, size: Vector, _ place: Motion, mass: Body.Mass,
      _ material: Body.Material = Body.Material()
    ) -> Part {
      .body(
        name, size: size, isRound: false,
        Body(.box(width: size.x, height: size.y), place, mass: mass, material))
    }

    /// Makes a disk; the parameters are those of a box.
    public static func disk(
      _ name: String, radius: Double, _ place: Motion, mass: Body.Mass,
      _ material: Body.Material = Body.Material()
    ) -> Part {
      .body(
        name, size: Vector(x: 2 * radius, y: 2 * radius), isRound: true,
        Body(.circle(radius: radius), place, mass: mass, material))
    }

    /// The name of what is shown and moves; `nil` for a wall.
    public var name: String? { if case .body(let name, _, _, _) = self { name } else { nil } }

    /// Whether it is shown and moves, rather than a wall.
    public var isBody: Bool { name != nil }
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
  public var behaviors: [PlannedBehavior]

  /// Makes a design.
  public init(
    _ name: String, _ kind: Kind = .bodies, gravity: Vector = .zero, size: Vector, parts: [Part],
    behaviors: [PlannedBehavior] = []
  ) {
    (self.name, self.kind, self.gravity, self.size) = (name, kind, gravity, size)
    (self.parts, self.behaviors) = (parts, behaviors)
  }

  /// The behaviors, where members without an instant of their own have that of their group.
  public var timedBehaviors: [PlannedBehavior] {
    var groups: [String: Int64] = [:]
    return behaviors.map { behavior in
      var timed = behavior
      timed.begin = behavior.begin ?? behavior.group.flatMap { groups[$0] }
      if let name = behavior.name { groups[name] = timed.begin }
      return timed
    }
  }
}

extension Body {
  fileprivate init(_ shape: Shape, _ place: Motion, mass: Mass, _ material: Material) {
    self.init(
      shape, at: place.position, rotation: place.rotation, velocity: place.velocity, mass: mass,
      material: material)
  }
}

extension PhysicsScene {
  /// Puts together what a design says, at its start.
  init(_ design: SceneDesign, order: PhysicsWorld.Order) {
    self.init(
      design.name, design.kind, size: design.size,
      animator: DynamicAnimator(
        size: design.size, settings: PhysicsWorld.Settings(order: order)))
    if kind == .bodies { animator.world.gravity = design.gravity }
    for part in design.parts {
      switch part {
      case .body(let name, let size, let isRound, let body):
        let id = kind == .bodies ? animator.world.add(body) : addItem(body)
        bodies.append(ShownBody(name: name, id: id, size: size, isRound: isRound))
      case .wall(let wall, let material):
        animator.world.add(
          Body(
            .capsule(from: wall.start, to: wall.end, radius: 1), at: .zero, mass: .fixed,
            material: material))
        walls.append(wall)
      }
    }
    plan.behaviors = design.timedBehaviors
    addFirstBehaviors()
    drawBoundaries(of: design)
  }

  /// Adds an item that moves as a body does and is made of the same.
  private mutating func addItem(_ body: Body) -> BodyID {
    let item = animator.add(
      body.shape, at: body.motion.position, rotation: body.motion.rotation)
    var motion = animator[item]
    motion.velocity = body.motion.velocity
    animator.update(item, motion)
    var density = 1.0
    if case .density(let given) = body.mass { density = given }
    animator.add(
      Behavior(
        .properties(
          ItemProperties(
            density: density, elasticity: body.material.elasticity,
            friction: body.material.friction)), on: [item]))
    return item
  }

  /// Draws the boundaries of all collisions, and takes the bounds of the view for the room if items
  /// cannot leave them from the first step on.
  private mutating func drawBoundaries(of design: SceneDesign) {
    for behavior in design.behaviors {
      guard case .collision(let mode, let boundaries) = behavior.effect, mode != .items
      else { continue }
      for boundary in boundaries {
        walls += boundary.edges(in: size).map { Wall(start: $0.start, end: $0.end) }
        guard case .referenceBounds = boundary.line else { continue }
        let holdsAll = Set(behavior.items) == Set(bodies.map { $0.name })
        if room == nil, behavior.begin == nil, behavior.end == nil, holdsAll {
          let corners = boundary.corners(in: size)
          room = Room(low: corners[0], high: corners[2])
        }
      }
    }
  }
}

/// A behavior of a script: what it does, on which items, and when it is in the animator.
public struct PlannedBehavior: Hashable, Sendable {
  /// What it does; items are given by their names.
  public var effect: Behavior<String>.Effect
  /// The names of the items.
  public var items: [String]
  /// The name of a group; `nil` for any other behavior.
  public var name: String?
  /// The group that holds it; `nil` for none.
  public var group: String?
  /// When it is added, in nanoseconds after the start of the run; `nil`: it is there from the first
  /// step.
  public var begin: Int64?
  /// When it is removed, in nanoseconds after the start of the run; `nil`: never.
  public var end: Int64?

  /// Makes a planned behavior.
  public init(
    _ effect: Behavior<String>.Effect, on items: [String] = [], named name: String? = nil,
    in group: String? = nil, from begin: Int64? = nil, until end: Int64? = nil
  ) {
    (self.effect, self.items) = (effect, items)
    (self.name, self.group) = (name, group)
    (self.begin, self.end) = (begin, end)
  }

  /// The behavior in the terms of an animator; an attachment and a snap are one for each item.
  func behaviors(_ ids: [String: BodyID]) -> [Behavior<BodyID>] {
    let bodies = items.compactMap { ids[$0] }
    guard let effect = effect.among({ ids[$0] }) else { return [] }
    switch effect {
    case .attachment, .snap: return bodies.map { Behavior(effect, on: [$0]) }
    case .group, .gravity, .collision, .push, .properties: return [Behavior(effect, on: bodies)]
    }
  }
}

/// A dashed line between two items, laid out anew when one of them has moved.
///
///     n = min(most, number of dashes that fit strictly),  gap = (distance − n h)/(n + 1)
///
/// The dashes stand on the line with equal gaps between them and at both ends.
public struct Rope: Hashable, Sendable {
  /// The length of a dash, in points.
  public let dash: Double
  /// The most dashes that are shown.
  public let most: Int

  /// Makes a rope.
  public init(dash: Double, most: Int = 4) {
    require(dash > 0 && dash.isFinite && most >= 0, "\(most) dashes of \(dash) pt")
    self.dash = dash
    self.most = most
  }

  /// The number of dashes that are shown at a distance, in points.
  public func count(at distance: Double) -> Int {
    var count = 0
    while count < most && Double(count + 1) * dash < distance { count += 1 }
    return count
  }

  /// The gap between two dashes at a distance, in points.
  public func gap(at distance: Double) -> Double {
    let count = Double(count(at: distance))
    return (distance - count * dash) / (count + 1)
  }

  /// Returns the centers of the dashes between two points.
  public func layout(from start: Vector, to end: Vector) -> [Vector] {
    let distance = (end - start).length
    guard distance > 0 else { return [] }
    let gap = gap(at: distance)
    return (0..<count(at: distance)).map { index in
      start + (end - start) * (((gap + dash) * Double(index) + gap + dash / 2) / distance)
    }
  }
}

/// How a phone is held while its accelerometer is read: upright, turned to its side, and back.
///
///     gravity = 1000 (sin a, −cos a) pt/s²
///
/// The angle a is 0 until 2 s, grows to a quarter turn by 3 s, stays, and is 0 again from 5 s on.
public enum Tilt {
  /// Returns the gravity at an instant, in nanoseconds after the start.
  public static func gravity(at instant: Int64) -> Vector {
    let seconds = Double(instant) / 1e9
    let share =
      seconds <= 2 || seconds >= 5 ? 0 : seconds < 3 ? seconds - 2 : min(1, 5 - seconds)
    return Rotation(degrees: 90 * share)(Vector(x: 0, y: -1000))
  }
}
