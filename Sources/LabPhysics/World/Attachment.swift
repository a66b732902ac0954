import LabKernel

/// A connection that holds a body to a point, to a direction, or to another body.
public struct Attachment: Hashable, Sendable {
  /// What is held.
  public enum Kind: Hashable, Sendable {
    /// The distance of the two ends; without a length, the one they have when attached.
    case distance(length: Double?)
    /// The place of the body's end: both ends coincide.
    case point
    /// The direction of the body.
    case direction(Rotation)
  }

  /// How firmly it is held.
  public enum Stiffness: Hashable, Sendable {
    /// Without giving way.
    case rigid
    /// As by a spring that swings at a frequency, in hertz, with a damping where 1 is critical.
    case soft(frequency: Double, damping: Double)
  }

  /// What it is held to.
  public enum End: Hashable, Sendable {
    /// A point of the world.
    case anchor(Vector)
    /// A point of another body, in that body's frame.
    case body(BodyID, offset: Vector)
  }

  /// The body that is held.
  public var body: BodyID
  /// The point at which it is held, in its own frame.
  public var offset: Vector
  /// What it is held to.
  public var end: End
  /// What is held.
  public var kind: Kind
  /// How firmly.
  public var stiffness: Stiffness

  /// Makes an attachment.
  public init(
    _ body: BodyID, offset: Vector = .zero, to end: End, kind: Kind = .distance(length: nil),
    stiffness: Stiffness = .rigid
  ) {
    self.body = body
    self.offset = offset
    self.end = end
    self.kind = kind
    self.stiffness = stiffness
    check()
  }

  /// Stops the program if a number makes no attachment possible.
  func check() {
    require(offset.isFinite, "the offset of an attachment must be finite, not \(offset)")
    switch end {
    case .anchor(let point), .body(_, let point):
      require(point.isFinite, "the end of an attachment must be finite, not \(point)")
    }
    guard case .soft(let frequency, let damping) = stiffness else { return }
    require(
      frequency > 0 && frequency.isFinite && damping >= 0 && damping.isFinite,
      "a spring must have a positive frequency and a damping of at least 0, not \(frequency) Hz and"
        + " \(damping)")
  }
}
