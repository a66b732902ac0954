import LabKernel

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

/// A rotation as a complex number of length 1: no angle, hence no sine and no arctangent to
/// compute.
public struct Rotation: Hashable, Sendable {
  /// The real part.
  public private(set) var cosine: Double
  /// The imaginary part.
  public private(set) var sine: Double

  /// The rotation that changes nothing.
  public static let identity = Rotation(cosine: 1, sine: 0)

  private init(cosine: Double, sine: Double) {
    self.cosine = cosine
    self.sine = sine
  }

  /// Makes the rotation by an angle in radians, at most a million in size.
  ///
  ///     e^(iθ) = (e^(iθ/2ⁿ))^(2ⁿ),  |θ|/2ⁿ ≤ 1/4
  ///
  /// The inner power comes from the series of sine and cosine, which leave an error below 10⁻¹⁶
  /// there.
  public init(radians: Double) {
    require(radians.magnitude <= 1e6, "An angle of \(radians) rad is beyond a million")
    var part = radians
    var squarings = 0
    while part.magnitude > 0.25 {
      part /= 2
      squarings += 1
    }
    let square = part * part
    let cosine =
      1 - square / 2 * (1 - square / 12 * (1 - square / 30 * (1 - square / 56 * (1 - square / 90))))
    let sine =
      part
      * (1 - square / 6
        * (1 - square / 20 * (1 - square / 42 * (1 - square / 72 * (1 - square / 110)))))
    self.init(cosine: cosine, sine: sine)
    for _ in 0..<squarings { self = self * self }
    normalize()
  }

  /// Makes the rotation by an angle in degrees, at most ten million in size; exact for quarter
  /// turns.
  public init(degrees: Double) {
    require(degrees.magnitude <= 1e7, "An angle of \(degrees)° is beyond ten million")
    let quarters = Int(degrees / 90)
    self.init(radians: (degrees - Double(quarters) * 90) * (Double.pi / 180))
    for _ in 0..<((quarters % 4 + 4) % 4) { self = Rotation(cosine: -sine, sine: cosine) }
  }

  /// Composes two rotations.
  @inline(__always)
  public static func * (a: Rotation, b: Rotation) -> Rotation {
    Rotation(
      cosine: a.cosine * b.cosine - a.sine * b.sine, sine: a.cosine * b.sine + a.sine * b.cosine)
  }

  /// The rotation back.
  public var inverse: Rotation { Rotation(cosine: cosine, sine: -sine) }

  /// Turns a vector.
  @inline(__always)
  public func callAsFunction(_ vector: Vector) -> Vector {
    Vector(
      x: cosine * vector.x - sine * vector.y, y: sine * vector.x + cosine * vector.y)
  }

  /// Turns on by a small angle, in radians.
  ///
  ///     q ← q · p² / |p|²,  p = (1 − θ²/12) + iθ/2
  ///
  /// The factor is the Padé approximant of e^(iθ) with two terms above and below. It has length 1
  /// for every θ and lags the angle by θ⁵/720, so that an angle summed beside it stays true.
  ///
  /// - Source: Padé approximants of the exponential: Baker, Graves-Morris, *Padé Approximants*,
  ///   1.2.
  mutating func turn(by angle: Double) {
    let real = 1 - angle * angle / 12
    let imaginary = angle / 2
    let scale = 1 / (real * real + imaginary * imaginary)
    self =
      self
      * Rotation(
        cosine: (real * real - imaginary * imaginary) * scale, sine: 2 * real * imaginary * scale)
    normalize()
  }

  /// Brings the length back to 1 by one step of Newton's method for 1/√x at x = 1.
  private mutating func normalize() {
    let scale = 1.5 - 0.5 * (cosine * cosine + sine * sine)
    cosine *= scale
    sine *= scale
  }
}
