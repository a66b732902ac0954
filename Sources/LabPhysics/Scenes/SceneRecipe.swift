import LabKernel

/// A scene as a value: one that comes with the package, by its name and its numbers, or one of a
/// script.
public struct SceneRecipe: Hashable, Sendable {
  /// The names, in the order of a course.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Listing 11.3: a crate that falls.
    case crate
    /// Listings 11.4 and 11.5: five crates in a box.
    case crates
    /// Bullets and a thin wall.
    case bullet
    /// A tower that stands.
    case stack
    /// A bob on a rod.
    case pendulum
    /// A box that hangs from an anchor.
    case attachment
    /// A box, a ramp and the bounds of the view.
    case boundaries
    /// Two boxes with a dashed line between them.
    case rope
    /// A box that flies freely.
    case glide
    /// A box under a continuous push.
    case push
    /// A box after an instantaneous push.
    case kick
    /// A box that is pulled to a point.
    case snap
  }

  /// A number that a scene takes.
  public struct Parameter: Hashable, Sendable {
    /// What it is, with its unit.
    public let name: String
    /// The value that it has if it is left out.
    public let standard: Double
    /// The values that it can have.
    public let range: ClosedRange<Double>
    /// Whether it counts something.
    public let isWhole: Bool
  }

  private enum Source: Hashable, Sendable {
    /// With all of its numbers, in the order of ``Kind/parameters``.
    case shipped(Kind, numbers: [Double])
    case own(SceneDesign)
  }

  private let source: Source
  /// When a step moves the bodies.
  public var order: PhysicsWorld.Order

  /// Makes a recipe.
  ///
  /// - Parameters:
  ///   - kind: The scene.
  ///   - numbers: The first of its numbers; the others have their standard value.
  ///   - order: When a step moves the bodies.
  /// - Precondition: Each number lies in its range.
  public init(
    _ kind: Kind, _ numbers: [Double] = [], order: PhysicsWorld.Order = .positionFirst
  ) {
    let parameters = kind.parameters
    require(numbers.count <= parameters.count, "‘\(kind)’ takes no number \(numbers.count)")
    for (number, parameter) in zip(numbers, parameters) {
      require(parameter.range.contains(number), "\(number) as the \(parameter.name)")
    }
    source = .shipped(
      kind, numbers: numbers + parameters.dropFirst(numbers.count).map { $0.standard })
    self.order = order
  }

  /// Makes the recipe of a scene of a script.
  ///
  /// - Precondition: There is a body.
  public init(_ design: SceneDesign, order: PhysicsWorld.Order = .positionFirst) {
    require(design.parts.contains { $0.isBody }, "‘\(design.name)’ has no body")
    source = .own(design)
    self.order = order
  }

  /// The name of the scene.
  public var name: String {
    switch source {
    case .shipped(let kind, _): kind.rawValue
    case .own(let design): design.name
    }
  }

  /// The scene at its start.
  public var scene: PhysicsScene {
    switch source {
    case .own(let design): PhysicsScene(design, order: order)
    case .shipped(let kind, let numbers): PhysicsScene(kind, numbers, order: order)
    }
  }
}

extension SceneRecipe.Kind {
  /// The numbers that the scene takes, each of which may be left out with those after it.
  public var parameters: [SceneRecipe.Parameter] {
    func number(
      _ name: String, _ standard: Double, _ range: ClosedRange<Double>, isWhole: Bool = false
    ) -> SceneRecipe.Parameter {
      SceneRecipe.Parameter(name: name, standard: standard, range: range, isWhole: isWhole)
    }
    return switch self {
    case .crate, .crates, .rope: []
    case .bullet:
      [
        number("speed in pt/s", 1000, 1...100_000),
        number("bullets", 1, 1...500, isWhole: true),
        number("spread in pt", 0, 0...100_000),
        number("distance in pt", 100, 5...100_000),
      ]
    case .stack: [number("boxes", 5, 1...100, isWhole: true)]
    case .pendulum: [number("degrees", 45, -179...179)]
    case .attachment:
      [number("frequency in Hz (0: a rod)", 0.5, 0...10), number("damping", 0.2, 0...10)]
    case .boundaries: [number("elasticity", 0.5, 0...1)]
    case .glide:
      [number("speed in pt/s", 500, -100_000...100_000), number("resistance per s", 0, 0...1000)]
    case .push, .kick:
      [
        number("magnitude", 1, -1000...1000), number("side in pt", 100, 1...10_000),
        number("density", 1, 0.001...1000),
      ]
    case .snap: [number("damping", 0.5, 0...1)]
    }
  }
}
