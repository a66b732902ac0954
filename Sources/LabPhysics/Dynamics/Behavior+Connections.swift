import LabKernel

extension Behavior {
  /// Connects an item with an anchor or with another item.
  ///
  /// With a frequency of 0 the distance is kept; otherwise a spring with that frequency, in hertz,
  /// and a damping where 1 is critical.
  ///
  /// - Source: Apple, *UIAttachmentBehavior*.
  public struct Connection: Hashable, Sendable {
    /// What the item is connected with.
    public enum End: Hashable, Sendable {
      /// A point of the reference view.
      case anchor(Vector)
      /// A point of another item, from its center in its own frame.
      case item(BodyID, offset: Vector)
    }

    /// The item.
    public var item: BodyID
    /// The point of the item that is held, from its center in its own frame.
    public var offset: Vector
    /// What the item is connected with.
    public var end: End
    /// The distance that is kept; without one, the distance when the behavior is added.
    public var length: Double?
    /// The frequency of the spring, in hertz; 0 for none.
    public var frequency: Double
    /// The damping of the spring, where 1 is critical.
    public var damping: Double

    /// Makes a connection.
    public init(
      _ item: BodyID, offset: Vector = .zero, to end: End, length: Double? = nil,
      frequency: Double = 0, damping: Double = 0
    ) {
      self.item = item
      self.offset = offset
      self.end = end
      self.length = length
      self.frequency = frequency
      self.damping = damping
    }

    var items: [BodyID] {
      if case .item(let other, _) = end { [item, other] } else { [item] }
    }

    /// The same in the terms of the world.
    var attachment: Attachment {
      let end: Attachment.End =
        switch end {
        case .anchor(let point): .anchor(point)
        case .item(let other, let offset): .body(other, offset: offset)
        }
      return Attachment(
        item, offset: offset, to: end, kind: .distance(length: length),
        stiffness: frequency > 0 ? .soft(frequency: frequency, damping: damping) : .rigid)
    }
  }

  /// Pulls an item to a point, in the direction that it has when the behavior is added.
  ///
  /// The constants are this package's own: two springs of 2 Hz, for the place and the direction,
  /// with a damping of at least 0.1. Apple publishes none.
  public struct Snap: Hashable, Sendable {
    /// The item.
    public var item: BodyID
    /// Where its center comes to rest.
    public var point: Vector
    /// From 0, with most oscillation, to 1 (default: 0.5).
    public var damping: Double

    /// Makes a snap.
    public init(_ item: BodyID, to point: Vector, damping: Double = 0.5) {
      require((0...1).contains(damping), "A damping of \(damping) is not between 0 and 1")
      self.item = item
      self.point = point
      self.damping = damping
    }

    /// The same in the terms of the world, for an item of the given direction.
    func attachments(rotation: Rotation) -> [Attachment] {
      let spring = Attachment.Stiffness.soft(frequency: 2, damping: max(0.1, damping))
      return [
        Attachment(item, to: .anchor(point), kind: .point, stiffness: spring),
        Attachment(item, to: .anchor(point), kind: .direction(rotation), stiffness: spring),
      ]
    }
  }
}
