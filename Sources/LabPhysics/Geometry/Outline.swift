import LabKernel

/// A shape brought into the one form that the world collides: a convex hull of points with a
/// radius.
///
/// A circle is one point with a radius, a capsule two, a polygon three or more without.
struct Outline {
  /// The corners of the hull, counterclockwise, taken from the centroid.
  var corners: [Vector]
  /// The outward normal of the edge from each corner to the next; zero for a single corner.
  var normals: [Vector]
  /// What surrounds the hull.
  let radius: Double
  /// The centroid in the frame in which the shape was given.
  let centroid: Vector
  /// The area of the shape, in square points.
  let area: Double
  /// The moment of inertia of a unit of mass about the centroid, in square points.
  let inertiaPerMass: Double
  /// The shortest distance from the centroid to the outline: the scale of the shape.
  let extent: Double

  init(_ shape: Shape) {
    switch shape {
    case .circle(let radius): self.init(radius: radius)
    case .capsule(let start, let end, let radius):
      self.init(from: start, to: end, radius: radius)
    case .polygon(let vertices): self.init(vertices)
    }
  }

  /// Makes a disk.
  ///
  ///     I = m r²/2
  private init(radius: Double) {
    require(radius > 0 && radius.isFinite, "A circle of radius \(radius) has no area")
    corners = [.zero]
    normals = [.zero]
    self.radius = radius
    centroid = .zero
    area = Double.pi * radius * radius
    inertiaPerMass = radius * radius / 2
    extent = radius
  }

  /// Makes a capsule: a rectangle of length L between two half disks.
  ///
  ///     I = m_rectangle (L² + 4r²)/12 + m_disk (r²/2 + L²/4 + 4rL/3π)
  ///
  /// The last term carries both halves from their own centroids, 4r/3π from the flat side, to the
  /// middle of the capsule. Without a radius the capsule is a rod: it needs a mass of its own.
  private init(from start: Vector, to end: Vector, radius: Double) {
    let axis = end - start
    let length = axis.length
    require(
      length > 0 && length.isFinite && radius >= 0 && radius.isFinite,
      "a capsule needs a length and a radius of at least 0, not \(start) to \(end) and \(radius)")
    let normal = Vector(x: axis.y / length, y: -axis.x / length)
    corners = [axis * -0.5, axis * 0.5]
    normals = [normal, -normal]
    self.radius = radius
    centroid = (start + end) * 0.5
    let disk = Double.pi * radius * radius
    let rectangle = 2 * radius * length
    area = disk + rectangle
    let ofRectangle = (length * length + 4 * radius * radius) / 12
    let ofDisk =
      radius * radius / 2 + length * length / 4 + 4 * radius * length / (3 * Double.pi)
    inertiaPerMass =
      area > 0
      ? (rectangle * ofRectangle + disk * ofDisk) / area : length * length / 12
    extent = radius
  }

  /// Makes a polygon.
  ///
  ///     cᵢ = pᵢ × pᵢ₊₁,  A = ½ Σ cᵢ,  centroid = Σ (pᵢ + pᵢ₊₁) cᵢ / 3 Σ cᵢ
  ///     I = m Σ cᵢ (pᵢ·pᵢ + pᵢ·pᵢ₊₁ + pᵢ₊₁·pᵢ₊₁) / 6 Σ cᵢ, the vertices taken from the centroid
  ///
  /// - Source: Green's theorem; the formulas of `cpMomentForPoly` and `cpCentroidForPoly` in
  ///   Chipmunk.
  private init(_ vertices: [Vector]) {
    let count = vertices.count
    require(
      (3...4096).contains(count) && vertices.allSatisfy { $0.isFinite },
      "A polygon has 3 to 4096 finite vertices; here are \(count)")
    let origin = vertices[0]
    var twiceArea = 0.0
    var moment = Vector.zero
    for index in 0..<count {
      let p = vertices[index] - origin
      let q = vertices[(index + 1) % count] - origin
      twiceArea += p.cross(q)
      moment += (p + q) * p.cross(q)
    }
    require(twiceArea != 0, "A polygon without area: \(vertices)")
    let centroid = origin + moment * (1 / (3 * twiceArea))
    let corners = (twiceArea > 0 ? vertices : vertices.reversed()).map { $0 - centroid }
    var normals: [Vector] = []
    var inertia = 0.0
    var extent = Double.infinity
    for index in 0..<count {
      let p = corners[index]
      let q = corners[(index + 1) % count]
      let edge = q - p
      let next = corners[(index + 2) % count] - q
      require(
        edge.cross(next) > 0, "A polygon that is not convex, or repeats a vertex: \(vertices)")
      inertia += p.cross(q) * (p.dot(p) + p.dot(q) + q.dot(q))
      let normal = Vector(x: edge.y, y: -edge.x) * (1 / edge.length)
      extent = min(extent, normal.dot(p))
      normals.append(normal)
    }
    self.corners = corners
    self.normals = normals
    self.centroid = centroid
    self.extent = extent
    radius = 0
    area = twiceArea.magnitude / 2
    inertiaPerMass = inertia / (6 * twiceArea.magnitude)
  }
}

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
