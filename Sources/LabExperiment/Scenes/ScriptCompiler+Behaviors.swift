import LabKernel
import LabLanguage
import LabPhysics

extension ScriptCompiler {
  /// Reads the behaviors of the script's scenes, in the order in which they are added.
  ///
  /// - Parameters:
  ///   - items: The names of the items of every scene.
  ///   - kinds: What every scene consists of.
  /// - Returns: The behaviors, each with the name of its scene.
  func behaviors(
    items: [String: [String]], kinds: [String: SceneDesign.Kind]
  ) -> [PointDependent<(scene: String, behavior: PlannedBehavior)>] {
    var groups: [String: Set<String>] = [:]
    return outline.statements.having(.behavior).compactMap { statement in
      // A group is known from the line after it on, so that no group holds itself.
      defer {
        if statement.form.keyword == "group", let scene = statement["in"]?.first?.text {
          groups[scene, default: []].insert(statement.head[0].text)
        }
      }
      return setting(statement) { bound throws(Mistake) in
        let scene = try bound.required("in", .name)
        let kind = try known(kinds, scene, at: statement["in"]?.first?.place)
        guard kind == .items else {
          throw Mistake(
            statement["in"]?.first?.place,
            "'\(statement.form.keyword)' is a behavior of items, and '\(scene)' holds bodies."
              + " Write 'scene \(scene) as items'.")
        }
        var bound = bound
        bound.scope.items = items[scene] ?? []
        return (scene, try self.behavior(bound, groups: groups[scene] ?? []))
      }
    }
  }

  /// Returns what is known of a scene of the script.
  func known<Value>(
    _ scenes: [String: Value], _ name: String, at place: Place?
  ) throws(Mistake) -> Value? {
    guard let value = scenes[name] else {
      guard !hasLostNames else { return nil }
      let names = scenes.keys.sorted()
      throw Mistake(
        place, "there is no scene '\(name)'.", isAboutName: true,
        hint: Hint(name, otherwise: " Write 'scene \(name)'.") { names })
    }
    return value
  }

  private func behavior(
    _ bound: ResolvedStatement, groups: Set<String>
  ) throws(Mistake) -> PlannedBehavior {
    let isGroup = bound.statement.form.keyword == "group"
    let effect = try effect(bound)
    let own = isGroup ? [] : try bound.head(.items)
    let group = try bound.value("within", .name)
    if let group, !groups.contains(group) {
      throw Mistake(
        bound.statement["within"]?.first?.place, "no group '\(group)' stands above.",
        isAboutName: true,
        hint: Hint(group, otherwise: " Write 'group \(group) in' this scene above.") {
          groups.sorted()
        })
    }
    if case .attachment(.item(let other, _), _, _, _, _) = effect, own.contains(other) {
      throw Mistake(
        bound.statement["to"]?.first?.place,
        "'\(other)' cannot be attached to itself. Attach it to another item or to a point.")
    }
    let begin = try bound.value("at", .instant)
    let end = try bound.value("until", .instant)
    if let end, end <= begin ?? .start {
      throw Mistake(
        bound.statement["until"]?.first?.place,
        "this is no later than the behavior is added. Write a later instant.")
    }
    return PlannedBehavior(
      effect, on: own, named: isGroup ? try bound.head(.name) : nil, in: group,
      from: begin?.nanoseconds, until: end?.nanoseconds)
  }

  private func effect(
    _ bound: ResolvedStatement
  ) throws(Mistake) -> Behavior<String>.Effect {
    switch bound.statement.form.keyword {
    case "group": return .group
    case "gravity":
      return .gravity((try bound.value("by", .gravity) ?? Vector(x: 0, y: 1000)) * (1 / 1000))
    case "collide":
      return .collision(try bound.value("with", .partners) ?? .everything, try boundaries(bound))
    case "attach":
      return .attachment(
        to: try bound.required("to", .end), length: try bound.value("length", .extent),
        frequency: try bound.value("frequency", .perSecond) ?? 0,
        damping: try bound.value("damping", .ratio) ?? 0)
    case "push":
      return .push(
        try bound.value("as", .push) ?? .continuous, by: try bound.required("by", .force),
        offset: try bound.value("offset", .vector) ?? .zero)
    case "snap":
      return .snap(
        to: try bound.required("to", .vector), damping: try bound.value("damping", .share) ?? 0.5)
    default: return .properties(try properties(bound))
    }
  }

  private func boundaries(_ bound: ResolvedStatement) throws(Mistake) -> [Boundary] {
    let bounds = try bound.value("bounds", .insets)
    let path = try bound.value("path", .polyline)
    return [
      bounds.map { Boundary("bounds", .referenceBounds($0)) },
      path.map {
        Boundary("path", $0.count == 2 ? .segment(from: $0[0], to: $0[1]) : .polygon($0))
      },
    ].compactMap { $0 }
  }

  private func properties(_ bound: ResolvedStatement) throws(Mistake) -> ItemProperties {
    var properties = ItemProperties()
    properties.density = try bound.value("density", .density)
    properties.elasticity = try bound.value("elasticity", .ratio)
    properties.friction = try bound.value("friction", .ratio)
    properties.resistance = try bound.value("resistance", .perSecondOfSpeed)
    properties.angularResistance = try bound.value("angular-resistance", .perSecondOfSpeed)
    properties.allowsRotation = try bound.value("rotation", .switch)
    properties.isAnchored = try bound.value("anchored", .switch)
    return properties
  }
}

extension ScriptCompiler {
  /// Makes sure that the behaviors of a scene go together.
  ///
  /// - Parameters:
  ///   - design: The scene.
  ///   - place: What is blamed if the line of a behavior is not known.
  /// - Throws: What is wrong, in the line of a behavior.
  func check(_ design: SceneDesign, or place: Place?) throws(Mistake) {
    guard let trouble = design.trouble else { return }
    let statements = outline.statements.having(.behavior)
      .filter { $0["in"]?.first?.text == design.name }
    guard statements.count == design.behaviors.count else { throw Mistake(place, trouble.text) }
    let statement = statements[trouble.behavior]
    throw Mistake(
      statement[trouble.clause]?.first?.place ?? statement.keyword.place, trouble.text)
  }
}

extension SceneDesign {
  /// Why the behaviors of a scene do not go together, and what to do about it.
  fileprivate struct Trouble {
    /// The position of the one to blame.
    let behavior: Int
    /// The clause of its statement, or the keyword.
    let clause: String
    let text: String
  }

  /// What is wrong with the scene as a whole; `nil` if nothing is.
  fileprivate var trouble: Trouble? {
    let collisions = behaviors.indices.filter {
      if case .collision = behaviors[$0].effect { true } else { false }
    }
    if collisions.count > 32 {
      return Trouble(
        behavior: collisions[32], clause: "collide",
        text: "'\(name)' has \(collisions.count) lines 'collide', and 32 are possible. Join some.")
    }
    for index in collisions {
      guard case .collision(_, let boundaries) = behaviors[index].effect,
        case .referenceBounds(let bounds)? = boundaries.first?.line
      else { continue }
      if bounds.left + bounds.right >= size.x || bounds.top + bounds.bottom >= size.y {
        return Trouble(
          behavior: index, clause: "bounds",
          text: "the insets of 'collide' leave nothing of '\(name)'. Write smaller ones.")
      }
    }
    let timed = timedBehaviors
    return timed.indices.lazy.compactMap { troubleOfTimes($0, among: timed) }.first
  }

  /// What is wrong with when a member of a group comes and goes.
  private func troubleOfTimes(_ index: Int, among timed: [PlannedBehavior]) -> Trouble? {
    guard let name = timed[index].group, let begin = timed[index].begin else { return nil }
    let group = timed.first { $0.name == name }
    guard let group else { return nil }
    let hasGone = begin >= group.end ?? .max
    guard hasGone || begin < group.begin ?? .min else { return nil }
    return Trouble(
      behavior: index, clause: "at",
      text:
        "a behavior within '\(name)' is added when the group \(hasGone ? "has gone" : "is not there yet")."
        + " Leave its 'at' out, or write \(hasGone ? "an earlier" : "a later") one.")
  }
}
