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
