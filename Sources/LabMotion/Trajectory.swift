import LabKernel

/// Where something should be at every time of its motion: what the pictures are measured against.
public enum Trajectory: Hashable, Sendable {
  /// Along a curve from one place to another, where it stays.
  case curve(TimingCurve, from: Double, to: Double, over: Duration)
  /// With a constant acceleration; in points, points per second, points per second squared.
  case accelerated(from: Double, velocity: Double, acceleration: Double)

  /// Returns the place after a time, in points; before 0 that at 0.
  public func position(after time: Duration) -> Double {
    switch self {
    case .curve(let curve, let from, let to, let duration):
      return interpolate(
        from: from, to: to, at: curve.value(at: time.inSeconds / duration.inSeconds))
    case .accelerated(let from, let velocity, let acceleration):
      let seconds = max(0, time.inSeconds)
      return from + (velocity + acceleration * seconds / 2) * seconds
    }
  }

  /// Returns the greatest speed up to a time, in points per second.
  public func greatestSpeed(until time: Duration) -> Double {
    switch self {
    case .curve(let curve, let from, let to, let duration):
      return abs(to - from) * curve.greatestSlope / duration.inSeconds
    case .accelerated(_, let velocity, let acceleration):
      return max(abs(velocity), abs(velocity + acceleration * max(0, time.inSeconds)))
    }
  }

  /// How long it takes; `nil` if it goes on for ever.
  public var duration: Duration? {
    if case .curve(_, _, _, let duration) = self { duration } else { nil }
  }

  /// The place before anything moved.
  public var start: Double { position(after: .zero) }
}

extension Trajectory {
  /// Numbers that tell this trajectory from every other, the same on every platform.
  package var stableWords: [UInt64] {
    switch self {
    case .curve(let curve, let from, let to, let duration):
      [1, UInt64(bitPattern: duration.wholeNanoseconds)]
        + words([from, to]) + curve.stableWords
    case .accelerated(let from, let velocity, let acceleration):
      [2] + words([from, velocity, acceleration])
    }
  }
}

extension TimingCurve {
  fileprivate var stableWords: [UInt64] {
    switch self {
    case .linear: [1]
    case .cubic(let curve): [2] + words([curve.x1, curve.y1, curve.x2, curve.y2])
    case .article(let solver):
      [3, solver.epsilon.bitPattern] + TimingCurve.cubic(solver.curve).stableWords
    case .bounceEaseOut: [4]
    case .quadraticEaseInOut: [5]
    case .spring(let spring): [6] + words([spring.frequency, spring.damping])
    }
  }
}

private func words(_ numbers: [Double]) -> [UInt64] { numbers.map { $0.bitPattern } }

/// A weight on a damped spring that is let go.
///
///     x″ = ω² (1 − x) − 2 ζ ω x′,  ω = 2π f
///
/// from rest at x = 0 to rest at x = 1. The state is carried over any time in one step, by the
/// exponential of a matrix, which needs the basic operations alone and knows no special case for
/// critical damping.
public struct Spring: Hashable, Sendable {
  /// How often the undamped spring would swing in one unit of time; positive.
  public let frequency: Double
  /// 0 for none; 1 for critical damping, with which it just does not overshoot.
  public let damping: Double

  /// Creates a spring.
  ///
  /// - Precondition: The frequency is positive and at most 1000, the damping from 0 to 100.
  public init(frequency: Double, damping: Double) {
    require(
      frequency > 0 && frequency <= 1000 && (0...100).contains(damping),
      "a spring of frequency \(frequency) and damping \(damping)")
    self.frequency = frequency
    self.damping = damping
  }

  /// Returns the position, and how fast it changes, some units of time after the release.
  public func state(after time: Double) -> (position: Double, velocity: Double) {
    let omega = 2 * Double.pi * frequency
    let system = Matrix(0, 1, -omega * omega, -2 * damping * omega)
    let carried = system.exponential(over: max(0, time))
    return (1 - carried.a, -carried.c)
  }
}

/// A matrix of two rows: a b, c d.
private struct Matrix {
  var a, b, c, d: Double

  init(_ a: Double, _ b: Double, _ c: Double, _ d: Double) {
    (self.a, self.b, self.c, self.d) = (a, b, c, d)
  }

  static func * (m: Matrix, n: Matrix) -> Matrix {
    Matrix(
      m.a * n.a + m.b * n.c, m.a * n.b + m.b * n.d, m.c * n.a + m.d * n.c, m.c * n.b + m.d * n.d)
  }

  /// Returns e^(M t): Taylor's series of a small part of the time, squared again and again.
  ///
  /// - Complexity: O(log of the largest entry × t).
  func exponential(over time: Double) -> Matrix {
    var halvings = 0
    var part = time
    let largest = max(abs(c), abs(d), 1)
    while part * largest > 0.25, halvings < 60 {
      part /= 2
      halvings += 1
    }
    let step = Matrix(a * part, b * part, c * part, d * part)
    var power = Matrix(1, 0, 0, 1)
    var sum = power
    for n in 1...18 {
      power = power * step
      let share = 1 / Double(n)
      power = Matrix(power.a * share, power.b * share, power.c * share, power.d * share)
      sum = Matrix(sum.a + power.a, sum.b + power.b, sum.c + power.c, sum.d + power.d)
    }
    for _ in 0..<halvings { sum = sum * sum }
    return sum
  }
}

/// A ball that falls, and rebounds to 3/10, 9/100 and 27/1000 of the height: four pieces of
/// parabolas.
///
/// It reaches 1 at every joint exactly. It is no physical ball: each piece has a gravity of its
/// own.
///
/// - Source: R. Penner's easing equations in the form of "iOS Core Animation: Advanced Techniques",
///   chapter 10, with their decimals turned back into the ratios that they stand for.
enum Bounce {
  /// The greatest speed, at the first impact: 11/2 ways per duration.
  static let greatestSlope = 5.5

  static func value(at t: Double) -> Double {
    if t < 4.0 / 11 { return 121.0 / 16 * t * t }
    if t < 8.0 / 11 { return (363.0 / 40 * t - 99.0 / 10) * t + 17.0 / 5 }
    if t < 9.0 / 10 { return (4356.0 / 361 * t - 35442.0 / 1805) * t + 16061.0 / 1805 }
    return (54.0 / 5 * t - 513.0 / 25) * t + 268.0 / 25
  }
}
