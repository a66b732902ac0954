/// A behavior of a script: what it does, on which items, and when it is in the animator.
public struct PlannedBehavior: Hashable, Sendable {
  /// What it does; items are given by their names.
  public enum Effect: Hashable, Sendable {
    /// Holds the behaviors that name it, and goes with them.
    case group(String)
    /// Accelerates items, by a vector in points per second squared.
    case gravity(Vector)
    /// Lets items collide with each other, with the bounds of the view, and with a path of two or
    /// more points.
    case collision(
      mode: Behavior.Collisions.Mode, bounds: Behavior.Collisions.Insets?, path: [Vector])
    /// Connects an item with a point or with another item, on a rod or (with a frequency) on a
    /// spring.
    case attachment(to: End, length: Double?, frequency: Double, damping: Double)
    /// Pushes items by a vector in units of UIKit, at a point from their centers.
    case push(Behavior.Push.Mode, vector: Vector, offset: Vector)
    /// Pulls an item to a point.
    case snap(to: Vector, damping: Double)
    /// Changes what items are made of; its own list of items is empty.
    case properties(Behavior.Properties)
  }

  /// What an item is attached to.
  public enum End: Hashable, Sendable {
    /// A point of the view.
    case anchor(Vector)
    /// The center of another item.
    case item(String)
  }

  /// What it does.
  public var effect: Effect
  /// The names of the items.
  public var items: [String]
  /// The group that holds it; `nil` for none.
  public var group: String?
  /// When it is added, in nanoseconds after the start of the run; `nil`: it is there from the first
  /// step.
  public var begin: Int64?
  /// When it is removed, in nanoseconds after the start of the run; `nil`: never.
  public var end: Int64?

  /// Makes a planned behavior.
  public init(
    _ effect: Effect, on items: [String], in group: String? = nil, from begin: Int64? = nil,
    until end: Int64? = nil
  ) {
    self.effect = effect
    self.items = items
    self.group = group
    self.begin = begin
    self.end = end
  }

  /// The behavior in the terms of an animator; an attachment and a snap are one for each item.
  func behaviors(_ ids: [String: BodyID]) -> [Behavior] {
    let bodies = items.compactMap { ids[$0] }
    switch effect {
    case .group: return [.group]
    case .gravity(let vector): return [.gravity(.init(bodies, vector: vector * (1 / 1000)))]
    case .collision(let mode, let bounds, let path):
      return [
        .collision(.init(bodies, mode: mode, boundaries: Self.boundaries(bounds, path)))
      ]
    case .attachment(let end, let length, let frequency, let damping):
      return bodies.compactMap { body in
        Self.end(end, ids).map {
          .attachment(
            .init(body, to: $0, length: length, frequency: frequency, damping: damping))
        }
      }
    case .push(let mode, let vector, let offset):
      return [.push(.init(bodies, mode, vector: vector, offset: offset))]
    case .snap(let point, let damping):
      return bodies.map { .snap(.init($0, to: point, damping: damping)) }
    case .properties(var properties):
      properties.items = bodies
      return [.properties(properties)]
    }
  }

  private static func boundaries(
    _ bounds: Behavior.Collisions.Insets?, _ path: [Vector]
  ) -> [Behavior.Collisions.Boundary] {
    var boundaries: [Behavior.Collisions.Boundary] = []
    if let bounds { boundaries.append(.init("bounds", .referenceBounds(bounds))) }
    if path.count == 2 { boundaries.append(.init("path", .segment(from: path[0], to: path[1]))) }
    if path.count > 2 { boundaries.append(.init("path", .polygon(path))) }
    return boundaries
  }

  private static func end(_ end: End, _ ids: [String: BodyID]) -> Behavior.Connection.End? {
    switch end {
    case .anchor(let point): .anchor(point)
    case .item(let name): ids[name].map { .item($0, offset: .zero) }
    }
  }
}
