import LabKernel

/// What acts on items, after UIKit Dynamics: on those of an animator, or by name on those of a
/// script.
///
/// A behavior is a value. It takes effect when it is added to an animator, which gives it a name by
/// which it can be replaced or removed under way. A group holds other behaviors and goes with them.
public struct Behavior<Item: Hashable & Sendable>: Hashable, Sendable {
  /// What a behavior does.
  public enum Effect: Hashable, Sendable {
    /// Holds the behaviors that are added to it.
    case group
    /// Accelerates items along a vector; a vector of length 1 is 1000 pt/s².
    ///
    /// - Source: Apple, *UIGravityBehavior*: the default is (0, 1), downward.
    case gravity(Vector = Vector(x: 0, y: 1))
    /// Lets items collide with each other and with boundaries, whose names differ.
    ///
    /// Boundaries are lines without thickness, of elasticity 1 and friction 1, so that under the
    /// product of both partners the item's own values decide.
    ///
    /// - Source: Apple, *UICollisionBehavior*.
    case collision(CollisionMode = .everything, [Boundary] = [])
    /// Connects a point of each item, from its center in its own frame, with an end.
    ///
    /// Without a length, the distance when the behavior is added counts. With a frequency of 0 it
    /// is kept; otherwise a spring with that frequency, in hertz, and a damping where 1 is
    /// critical.
    ///
    /// - Source: Apple, *UIAttachmentBehavior*.
    case attachment(
      to: End, offset: Vector = .zero, length: Double? = nil, frequency: Double = 0,
      damping: Double = 0)
    /// Pushes items with a force, or once with an impulse, at a point from their centers in their
    /// own frames.
    ///
    /// A vector of length 1 gives an item of 100 by 100 points and density 1 an acceleration of
    /// 100 pt/s², or a velocity of 100 pt/s if the push is instantaneous:
    ///
    ///     a = 100 · vector/m,  m = density · area/10⁴
    ///
    /// - Source: Apple, *UIPushBehavior*, for the force; a measurement of 2016 for the impulse.
    case push(PushMode = .continuous, by: Vector, offset: Vector = .zero)
    /// Pulls items to a point, in the direction that they have when the behavior is added; the
    /// damping goes from 0, with most oscillation, to 1.
    ///
    /// The constants are this package's own: two springs of 2 Hz, for the place and the direction,
    /// with a damping of at least 0.1. Apple publishes none.
    case snap(to: Vector, damping: Double = 0.5)
    /// Changes what items are made of.
    case properties(ItemProperties)
  }

  /// What an item is connected with.
  public enum End: Hashable, Sendable {
    /// A point of the reference view.
    case anchor(Vector)
    /// A point of another item, from its center in its own frame.
    case item(Item, offset: Vector = .zero)
  }

  /// What it does.
  public var effect: Effect
  /// The items on which it acts.
  public var items: [Item]

  /// Makes a behavior.
  public init(_ effect: Effect, on items: [Item] = []) {
    self.effect = effect
    self.items = items
  }
}

extension Behavior.Effect {
  /// The same among other items; `nil` if what items are connected with is none of them.
  func among<Other>(_ other: (Item) -> Other?) -> Behavior<Other>.Effect? {
    switch self {
    case .group: return .group
    case .gravity(let vector): return .gravity(vector)
    case .collision(let mode, let boundaries): return .collision(mode, boundaries)
    case .attachment(let end, let offset, let length, let frequency, let damping):
      let otherEnd: Behavior<Other>.End? =
        switch end {
        case .anchor(let point): .anchor(point)
        case .item(let item, let place): other(item).map { .item($0, offset: place) }
        }
      return otherEnd.map {
        .attachment(to: $0, offset: offset, length: length, frequency: frequency, damping: damping)
      }
    case .push(let mode, let vector, let offset): return .push(mode, by: vector, offset: offset)
    case .snap(let point, let damping): return .snap(to: point, damping: damping)
    case .properties(let properties): return .properties(properties)
    }
  }
}

extension Behavior<BodyID> {
  /// The items on which it acts, and the one with which it connects them.
  var partners: [BodyID] {
    guard case .attachment(.item(let other, _), _, _, _, _) = effect else { return items }
    return items + [other]
  }

  /// Its connections in the terms of a world.
  func attachments(in world: PhysicsWorld) -> [Attachment] {
    switch effect {
    case .group, .gravity, .collision, .push, .properties: return []
    case .attachment(let end, let offset, let length, let frequency, let damping):
      let end: Attachment.End =
        switch end {
        case .anchor(let point): .anchor(point)
        case .item(let other, let place): .body(other, offset: place)
        }
      return items.map {
        Attachment(
          $0, offset: offset, to: end, kind: .distance(length: length),
          stiffness: frequency > 0 ? .soft(frequency: frequency, damping: damping) : .rigid)
      }
    case .snap(let point, let damping):
      require((0...1).contains(damping), "A damping of \(damping) is not between 0 and 1")
      return items.flatMap { item in
        [Attachment.Kind.point, .direction(world[item].rotation)].map {
          Attachment(
            item, to: .anchor(point), kind: $0,
            stiffness: .soft(frequency: 2, damping: max(0.1, damping)))
        }
      }
    }
  }
}

/// The name of a behavior in the animator that it was added to; never given twice.
public struct BehaviorID: Hashable, Sendable {
  let serial: Int
}

/// How long a push lasts.
public enum PushMode: Hashable, Sendable {
  /// As long as it is in the animator.
  case continuous
  /// One step: the first after it was added.
  case instantaneous
}

/// What the items of a collision behavior collide with.
public enum CollisionMode: Hashable, Sendable {
  /// With each other.
  case items
  /// With boundaries.
  case boundaries
  /// With both.
  case everything

  /// The group of the items, and that of the boundaries, for the collisions in a place of 0 to 31.
  static func bits(_ place: Int) -> (items: UInt64, boundaries: UInt64) {
    (1 << UInt64(2 * place), 2 << UInt64(2 * place))
  }

  /// What an item of the collisions in a place collides with.
  func groups(_ place: Int) -> Body.Groups {
    let bits = Self.bits(place)
    let others =
      switch self {
      case .items: bits.items
      case .boundaries: bits.boundaries
      case .everything: bits.items | bits.boundaries
      }
    return Body.Groups(memberOf: bits.items, collidesWith: others)
  }
}

/// What a collision delegate is told: an item has begun or ended to touch something.
///
/// For each item and boundary, and for each pair of items, events alternate and start with `began`,
/// however many edges of a boundary the item touches at once.
public struct CollisionEvent: Hashable, Sendable {
  /// What an item touches.
  public enum Partner: Hashable, Sendable {
    /// Another item, added later.
    case item(BodyID)
    /// A boundary, by its name.
    case boundary(String)
  }

  /// What has happened.
  public let kind: ContactEvent.Kind
  /// The collisions to which item and partner belong.
  public let behavior: BehaviorID
  /// The item.
  public let item: BodyID
  /// What it touches.
  public let partner: Partner
  /// Where they touch, or last touched.
  public let point: Vector
}

/// What items are made of; what is not given stays as it is.
///
/// Of two behaviors that change one property of one item the later one decides. An item that no
/// behavior changes has density 1, no elasticity, friction or resistance, and can turn.
///
/// - Source: Apple, *UIDynamicItemBehavior*.
public struct ItemProperties: Hashable, Sendable {
  /// The density; an item of 100 by 100 points and density 1 has a mass of 1.
  public var density: Double?
  /// The ratio of the speeds after and before an impact.
  public var elasticity: Double?
  /// The ratio of the largest friction to the normal force.
  public var friction: Double?
  /// The rate at which the item slows down, per second.
  public var resistance: Double?
  /// The rate at which its spin slows down, per second.
  public var angularResistance: Double?
  /// Whether it can turn.
  public var allowsRotation: Bool?
  /// Whether it stays where it is, whatever hits it.
  public var isAnchored: Bool?

  /// Makes properties.
  public init(
    density: Double? = nil, elasticity: Double? = nil, friction: Double? = nil,
    resistance: Double? = nil, angularResistance: Double? = nil, allowsRotation: Bool? = nil,
    isAnchored: Bool? = nil
  ) {
    (self.density, self.elasticity, self.friction) = (density, elasticity, friction)
    (self.resistance, self.angularResistance) = (resistance, angularResistance)
    (self.allowsRotation, self.isAnchored) = (allowsRotation, isAnchored)
  }
}
