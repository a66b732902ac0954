extension Trace.Header {
  /// What a physics scene looks like: what can be drawn of it without its engine.
  public struct Scene: Hashable, Sendable {
    /// A body: a rectangle or a disk about its center.
    public struct Body: Hashable, Sendable {
      /// The name.
      public let name: String
      /// The width in points.
      public let width: Double
      /// The height in points.
      public let height: Double
      /// Whether it is a disk.
      public let isRound: Bool

      /// Creates a body.
      public init(_ name: String, width: Double, height: Double, isRound: Bool) {
        (self.name, self.width, self.height, self.isRound) = (name, width, height, isRound)
      }
    }

    /// Two points: the ends of a wall, or two corners of a rectangle; in points.
    public struct Pair: Hashable, Sendable {
      /// The coordinates of the first.
      public let x0, y0: Double
      /// The coordinates of the second.
      public let x1, y1: Double

      /// Creates a pair.
      public init(_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double) {
        (self.x0, self.y0, self.x1, self.y1) = (x0, y0, x1, y1)
      }
    }

    /// The bodies, in the order of their poses.
    public var bodies: [Body]
    /// The lines on which they rest or bounce.
    public var walls: [Pair]
    /// What no center may leave, from its least to its greatest coordinates; `nil` for no limit.
    public var room: Pair?
    /// The width of the container, in points.
    public var width: Double
    /// The height of the container, in points.
    public var height: Double
    /// Whether y grows upward.
    public var pointsUp: Bool

    /// Creates a scene.
    public init(
      bodies: [Body], walls: [Pair] = [], room: Pair? = nil, width: Double, height: Double,
      pointsUp: Bool
    ) {
      self.bodies = bodies
      self.walls = walls
      self.room = room
      self.width = width
      self.height = height
      self.pointsUp = pointsUp
    }
  }
}

extension StableHash {
  mutating func combine(_ scene: Trace.Header.Scene) {
    for body in scene.bodies {
      combine(body.name)
      for number in [body.width, body.height, body.isRound ? 1 : 0] { combine(number.bitPattern) }
    }
    for wall in scene.walls { combine(wall) }
    if let room = scene.room {
      combine("room")
      combine(room)
    }
    for number in [scene.width, scene.height, scene.pointsUp ? 1 : 0] {
      combine(number.bitPattern)
    }
  }

  private mutating func combine(_ pair: Trace.Header.Scene.Pair) {
    for number in [pair.x0, pair.y0, pair.x1, pair.y1] { combine(number.bitPattern) }
  }
}
