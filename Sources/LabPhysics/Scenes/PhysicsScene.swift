import LabKernel
import LabText

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
      ].compactMap { $0 }
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
    let ids = Dictionary(keepingFirst: bodies.map { ($0.name, $0.id) })
    let added = planned.behaviors(ids).map { animator.add($0, to: group) }
    plan.present[index] = added
    if let name = planned.name { plan.groups[name] = added.first }
    guard drag == nil, case .attachment(.anchor(let anchor), _, _, _, _) = planned.effect
    else { return }
    drag = added.first.map { ($0, anchor) }
  }

  private mutating func removePlanned(_ index: Int) {
    for id in plan.present[index] ?? [] where animator.contains(id) { animator.remove(id) }
    plan.present[index] = nil
    // What a group held has gone with it.
    plan.groups = plan.groups.filter { animator.contains($0.value) }
    plan.present = plan.present.filter { $0.value.allSatisfy(animator.contains) }
    if let drag, !animator.contains(drag.behavior) { self.drag = nil }
  }
}

extension PhysicsScene {
  /// Something that two bodies, or a body and a wall, began or ended in the last step.
  public struct Contact: Hashable, Sendable {
    /// Whether they began to touch.
    public let isBegin: Bool
    /// The index of the first of the two among the shown bodies, or a negative number for a wall.
    public let first: Int
    /// The same for the second.
    public let second: Int
  }

  /// What began or ended to touch in the last step.
  ///
  /// Items tell of a boundary as a whole, as a collision delegate is told; bodies of each wall.
  public var contacts: [Contact] {
    guard kind == .items else {
      return animator.world.events.map {
        Contact(
          isBegin: $0.kind == .began, first: index(of: $0.first), second: index(of: $0.second))
      }
    }
    return animator.events.map { event in
      let partner =
        switch event.partner {
        case .item(let other): index(of: other)
        case .boundary(let name): -1 - (boundaries.firstIndex(of: name) ?? 0)
        }
      return Contact(
        isBegin: event.kind == .began, first: index(of: event.item), second: partner)
    }
  }

  private func index(of body: BodyID) -> Int {
    bodies.firstIndex { $0.id == body } ?? -Int(body.slot)
  }

  private var boundaries: [String] {
    animator.nodes.flatMap { node in
      guard case .collision(_, let boundaries) = node.behavior.effect else { return [String]() }
      return boundaries.map { $0.name }
    }
  }
}

extension PhysicsScene {
  /// What is measured of a body.
  public enum Coordinate: String, Hashable, Sendable, CaseIterable {
    /// To the right, in points.
    case x
    /// Up or down, in points.
    case y
    /// Turned since the start, in radians.
    case angle

    /// Returns the coordinate of a motion.
    public func callAsFunction(_ motion: Motion) -> Double {
      switch self {
      case .x: motion.position.x
      case .y: motion.position.y
      case .angle: motion.angle
      }
    }
  }

  /// A way that is known in closed form: what steps of finite length are measured against.
  public enum Path: Hashable, Sendable {
    /// With a constant acceleration; in points and seconds.
    case accelerated(from: Double, velocity: Double, acceleration: Double)
    /// On a damped spring, from rest at one place to rest at another; its frequency in hertz.
    case spring(from: Double, to: Double, frequency: Double, damping: Double)
  }
}
