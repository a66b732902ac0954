/// A view with a velocity and an acceleration that is moved on by the time since the last callback.
public struct MovingView: Hashable, Sendable {
  /// How a step of time moves it.
  public enum Integrator: String, Hashable, Sendable, CaseIterable {
    /// By the velocity at the beginning of the step: off by −a T dt / 2 after a time T.
    case euler
    /// By the velocity in the middle of the step: exact for a constant acceleration.
    case midpoint
  }

  /// What its life counts.
  public enum Life: Hashable, Sendable {
    /// 0.01 per callback, whatever the time: 100 × limit callbacks.
    case callbacks(limit: Double)
    /// The time that has passed.
    case seconds(limit: Double)
  }

  /// Where it is, in points.
  public private(set) var position: Double
  /// How fast it is, in points per second.
  public private(set) var velocity: Double
  /// How its velocity changes, in points per second squared.
  public let acceleration: Double
  /// How a step of time moves it.
  public let integrator: Integrator
  /// When it ends; `nil` for never.
  public let life: Life?

  private var lived = 0.0

  /// Creates a view at a place.
  public init(
    at position: Double, velocity: Double, acceleration: Double = 0,
    integrator: Integrator = .euler, life: Life? = nil
  ) {
    self.position = position
    self.velocity = velocity
    self.acceleration = acceleration
    self.integrator = integrator
    self.life = life
  }

  /// Moves the view on: first its place, then its velocity, then its life.
  ///
  ///     x += v δ,  v += a δ,  life += 0.01
  ///
  /// - Parameter delta: The time since the last step, in seconds.
  /// - Returns: Whether it lives on.
  /// - Source: The article on a wrapper of the display link, and its `FrameByFrameAnimations` demo.
  public mutating func update(by delta: Double) -> Bool {
    switch integrator {
    case .euler: position += velocity * delta
    case .midpoint: position += (velocity + acceleration * delta / 2) * delta
    }
    velocity += acceleration * delta
    switch life {
    case nil: return true
    case .callbacks(let limit):
      lived += 0.01
      return lived < limit
    case .seconds(let limit):
      lived += delta
      return lived < limit
    }
  }
}
