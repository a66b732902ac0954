import LabKernel

/// How a view comes to rest after a finger let go of it at a speed.
///
///     v(t) = v₀ d^(t / ms),  x(t) = (v₀ − v(t)) / k,  k = −1000 ln d per second
///
/// It is at rest as soon as it is within half a point of where it would come to in the end:
///
///     T = ln(v₀ / (k × 0.5 pt)) / k
///
/// - Source: `UIScrollView.DecelerationRate.normal`, d = 0.998; Apple's talk "Designing Fluid
///   Interfaces" (WWDC 2018, session 803) for the distance v₀ / k; the end is that of Lobanov,
///   "Scrolling mechanics of UIScrollView" (2019), since Apple does not document it.
public struct Deceleration: Hashable, Sendable {
  /// The share of its speed that a view keeps in a millisecond.
  public static let rate = 0.998
  /// How near to its end the view is at rest, in points.
  public static let rest = 0.5

  /// The speed at which it begins, in points per second.
  public let speed: Double

  /// By how much of itself the speed falls in a second, at first.
  private static var decay: Double { -1000 * naturalLogarithm(rate) }

  /// Creates the deceleration from a speed in points per second; 0 or more.
  public init(from speed: Double) {
    require(speed >= 0 && speed.isFinite, "a view does not move at \(speed) points per second")
    self.speed = speed
  }

  /// How far the view would come, in points.
  public var distance: Double { speed / Self.decay }

  /// How long it takes until the view is at rest, cut to whole nanoseconds; 0 if it is so at once.
  public var duration: Duration {
    let ratio = distance / Self.rest
    guard ratio > 1 else { return .zero }
    return .nanoseconds(Int64(naturalLogarithm(ratio) / Self.decay * 1e9))
  }
}
