import LabKernel

extension Behavior {
  /// Lets items collide with each other and with boundaries.
  ///
  /// Boundaries are lines without thickness, of elasticity 1 and friction 1, so that under the
  /// product of both partners the item's own values decide.
  ///
  /// - Source: Apple, *UICollisionBehavior*.
  public struct Collisions: Hashable, Sendable {
    /// What collides.
    public enum Mode: Hashable, Sendable {
      /// Items with items.
      case items
      /// Items with boundaries.
      case boundaries
      /// Both.
      case everything
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
        self.top = top
        self.left = left
        self.bottom = bottom
        self.right = right
      }
    }

    /// A line that items do not cross.
    public struct Boundary: Hashable, Sendable {
      /// What a boundary runs along.
      public enum Line: Hashable, Sendable {
        /// The edges of the reference view.
        case referenceBounds(Insets)
        /// A segment.
        case segment(from: Vector, to: Vector)
        /// The edges of a polygon.
        case polygon([Vector])
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

      /// The segments of the boundary in a reference view of the given size.
      func segments(in size: Vector) -> [(from: Vector, to: Vector)] {
        let corners: [Vector]
        switch line {
        case .segment(let start, let end): return [(start, end)]
        case .polygon(let vertices): corners = vertices
        case .referenceBounds(let insets):
          let low = Vector(x: insets.left, y: insets.top)
          let high = Vector(x: size.x - insets.right, y: size.y - insets.bottom)
          require(low.x < high.x && low.y < high.y, "\(insets) leave nothing of \(size)")
          corners = [low, Vector(x: high.x, y: low.y), high, Vector(x: low.x, y: high.y)]
        }
        require(corners.count > 2, "A polygon of \(corners.count) corners bounds nothing")
        return corners.indices.map { (corners[$0], corners[($0 + 1) % corners.count]) }
      }
    }

    /// The items.
    public var items: [BodyID]
    /// What collides.
    public var mode: Mode
    /// The boundaries; their names differ.
    public var boundaries: [Boundary]

    /// Makes collisions.
    public init(_ items: [BodyID], mode: Mode = .everything, boundaries: [Boundary] = []) {
      require(
        Set(boundaries.map(\.name)).count == boundaries.count, "Two boundaries have one name")
      self.items = items
      self.mode = mode
      self.boundaries = boundaries
    }

    /// The group of the items, and that of the boundaries, for the collisions in a place of 0 to
    /// 31.
    static func bits(_ place: Int) -> (items: UInt64, boundaries: UInt64) {
      (1 << UInt64(2 * place), 2 << UInt64(2 * place))
    }

    /// What an item of these collisions collides with.
    func groups(_ place: Int) -> Body.Groups {
      let bits = Self.bits(place)
      return switch mode {
      case .items: Body.Groups(memberOf: bits.items, collidesWith: bits.items)
      case .boundaries: Body.Groups(memberOf: bits.items, collidesWith: bits.boundaries)
      case .everything:
        Body.Groups(memberOf: bits.items, collidesWith: bits.items | bits.boundaries)
      }
    }
  }
}
