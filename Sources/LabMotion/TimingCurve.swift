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
