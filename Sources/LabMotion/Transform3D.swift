/// A transform of space as Core Animation keeps it: rows of a matrix by which row vectors multiply.
///
/// A translation stands in the fourth row, so that `m42` alone moves a layer down.
public struct Transform3D: Hashable, Sendable, Interpolatable {
  /// The sixteen entries, row by row.
  public var entries: SIMD16<Double>

  /// The transform that changes nothing.
  public static let identity = Transform3D(translationX: 0, y: 0, z: 0)

  /// Creates a translation.
  public init(translationX x: Double, y: Double, z: Double) {
    entries = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1]
  }

  /// The translation to the right, in points.
  public var m41: Double {
    get { entries[12] }
    set { entries[12] = newValue }
  }

  /// The translation downwards, in points.
  public var m42: Double {
    get { entries[13] }
    set { entries[13] = newValue }
  }

  /// The translation towards the eye, in points.
  public var m43: Double {
    get { entries[14] }
    set { entries[14] = newValue }
  }

  /// The perspective: −1 by the distance of the eye.
  public var m34: Double {
    get { entries[11] }
    set { entries[11] = newValue }
  }

  /// Returns the transform after a share of the way, entry by entry; right for what these
  /// animations do, translations and scalings, and wrong for rotations.
  public func interpolated(to end: Transform3D, at share: Double) -> Transform3D {
    var result = self
    result.entries += (end.entries - entries) * share
    return result
  }
}
