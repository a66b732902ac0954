import LabKernel

/// How the share of the way that is done depends on the share of the time that has passed.
///
/// Before 0 every curve is 0, from 1 on it is 1, as Core Animation holds both ends. A spring that
/// has not settled by then jumps to its end.
public enum TimingCurve: Hashable, Sendable {
  /// The way is the time.
  case linear
  /// A curve bent by two control points, solved to the last digit.
  case cubic(CubicBezier)
  /// The same, solved as the article on animations by display link does.
  case article(NewtonBisectionSolver)
  /// A falling ball with three rebounds.
  case bounceEaseOut
  /// Two parabolas: 2 t² up to the middle, −2 t² + 4 t − 1 from there.
  case quadraticEaseInOut
  /// A damped spring whose unit of time is the duration.
  case spring(Spring)

  /// Slow at first.
  public static let easeIn = cubic(CubicBezier(0.42, 0, 1, 1))
  /// Slow at last.
  public static let easeOut = cubic(CubicBezier(0, 0, 0.58, 1))
  /// Slow at first and at last; the default of UIView.
  public static let easeInOut = cubic(CubicBezier(0.42, 0, 0.58, 1))
  /// The default of Core Animation: quick at first, slow at last.
  public static let `default` = cubic(CubicBezier(0.25, 0.1, 0.25, 1))

  /// Returns the share of the way after a share of the time.
  public func value(at x: Double) -> Double {
    guard x > 0 else { return 0 }
    guard x < 1 else { return 1 }
    switch self {
    case .linear: return x
    case .cubic(let curve): return curve.value(at: x)
    case .article(let solver): return solver.value(at: x)
    case .bounceEaseOut: return Bounce.value(at: x)
    case .quadraticEaseInOut: return x < 0.5 ? 2 * x * x : (4 - 2 * x) * x - 1
    case .spring(let spring): return spring.state(after: x).position
    }
  }

  /// What this curve is meant to be: the same for all but ``article(_:)``, whose curve it is.
  public var intended: TimingCurve {
    if case .article(let solver) = self { .cubic(solver.curve) } else { self }
  }

  /// The greatest speed on the way, in ways per duration; of cubics and springs the greatest of
  /// 1000 samples.
  public var greatestSlope: Double {
    switch self {
    case .linear: return 1
    case .bounceEaseOut: return Bounce.greatestSlope
    case .quadraticEaseInOut: return 2
    case .cubic(let curve):
      let (x, y) = (Cubic(curve.x1, curve.x2), Cubic(curve.y1, curve.y2))
      return Self.greatest { x.slope(at: $0) > 0 ? y.slope(at: $0) / x.slope(at: $0) : 0 }
    case .article(let solver): return TimingCurve.cubic(solver.curve).greatestSlope
    case .spring(let spring): return Self.greatest { spring.state(after: $0).velocity }
    }
  }

  private static func greatest(of slope: (Double) -> Double) -> Double {
    (0...1000).reduce(0) { max($0, abs(slope(Double($1) / 1000))) }
  }
}

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

/// The solver of the article on animations by display link, which is also that of POP and of
/// WebKit's early code: it stops as soon as the time is near enough, and takes the way there.
///
/// Up to eight steps of Newton's method begin at t = x; where they fail, halving takes over. The
/// tolerance bounds the error of the time, so that of the way is as much larger as the curve is
/// steep.
///
///     |x(t) − x| < ε,  |error of the way| ≤ about ε × slope
///
/// - Source: facebookarchive/pop, `POPMath.h`, which takes ε = 1/(1000 × duration in seconds).
public struct NewtonBisectionSolver: Hashable, Sendable {
  /// The curve.
  public let curve: CubicBezier
  /// How far the time may be off; positive.
  public let epsilon: Double

  /// Creates a solver.
  ///
  /// - Precondition: `epsilon` is positive.
  public init(_ curve: CubicBezier, epsilon: Double) {
    require(epsilon > 0, "a tolerance of \(epsilon) is never met")
    self.curve = curve
    self.epsilon = epsilon
  }

  /// Creates a solver with the article's tolerance for an animation of a duration.
  public init(_ curve: CubicBezier, over duration: Duration) {
    self.init(curve, epsilon: 1 / (1000 * duration.inSeconds))
  }

  /// Returns the share of the way after a share of the time, clamped to 0 … 1 beforehand.
  public func value(at x: Double) -> Double {
    curve.y(at: parameter(at: max(0, min(1, x))))
  }

  /// Solves x(t) = x for the parameter t as the article does, for any x.
  ///
  /// Outside 0 … 1 the steps may follow the cubic to nonsense, 12.7 for ease-in at 1.5: clamp
  /// first.
  public func parameter(at x: Double) -> Double {
    let cubic = Cubic(curve.x1, curve.x2)
    var parameter = x
    for _ in 0..<8 {
      let error = cubic.value(at: parameter) - x
      if abs(error) < epsilon { return parameter }
      let slope = cubic.slope(at: parameter)
      if abs(slope) < 1e-6 { break }
      parameter -= error / slope
    }
    return halve(cubic, x)
  }

  private func halve(_ cubic: Cubic, _ x: Double) -> Double {
    guard (0...1).contains(x) else { return max(0, min(1, x)) }
    var (parameter, low, high) = (x, 0.0, 1.0)
    // After as many halvings as a double has digits nothing changes any more.
    for _ in 0..<64 {
      let found = cubic.value(at: parameter)
      if abs(found - x) < epsilon { break }
      if found < x { low = parameter } else { high = parameter }
      parameter = low + (high - low) / 2
    }
    return parameter
  }
}
