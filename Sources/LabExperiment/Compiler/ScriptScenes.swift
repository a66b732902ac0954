import LabPhysics

/// The physics scenes that a script puts together: statements of bodies and walls, each in a scene.
struct ScriptScenes {
  /// Scenes without their bodies and walls.
  fileprivate(set) var scenes: [PointDependent<SceneDesign>] = []
  /// Bodies and walls, each with the name of its scene.
  fileprivate(set) var parts: [PointDependent<(scene: String, part: SceneDesign.Part)>] = []

  /// Whether some statement holds a mistake, so that a scene is not what it was meant to be.
  fileprivate(set) var isBroken = false

  /// The sweeps on which any of them depends.
  var axes: [Axis] {
    Set(scenes.flatMap(\.axes) + parts.flatMap(\.axes)).sorted { $0.index < $1.index }
  }

  /// Returns the scenes at a point, the index of the chosen value of every sweep.
  func designs(at point: [Int]) -> [SceneDesign] {
    let parts = parts.map { $0.value(at: point) }
    return scenes.map { scene in
      var design = scene.value(at: point)
      design.parts = parts.filter { $0.scene == design.name }.map(\.part)
      return design
    }
  }
}

extension ScriptCompiler {
  private static let partKeywords = ["box", "disk", "wall"]

  /// Reads the scenes of the script.
  func ownScenes() -> ScriptScenes {
    var scenes = ScriptScenes()
    let statements = named(outline["scene"])
    scenes.scenes = statements.compactMap { setting($0, design) }
    let names = Set(statements.compactMap { $0.head.first?.text })
    let parts = named(outline.statements.filter { Self.partKeywords.contains($0.form.keyword) })
    scenes.parts = parts.compactMap { statement in
      setting(statement) { bound throws(Mistake) in
        let scene = try bound.required("in", .name)
        guard names.contains(scene) || self.hasLostNames else {
          throw Mistake(
            statement["in"]?.first?.place, "there is no scene '\(scene)'.", isAboutName: true,
            hint: Hint(scene, otherwise: " Write 'scene \(scene)'.") { names.sorted() })
        }
        return (scene, try self.part(bound))
      }
    }
    scenes.isBroken =
      scenes.scenes.count < outline["scene"].count || scenes.parts.count < parts.count
    return scenes
  }

  private func design(_ bound: ResolvedStatement) throws(Mistake) -> SceneDesign {
    let name = try bound.head(.name)
    guard SceneRecipe.Kind(rawValue: name) == nil else {
      throw Mistake(
        bound.statement.head[0].place,
        "'\(name)' is a scene that comes with the lab. Choose another name.")
    }
    return SceneDesign(
      name, gravity: try bound.value("gravity", .gravity) ?? Vector(x: 0, y: -1000),
      size: try bound.value("size", .size) ?? Vector(x: 300, y: 300), parts: [])
  }

  private func part(_ bound: ResolvedStatement) throws(Mistake) -> SceneDesign.Part {
    let name = try bound.head(.name)
    let friction = try bound.value("friction", .ratio)
    let elasticity = try bound.value("elasticity", .ratio)
    guard bound.statement.form.keyword != "wall" else {
      return .wall(
        PhysicsScene.Wall(
          start: try bound.required("from", .vector), end: try bound.required("to", .vector)),
        Body.Material(friction: friction ?? 0.5, elasticity: elasticity ?? 0.8))
    }
    let place = Motion(
      position: try bound.required("at", .vector),
      rotation: Rotation(degrees: try bound.value("turned", .degrees) ?? 0),
      velocity: try bound.value("velocity", .velocity) ?? .zero)
    let mass = try bound.value("mass", .mass) ?? 1
    let material = Body.Material(friction: friction ?? 0, elasticity: elasticity ?? 0)
    if bound.statement.form.keyword == "disk" {
      return .disk(
        name, radius: try bound.required("radius", .extent), place, mass: mass, material)
    }
    return .box(name, size: try bound.required("size", .size), place, mass: mass, material)
  }
}
