import LabKernel

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
