/// A point or a displacement in the plane, in points.
///
/// Which way y grows is a matter of the scene: up in the listings of Core Animation, down in UIKit.
public struct Vector: Hashable, Sendable {
  /// The coordinate to the right.
  public var x: Double
  /// The coordinate up or down.
  public var y: Double

  /// Makes a vector of two coordinates.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The vector without length.
  public static let zero = Vector(x: 0, y: 0)

  /// The length, in points.
  public var length: Double { dot(self).squareRoot() }

  /// The sum of the products of the coordinates.
  @inline(__always)
  public func dot(_ other: Vector) -> Double { x * other.x + y * other.y }

  /// The third coordinate of the product of two vectors of space that lie in the plane.
  ///
  /// Positive if `other` lies to the left of this vector, y growing upward.
  @inline(__always)
  public func cross(_ other: Vector) -> Double { x * other.y - y * other.x }

  /// Whether both coordinates are numbers of finite size.
  public var isFinite: Bool { x.isFinite && y.isFinite }

  /// Adds two vectors.
  @inline(__always)
  public static func + (a: Vector, b: Vector) -> Vector { Vector(x: a.x + b.x, y: a.y + b.y) }

  /// Subtracts one vector from another.
  @inline(__always)
  public static func - (a: Vector, b: Vector) -> Vector { Vector(x: a.x - b.x, y: a.y - b.y) }

  /// Reverses a vector.
  @inline(__always)
  public static prefix func - (a: Vector) -> Vector { Vector(x: -a.x, y: -a.y) }

  /// Scales a vector.
  @inline(__always)
  public static func * (a: Vector, scale: Double) -> Vector {
    Vector(x: a.x * scale, y: a.y * scale)
  }

  /// Adds a vector in place.
  @inline(__always)
  public static func += (a: inout Vector, b: Vector) { a = a + b }

  /// Subtracts a vector in place.
  @inline(__always)
  public static func -= (a: inout Vector, b: Vector) { a = a - b }
}
