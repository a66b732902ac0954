import LabKernel
import LabLanguage
import LabMotion
import LabPhysics
import LabText
import LabWorkload

/// The physics scenes that a script puts together: statements of bodies, walls and behaviors, each
/// in a scene.
struct ScriptScenes {
  /// Scenes without their bodies and walls.
  fileprivate(set) var scenes: [PointDependent<SceneDesign>] = []
  /// Bodies and walls, each with the name of its scene.
  fileprivate(set) var parts: [PointDependent<(scene: String, part: SceneDesign.Part)>] = []

  /// Behaviors, each with the name of its scene.
  fileprivate(set) var behaviors: [PointDependent<(scene: String, behavior: PlannedBehavior)>] =
    []

  /// Whether some statement holds a mistake, so that a scene is not what it was meant to be.
  fileprivate(set) var isBroken = false

  /// The sweeps on which any of them depends.
  var axes: [Axis] {
    Set(scenes.flatMap { $0.axes } + parts.flatMap { $0.axes } + behaviors.flatMap { $0.axes })
      .sorted { $0.index < $1.index }
  }

  /// Returns the scenes at a point, the index of the chosen value of every sweep.
  func designs(at point: [Int]) -> [SceneDesign] {
    let parts = parts.map { $0.value(at: point) }
    let behaviors = behaviors.map { $0.value(at: point) }
    return scenes.map { scene in
      var design = scene.value(at: point)
      design.parts = parts.filter { $0.scene == design.name }.map { $0.part }
      design.behaviors = behaviors.filter { $0.scene == design.name }.map { $0.behavior }
      return design
    }
  }
}

extension ScriptCompiler {
  /// Reads the scenes of the script.
  func ownScenes() -> ScriptScenes {
    var scenes = ScriptScenes()
    let statements = named(outline["scene"])
    scenes.scenes = statements.compactMap { setting($0, design) }
    let kinds = Dictionary(
      keepingFirst: statements.map { statement in
        let isOfItems = statement["as"]?.first?.text == SceneDesign.Kind.items.rawValue
        return (statement.head[0].text, isOfItems ? SceneDesign.Kind.items : .bodies)
      })
    let parts = partsWithNames()
    scenes.parts = parts.compactMap { statement in
      setting(statement) { bound throws(Mistake) in
        let scene = try bound.required("in", .name)
        let kind = try self.known(kinds, scene, at: statement["in"]?.first?.place)
        return (scene, try self.part(bound, of: kind ?? .bodies))
      }
    }
    var items: [String: [String]] = [:]
    for part in parts where part.form.keyword != "wall" {
      items[part["in"]?.first?.text ?? "", default: []].append(part.head[0].text)
    }
    let behaviors = outline.statements.having(.behavior).count
    scenes.behaviors = self.behaviors(items: items, kinds: kinds)
    scenes.isBroken =
      scenes.scenes.count < outline["scene"].count || scenes.parts.count < parts.count
      || scenes.behaviors.count < behaviors
    return scenes
  }

  /// Returns the statements of bodies and walls; in a scene every name is given once.
  private func partsWithNames() -> [Statement] {
    let all = outline.statements.having(.part)
    var scenes: [String] = []
    for statement in all {
      let scene = statement["in"]?.first?.text ?? ""
      if !scenes.contains(scene) { scenes.append(scene) }
    }
    return scenes.flatMap { scene in
      named(all.filter { $0["in"]?.first?.text ?? "" == scene })
    }
  }

  private func design(_ bound: ResolvedStatement) throws(Mistake) -> SceneDesign {
    let name = try bound.head(.name)
    guard SceneRecipe.Kind(rawValue: name) == nil else {
      throw Mistake(
        bound.statement.head[0].place,
        "'\(name)' is a scene that comes with the lab. Choose another name.")
    }
    let kind = try bound.value("as", .kind) ?? .bodies
    let gravity = try bound.value("gravity", .gravity)
    if kind == .items, gravity != nil {
      throw Mistake(
        bound.statement["gravity"]?.first?.place,
        "gravity is a behavior of items. Write 'gravity all in \(name)' on a line of its own.")
    }
    return SceneDesign(
      name, kind, gravity: gravity ?? Vector(x: 0, y: kind == .items ? 0 : -1000),
      size: try bound.value("size", .size) ?? Vector(x: 300, y: 300), parts: [])
  }

  private func part(
    _ bound: ResolvedStatement, of kind: SceneDesign.Kind
  ) throws(Mistake) -> SceneDesign.Part {
    let statement = bound.statement
    let name = try bound.head(.name)
    let friction = try bound.value("friction", .ratio)
    let elasticity = try bound.value("elasticity", .ratio)
    guard statement.form.keyword != "wall" else {
      guard kind == .bodies else {
        throw Mistake(
          statement.keyword.place,
          "items collide with a path rather than a wall. Write for example 'collide all in"
            + " \(statement["in"]?.first?.text ?? "") path 40, 200 to 160, 260'.")
      }
      return .wall(
        PhysicsScene.Wall(
          start: try bound.required("from", .vector), end: try bound.required("to", .vector)),
        Body.Material(friction: friction ?? 0.5, elasticity: elasticity ?? 0.8))
    }
    let place = Motion(
      position: try bound.required("at", .vector),
      rotation: Rotation(degrees: try bound.value("turned", .degrees) ?? 0),
      velocity: try bound.value("velocity", .velocity) ?? .zero)
    let given = try bound.value("mass", .mass)
    if kind == .items, given != nil {
      throw Mistake(
        statement["mass"]?.first?.place,
        "an item has a density rather than a mass. Write for example 'properties \(name) in"
          + " \(statement["in"]?.first?.text ?? "") density 2'.")
    }
    let mass = kind == .items ? Body.Mass.density(1) : .total(given ?? 1)
    let material = Body.Material(friction: friction ?? 0, elasticity: elasticity ?? 0)
    if statement.form.keyword == "disk" {
      return .disk(
        name, radius: try bound.required("radius", .extent), place, mass: mass, material)
    }
    return .box(name, size: try bound.required("size", .size), place, mass: mass, material)
  }
}

extension ScriptCompiler {
  /// Reads the physics scene that a driver steps.
  ///
  /// - Parameters:
  ///   - bound: The statement.
  ///   - loads: The loads that can bring an input.
  ///   - designs: The scenes of the script at the point.
  /// - Returns: The scene in motion.
  /// - Throws: The first mistake of the statement.
  func simulation(
    _ bound: ResolvedStatement, loads: Set<String>, designs: [SceneDesign]
  ) throws(Mistake) -> LabWorkload.Motion {
    let order = try bound.value("order", .order) ?? .positionFirst
    var bound = bound
    bound.scope.designs = designs
    var recipe = try bound.required("scene", .scene)
    recipe.order = order
    if let design = designs.first(where: { $0.name == recipe.name }) {
      try check(design, or: bound.statement["scene"]?.first?.place)
    }
    let input = try bound.value("input", .sceneInput)
    if let input { try check(input, of: recipe, loads, in: bound.statement) }
    let reference = try bound.value("against", .stepGrid)
    if input != nil, let stray = bound.statement["against"]?.first {
      throw Mistake(stray.place, "'against' does not go with 'input'. Leave one of them out.")
    }
    if let stray = bound.statement["against"]?.first, !recipe.scene.changes.isEmpty {
      throw Mistake(
        stray.place,
        "'against' does not go with behaviors that come or go under way. Leave it out.")
    }
    let scene = SceneMotion(
      recipe, by: try bound.required("steps", .stepping),
      clock: try bound.value("by", .sceneClock) ?? .now,
      costPerStep: try bound.value("each", .duration) ?? .zero,
      watched: try bound.value("shows", .coordinate), input: input, reference: reference)
    return LabWorkload.Motion(
      .scene(scene), starts: try bound.value("starting at", .instants) ?? [.start])
  }

  private func check(
    _ input: SceneMotion.Input, of recipe: SceneRecipe, _ loads: Set<String>,
    in statement: Statement
  ) throws(Mistake) {
    let place = statement["input"]?.first?.place
    if !loads.contains(input.load), !hasLostNames {
      let remedy = " Write for example 'load \(input.load) every 1/60 s as source'."
      throw Mistake(
        place, "there is no load '\(input.load)'.", isAboutName: true,
        hint: Hint(input.load, otherwise: remedy) { loads.sorted() })
    }
    switch input.effect {
    case .tilt where !recipe.scene.pointsUp:
      throw Mistake(place, "gravity is a behavior of '\(recipe.name)'. Tilt 'crates'.")
    case .drag where !recipe.scene.hasAnchor:
      throw Mistake(place, "'\(recipe.name)' has no anchor. Drag 'attachment'.")
    case .tilt, .drag: break
    }
  }
}
