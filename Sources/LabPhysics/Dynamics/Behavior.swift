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
