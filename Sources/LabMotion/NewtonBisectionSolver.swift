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
  /// What the solver found, and how much work it was.
  public struct Solution: Hashable, Sendable {
    /// The parameter of the curve.
    public var parameter: Double
    /// How many steps of Newton's method were made, at most 8.
    public var newtonSteps = 0
    /// How many times the interval was halved.
    public var halvings = 0
  }

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
    curve.y(at: solution(at: max(0, min(1, x))).parameter)
  }

  /// Solves x(t) = x as the article does, for any x.
  ///
  /// Outside 0 … 1 the steps may follow the cubic to nonsense, 12.7 for ease-in at 1.5: clamp
  /// first.
  public func solution(at x: Double) -> Solution {
    let cubic = Cubic(curve.x1, curve.x2)
    var solution = Solution(parameter: x)
    for _ in 0..<8 {
      let error = cubic.value(at: solution.parameter) - x
      if abs(error) < epsilon { return solution }
      let slope = cubic.slope(at: solution.parameter)
      if abs(slope) < 1e-6 { break }
      solution.parameter -= error / slope
      solution.newtonSteps += 1
    }
    halve(&solution, cubic, x)
    return solution
  }

  private func halve(_ solution: inout Solution, _ cubic: Cubic, _ x: Double) {
    solution.parameter = max(0, min(1, x))
    guard x == solution.parameter else { return }
    var (low, high) = (0.0, 1.0)
    // After as many halvings as a double has digits nothing changes any more.
    for _ in 0..<64 {
      let found = cubic.value(at: solution.parameter)
      if abs(found - x) < epsilon { return }
      if found < x { low = solution.parameter } else { high = solution.parameter }
      solution.parameter = low + (high - low) / 2
      solution.halvings += 1
    }
  }
}
