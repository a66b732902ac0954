import LabKernel
import LabLanguage
import LabMotion
import LabPhysics
import LabWorkload

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
