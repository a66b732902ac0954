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
