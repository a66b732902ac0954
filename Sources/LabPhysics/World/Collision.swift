/// Where two hulls touch: one or two points on a common normal.
struct Touch {
  struct Point {
    /// The feature that makes the point: reference hull, its edge, the other's edge, and the end.
    var id: UInt32
    /// The point, halfway between the two surfaces.
    var position: Vector
    /// The distance between the surfaces along the normal, negative inside.
    var gap: Double
  }

  /// The direction from the first hull to the second.
  var normal: Vector
  var first: Point
  var second: Point?
}

/// The separating axis and the clipped edge: from two hulls to the points where they touch.
///
/// - Source: Dirk Gregory, *The Separating Axis Test between Convex Polyhedra*, GDC 2013, for the
///   reference face and the clipped edge; box2d-lite, `Collide.cpp`, for the preference of one
///   face.
enum Collision {
  /// The face of a hull that lies farthest from another hull.
  private struct Face {
    var separation = -Double.infinity
    var index = 0
  }

  /// Returns where two hulls touch, or nothing.
  ///
  /// Of the two faces that could carry the normal the first hull's is kept unless the second's gap
  /// is larger by more than a margin, or the points would change their names from step to step:
  ///
  ///     gap_b > 0.95 gap_a + 0.01 extent
  static func touch(
    _ a: Hull, _ b: Hull, _ corners: Span<Vector>, _ normals: Span<Vector>
  ) -> Touch? {
    let reach = a.radius + b.radius
    let faceA = outermostFace(of: a, from: b, corners, normals, within: reach)
    guard faceA.separation <= reach else { return nil }
    let faceB = outermostFace(of: b, from: a, corners, normals, within: reach)
    guard faceB.separation <= reach else { return nil }
    if a.count == 1 && b.count == 1 {
      return cornerTouch(a, corners[a.start], b, corners[b.start], id: 0)
    }
    let margin = 0.01 * (a.extent < b.extent ? a.extent : b.extent)
    let flips = faceB.separation - reach > 0.95 * (faceA.separation - reach) + margin
    guard flips else { return clip(a, faceA.index, b, corners, normals, id: 0) }
    guard var touch = clip(b, faceB.index, a, corners, normals, id: 1 << 31) else { return nil }
    touch.normal = -touch.normal
    return touch
  }

  /// Finds the face of `a` whose plane has all of `b` farthest outside; none for a single corner.
  @inline(__always)
  private static func outermostFace(
    of a: Hull, from b: Hull, _ corners: Span<Vector>, _ normals: Span<Vector>,
    within reach: Double
  ) -> Face {
    var face = Face()
    guard a.count > 1 else { return face }
    for index in 0..<a.count {
      let normal = normals[a.start + index]
      let corner = corners[a.start + index]
      var separation = Double.infinity
      for other in b.start..<(b.start + b.count) {
        let distance = normal.dot(corners[other] - corner)
        separation = distance < separation ? distance : separation
      }
      if separation > face.separation {
        face = Face(separation: separation, index: index)
        if separation > reach { break }
      }
    }
    return face
  }

  /// Cuts the edge of `other` that faces a reference edge down to the reference edge's length.
  private static func clip(
    _ reference: Hull, _ edge: Int, _ other: Hull, _ corners: Span<Vector>,
    _ normals: Span<Vector>, id side: UInt32
  ) -> Touch? {
    let normal = normals[reference.start + edge]
    let start = corners[reference.start + edge]
    let end = corners[reference.start + (edge + 1 == reference.count ? 0 : edge + 1)]
    let facing = facingEdge(of: other, to: normal, normals)
    let id = side | UInt32(truncatingIfNeeded: edge << 14 | facing << 2)
    let far = corners[other.start + facing]
    let near = corners[other.start + (facing + 1 == other.count ? 0 : facing + 1)]

    // Along the reference edge, measured from its start. Counterclockwise hulls run against each
    // other where they touch, so the facing edge ends at the lower mark.
    let tangent = Vector(x: -normal.y, y: normal.x)
    let length = tangent.dot(end - start)
    let (low, high) = (tangent.dot(near - start), tangent.dot(far - start))
    if high < 0 { return cornerTouch(reference, start, other, far, id: id | 2) }
    if low > length { return cornerTouch(reference, end, other, near, id: id | 3) }

    let (lowHeight, highHeight) = (normal.dot(near - start), normal.dot(far - start))
    let span = high - low
    let reach = reference.radius + other.radius
    func point(_ mark: Double, _ end: UInt32) -> Touch.Point {
      let share = span > 0 ? (mark - low) / span : 0
      let gap = lowHeight + (highHeight - lowHeight) * share - reach
      let onEdge = near + (far - near) * share
      return Touch.Point(
        id: id | end, position: onEdge - normal * (gap / 2 + other.radius), gap: gap)
    }
    let first = point(low < 0 ? 0 : low, 0)
    let second = other.count > 1 ? point(high > length ? length : high, 1) : first
    if first.gap > 0 {
      return second.gap > 0 ? nil : Touch(normal: normal, first: second, second: nil)
    }
    let isPair = second.gap <= 0 && other.count > 1
    return Touch(normal: normal, first: first, second: isPair ? second : nil)
  }

  @inline(__always)
  private static func facingEdge(
    of hull: Hull, to normal: Vector, _ normals: Span<Vector>
  ) -> Int {
    var facing = 0
    var least = Double.infinity
    for index in 0..<hull.count {
      let product = normal.dot(normals[hull.start + index])
      if product < least { (facing, least) = (index, product) }
    }
    return facing
  }

  /// Returns the touch of two corners with radii: the axis through the nearest features.
  private static func cornerTouch(
    _ a: Hull, _ cornerA: Vector, _ b: Hull, _ cornerB: Vector, id: UInt32
  ) -> Touch? {
    let between = cornerB - cornerA
    let distance = between.length
    let reach = a.radius + b.radius
    guard distance <= reach else { return nil }
    let normal = distance > 0 ? between * (1 / distance) : Vector(x: 0, y: 1)
    let gap = distance - reach
    return Touch(
      normal: normal,
      first: Touch.Point(id: id, position: cornerB - normal * (gap / 2 + b.radius), gap: gap),
      second: nil)
  }
}

/// Two bodies have begun or ended to touch.
public struct ContactEvent: Hashable, Sendable {
  /// What has happened.
  public enum Kind: Hashable, Sendable {
    /// The bodies touch, and did not before the step.
    case began
    /// The bodies have parted.
    case ended
  }

  /// What has happened.
  public let kind: Kind
  /// The body added first.
  public let first: BodyID
  /// The body added second.
  public let second: BodyID
  /// Where they touch, or last touched.
  public let point: Vector
}
