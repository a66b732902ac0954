import LabKernel

/// A timing curve from (0, 0) to (1, 1), bent by two control points.
///
///     x(t) = 3 (1 − t)² t x₁ + 3 (1 − t) t² x₂ + t³, and likewise y(t)
///
/// The input is x, the share of the time that has passed; the output is y, the share of the way.
///
/// - Source: W3C, CSS Easing Functions Level 1, section 2.3.
public struct CubicBezier: Hashable, Sendable {
  /// The first control point's share of the time, from 0 to 1.
  public let x1: Double
  /// The first control point's share of the way; any.
  public let y1: Double
  /// The second control point's share of the time, from 0 to 1.
  public let x2: Double
  /// The second control point's share of the way; any.
  public let y2: Double

  /// Creates a curve.
  ///
  /// - Precondition: `x1` and `x2` lie from 0 to 1, so that x never turns back.
  public init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    require(
      (0...1).contains(x1) && (0...1).contains(x2), "control points at \(x1) and \(x2) of the time")
    (self.x1, self.y1, self.x2, self.y2) = (x1, y1, x2, y2)
  }

  /// The share of the time at a parameter of the curve.
  public func x(at parameter: Double) -> Double { Cubic(x1, x2).value(at: parameter) }

  /// The share of the way at a parameter of the curve.
  public func y(at parameter: Double) -> Double { Cubic(y1, y2).value(at: parameter) }

  /// Returns the share of the way that is done after a share of the time, clamped to 0 … 1.
  ///
  /// Off by no more than rounding times the slope: 10⁻¹² where the curve is not vertical.
  ///
  /// - Complexity: 64 halvings.
  public func value(at x: Double) -> Double {
    guard x > 0 else { return 0 }
    guard x < 1 else { return 1 }
    return y(at: parameter(at: x))
  }

  /// Returns the same, extended before 0 and after 1 along the tangents of the ends.
  ///
  /// - Source: W3C, CSS Easing Functions Level 1, section 2.3.1.
  public func extendedValue(at x: Double) -> Double {
    if x < 0 { return Self.slope(x1, y1, x2, y2) * x }
    if x > 1 { return 1 + Self.slope(1 - x2, 1 - y2, 1 - x1, 1 - y1) * (x - 1) }
    return value(at: x)
  }

  /// Halves the parameters between 0 and 1 until no digit is left; x never turns back.
  private func parameter(at x: Double) -> Double {
    let curve = Cubic(x1, x2)
    var (low, high) = (0.0, 1.0)
    for _ in 0..<64 {
      let middle = low + (high - low) / 2
      let found = curve.value(at: middle)
      if found == x { return middle }
      if found < x { low = middle } else { high = middle }
    }
    return low + (high - low) / 2
  }

  /// The slope at the end that lies at the origin, from the nearest control point that is not
  /// there.
  private static func slope(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> Double {
    if x1 > 0 { return y1 / x1 }
    return y1 == 0 && x2 > 0 ? y2 / x2 : 0
  }
}

/// One coordinate of a curve from 0 to 1, in Horner's form.
///
///     c(t) = ((1 + 3 c₁ − 3 c₂) t + (3 c₂ − 6 c₁)) t² + 3 c₁ t
struct Cubic {
  private let a: Double
  private let b: Double
  private let c: Double

  init(_ first: Double, _ second: Double) {
    c = 3 * first
    b = 3 * (second - first) - c
    a = 1 - c - b
  }

  func value(at t: Double) -> Double { ((a * t + b) * t + c) * t }

  func slope(at t: Double) -> Double { (3 * a * t + 2 * b) * t + c }
}
