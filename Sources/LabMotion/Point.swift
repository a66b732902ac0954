/// A place on a surface, in points.
public struct Point: Hashable, Sendable, Interpolatable {
  /// To the right.
  public var x: Double
  /// Downwards, as the views of iOS count.
  public var y: Double

  /// Creates a point.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// Returns the point after a share of the straight way.
  public func interpolated(to end: Point, at share: Double) -> Point {
    Point(x: x.interpolated(to: end.x, at: share), y: y.interpolated(to: end.y, at: share))
  }
}
