import LabKernel

/// A line that items do not cross.
public struct Boundary: Hashable, Sendable {
  /// What a boundary runs along.
  public enum Line: Hashable, Sendable {
    /// The edges of the reference view.
    case referenceBounds(Insets = Insets())
    /// A segment.
    case segment(from: Vector, to: Vector)
    /// The edges of a polygon.
    case polygon([Vector])
  }

  /// Distances from the edges of the reference view, in points; positive ones shrink it.
  public struct Insets: Hashable, Sendable {
    /// From the top.
    public var top: Double
    /// From the left.
    public var left: Double
    /// From the bottom.
    public var bottom: Double
    /// From the right.
    public var right: Double

    /// Makes insets, in the order of `UIEdgeInsets`.
    public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
      (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
    }
  }

  /// The name that events give.
  public var name: String
  /// What it runs along.
  public var line: Line

  /// Makes a boundary.
  public init(_ name: String, _ line: Line) {
    self.name = name
    self.line = line
  }

  /// The corners of the edges in a reference view of the given size; two of a segment.
  func corners(in size: Vector) -> [Vector] {
    switch line {
    case .segment(let start, let end): return [start, end]
    case .polygon(let vertices):
      require(vertices.count > 2, "A polygon of \(vertices.count) corners bounds nothing")
      return vertices
    case .referenceBounds(let insets):
      let low = Vector(x: insets.left, y: insets.top)
      let high = Vector(x: size.x - insets.right, y: size.y - insets.bottom)
      require(low.x < high.x && low.y < high.y, "\(insets) leave nothing of \(size)")
      return [low, Vector(x: high.x, y: low.y), high, Vector(x: low.x, y: high.y)]
    }
  }

  /// The edges in a reference view of the given size.
  func edges(in size: Vector) -> [(start: Vector, end: Vector)] {
    let corners = corners(in: size)
    return corners.indices.prefix(corners.count > 2 ? corners.count : 1).map {
      (corners[$0], corners[($0 + 1) % corners.count])
    }
  }
}
