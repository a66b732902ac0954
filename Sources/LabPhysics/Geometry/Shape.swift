/// The outline of a body, in the body's own frame.
public enum Shape: Hashable, Sendable {
  /// A convex polygon; the vertices may run either way round.
  case polygon([Vector])
  /// A disk about the origin.
  case circle(radius: Double)
  /// The points within a distance of a segment; the walls of the listings have a radius of 1.
  case capsule(from: Vector, to: Vector, radius: Double)

  /// Returns a rectangle about the origin.
  public static func box(width: Double, height: Double) -> Shape {
    let (x, y) = (width / 2, height / 2)
    return .polygon([
      Vector(x: -x, y: -y), Vector(x: x, y: -y), Vector(x: x, y: y), Vector(x: -x, y: y),
    ])
  }
}
