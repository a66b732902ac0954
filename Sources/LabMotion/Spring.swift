import LabKernel

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
