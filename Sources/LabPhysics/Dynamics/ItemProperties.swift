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
