/// A view under an animator: a rectangle, or the ellipse's special case of a disk.
public struct DynamicItem: Hashable, Sendable {
  /// The outline that collides.
  public enum Outline: Hashable, Sendable {
    /// The bounds.
    case rectangle
    /// The disk within the bounds; their width is its diameter.
    case disk
  }

  /// The center, in points.
  public var center: Vector
  /// The width and the height, in points.
  public var size: Vector
  /// The outline that collides.
  public var outline: Outline
  /// The direction.
  public var rotation: Rotation

  /// Makes an item.
  public init(
    center: Vector, size: Vector, outline: Outline = .rectangle, rotation: Rotation = .identity
  ) {
    self.center = center
    self.size = size
    self.outline = outline
    self.rotation = rotation
  }

  var shape: Shape {
    switch outline {
    case .rectangle: .box(width: size.x, height: size.y)
    case .disk: .circle(radius: size.x / 2)
    }
  }
}
