/// A behavior of a script: what it does, on which items, and when it is in the animator.
public struct PlannedBehavior: Hashable, Sendable {
  /// What it does; items are given by their names.
  public var effect: Behavior<String>.Effect
  /// The names of the items.
  public var items: [String]
  /// The name of a group; `nil` for any other behavior.
  public var name: String?
  /// The group that holds it; `nil` for none.
  public var group: String?
  /// When it is added, in nanoseconds after the start of the run; `nil`: it is there from the first
  /// step.
  public var begin: Int64?
  /// When it is removed, in nanoseconds after the start of the run; `nil`: never.
  public var end: Int64?

  /// Makes a planned behavior.
  public init(
    _ effect: Behavior<String>.Effect, on items: [String] = [], named name: String? = nil,
    in group: String? = nil, from begin: Int64? = nil, until end: Int64? = nil
  ) {
    (self.effect, self.items) = (effect, items)
    (self.name, self.group) = (name, group)
    (self.begin, self.end) = (begin, end)
  }

  /// The behavior in the terms of an animator; an attachment and a snap are one for each item.
  func behaviors(_ ids: [String: BodyID]) -> [Behavior<BodyID>] {
    let bodies = items.compactMap { ids[$0] }
    guard let effect = effect.among({ ids[$0] }) else { return [] }
    switch effect {
    case .attachment, .snap: return bodies.map { Behavior(effect, on: [$0]) }
    case .group, .gravity, .collision, .push, .properties: return [Behavior(effect, on: bodies)]
    }
  }
}
