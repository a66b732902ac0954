extension Behavior {
  /// Accelerates items along a vector; a vector of length 1 is 1000 pt/s².
  ///
  /// - Source: Apple, *UIGravityBehavior*: the default is (0, 1), downward.
  public struct Gravity: Hashable, Sendable {
    /// The items.
    public var items: [BodyID]
    /// The direction and the magnitude.
    public var vector: Vector

    /// Makes a gravity.
    public init(_ items: [BodyID], vector: Vector = Vector(x: 0, y: 1)) {
      self.items = items
      self.vector = vector
    }
  }

  /// Pushes items with a force, or once with an impulse.
  ///
  /// A vector of length 1 gives an item of 100 by 100 points and density 1 an acceleration of
  /// 100 pt/s², or a velocity of 100 pt/s if the push is instantaneous:
  ///
  ///     a = 100 · vector/m,  m = density · area/10⁴
  ///
  /// - Source: Apple, *UIPushBehavior*, for the force; a measurement of 2016 for the impulse.
  public struct Push: Hashable, Sendable {
    /// How long a push lasts.
    public enum Mode: Hashable, Sendable {
      /// As long as it is in the animator.
      case continuous
      /// One step: the first after it was added.
      case instantaneous
    }

    /// The items.
    public var items: [BodyID]
    /// How long it lasts.
    public var mode: Mode
    /// The direction and the magnitude.
    public var vector: Vector
    /// The point of each item that is pushed, from its center in its own frame.
    public var offset: Vector

    /// Makes a push.
    public init(
      _ items: [BodyID], _ mode: Mode = .continuous, vector: Vector, offset: Vector = .zero
    ) {
      self.items = items
      self.mode = mode
      self.vector = vector
      self.offset = offset
    }
  }
}
