import LabText

extension PhysicsScene {
  /// A behavior that is added or removed under way.
  public struct Change: Hashable, Sendable {
    /// When, in nanoseconds after the start of the run.
    public let instant: Int64
    /// Whether it is added.
    public let isAddition: Bool
    /// Which of the scene's planned behaviors it is.
    let index: Int
  }

  /// What a scene of items plans, and what of it is in the animator.
  struct Plan: Sendable {
    var behaviors: [PlannedBehavior] = []
    var present: [Int: [BehaviorID]] = [:]
    var groups: [String: BehaviorID] = [:]
  }

  /// The behaviors that come and go under way, in order; at one instant those that go are first,
  /// then the order of the script counts.
  public var changes: [Change] {
    let all = plan.behaviors.enumerated().flatMap { index, behavior in
      [
        behavior.begin.map { Change(instant: $0, isAddition: true, index: index) },
        behavior.end.map { Change(instant: $0, isAddition: false, index: index) },
      ].compactMap { $0 }
    }
    return all.sorted {
      ($0.instant, $0.isAddition ? 1 : 0, $0.index) < ($1.instant, $1.isAddition ? 1 : 0, $1.index)
    }
  }

  /// Adds or removes a behavior; from the next step on it acts or acts no more.
  ///
  /// A behavior whose group is not there is not added.
  public mutating func perform(_ change: Change) {
    if change.isAddition { addPlanned(change.index) } else { removePlanned(change.index) }
  }

  /// Adds the behaviors that are there from the first step.
  mutating func addFirstBehaviors() {
    for index in plan.behaviors.indices where plan.behaviors[index].begin == nil {
      addPlanned(index)
    }
  }

  private mutating func addPlanned(_ index: Int) {
    let planned = plan.behaviors[index]
    guard plan.present[index] == nil else { return }
    let group = planned.group.flatMap { plan.groups[$0] }
    if planned.group != nil, group == nil { return }
    let ids = Dictionary(keepingFirst: bodies.map { ($0.name, $0.id) })
    let added = planned.behaviors(ids).map { animator.add($0, to: group) }
    plan.present[index] = added
    if let name = planned.name { plan.groups[name] = added.first }
    guard drag == nil, case .attachment(.anchor(let anchor), _, _, _, _) = planned.effect
    else { return }
    drag = added.first.map { ($0, anchor) }
  }

  private mutating func removePlanned(_ index: Int) {
    for id in plan.present[index] ?? [] where animator.contains(id) { animator.remove(id) }
    plan.present[index] = nil
    // What a group held has gone with it.
    plan.groups = plan.groups.filter { animator.contains($0.value) }
    plan.present = plan.present.filter { $0.value.allSatisfy(animator.contains) }
    if let drag, !animator.contains(drag.behavior) { self.drag = nil }
  }
}
