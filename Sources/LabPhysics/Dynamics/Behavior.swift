/// What acts on the items of an animator, after UIKit Dynamics.
///
/// A behavior is a value. It takes effect when it is added to an animator, which gives it a name by
/// which it can be replaced or removed under way. A group holds other behaviors and goes with them.
public enum Behavior: Hashable, Sendable {
  /// Holds the behaviors that are added to it.
  case group
  /// Accelerates items.
  case gravity(Gravity)
  /// Lets items collide with each other and with boundaries.
  case collision(Collisions)
  /// Connects an item with a point or with another item.
  case attachment(Connection)
  /// Pushes items.
  case push(Push)
  /// Pulls an item to a point.
  case snap(Snap)
  /// Changes what items are made of.
  case properties(Properties)

  /// The items on which the behavior acts.
  var items: [BodyID] {
    switch self {
    case .group: []
    case .gravity(let gravity): gravity.items
    case .collision(let collisions): collisions.items
    case .attachment(let connection): connection.items
    case .push(let push): push.items
    case .snap(let snap): [snap.item]
    case .properties(let properties): properties.items
    }
  }
}
