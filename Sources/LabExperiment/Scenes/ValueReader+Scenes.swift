import LabKernel
import LabMotion
import LabPhysics
import LabWorkload

extension ValueReader<SceneRecipe> {
  /// A scene by its name, perhaps with numbers in parentheses.
  ///
  /// - Parameters:
  ///   - order: When a step moves the bodies.
  ///   - designs: The scenes of the script.
  /// - Returns: The reader.
  static func scene(order: PhysicsWorld.Order, designs: [SceneDesign]) -> Self {
    ValueReader { cursor throws(Mistake) in
      let place = cursor.place
      let shipped: [(String, SceneRecipe.Kind?)] = SceneRecipe.Kind.allCases.map {
        ($0.rawValue, $0)
      }
      let name = cursor.next?.text
      guard let kind = try cursor.word(among: shipped + designs.map { ($0.name, nil) }) else {
        guard let design = designs.first(where: { $0.name == name }),
          design.parts.contains(where: \.isBody)
        else {
          throw Mistake(
            place,
            "nothing moves in this scene. Write for example 'box crate in \(name ?? "")'"
              + " and where it is.")
        }
        return SceneRecipe(design, order: order)
      }
      guard let next = cursor.next, next.text == "(" else { return SceneRecipe(kind, order: order) }
      let parameters = kind.parameters
      guard !parameters.isEmpty else {
        throw Mistake(next.place, "the scene '\(kind.rawValue)' takes no numbers.")
      }
      _ = cursor.accept("(")
      var numbers: [Double] = []
      repeat {
        guard numbers.count < parameters.count else {
          throw Mistake(
            cursor.place,
            "the scene '\(kind.rawValue)' takes at most \(parameters.count): \(Self.words(of: kind))."
          )
        }
        numbers.append(try cursor.number(for: parameters[numbers.count]))
      } while cursor.accept(",")
      try cursor.expect(")")
      return SceneRecipe(kind, numbers, order: order)
    }
  }

  /// The scenes with their numbers, as the reference lists them.
  static var examples: String {
    SceneRecipe.Kind.allCases.map { kind in
      kind.parameters.isEmpty ? kind.rawValue : "\(kind.rawValue)(\(words(of: kind)))"
    }.joined(separator: ", ")
  }

  private static func words(of kind: SceneRecipe.Kind) -> String {
    kind.parameters.map { "\($0.name)" }.joined(separator: ", ")
  }
}

extension TokenCursor {
  /// Reads a number of a scene, as a bare number or with the unit of its dimension.
  fileprivate mutating func number(
    for parameter: SceneRecipe.Parameter
  ) throws(Mistake) -> Double {
    var quantity = try quantity()
    if quantity.dimension == .length { quantity.dimension = .number }
    let value = try quantity.checked(.number).value.approximate
    let isRight =
      parameter.range.contains(value) && (!parameter.isWhole || value == value.rounded())
    guard isRight else {
      throw Mistake(
        quantity.place,
        "'\(parameter.name)' is a \(parameter.isWhole ? "whole " : "")number from"
          + " \(Self.text(parameter.range.lowerBound)) to"
          + " \(Self.text(parameter.range.upperBound)).")
    }
    return value
  }

  /// Reads a duration as a grid of steps: `1/120 s` is 120 steps in 1 s.
  mutating func stepGrid() throws(Mistake) -> StepGrid {
    let place = place
    let duration = try exactNanoseconds()
    let limits: ClosedRange<Int128> = 1...1_000_000
    guard let seconds = duration.divided(by: Fraction(1_000_000_000)),
      limits.contains(seconds.numerator), seconds.denominator <= 1_000_000_000,
      seconds.denominator / seconds.numerator <= 1_000_000
    else {
      throw Mistake(
        place,
        "a fixed step takes 1 us or longer, and its number of seconds is a short fraction."
          + " Write for example '1/120 s'.")
    }
    return StepGrid(Int64(seconds.denominator), per: Int64(seconds.numerator))
  }
}

extension ValueReader<StepGrid> {
  /// A duration as a grid of steps.
  static var stepGrid: Self { ValueReader { cursor throws(Mistake) in try cursor.stepGrid() } }
}

extension ValueReader<Stepping.Policy> {
  /// Which steps a callback makes.
  static var stepping: Self {
    ValueReader { cursor throws(Mistake) in
      let words: [(String, Stepping.Policy)] = [
        ("variable", .variable), ("fixed", .fixed(.listing)), ("capped", .capped(at: 1)),
        ("semi-fixed", .semiFixed(atMost: 1)),
      ]
      switch try cursor.word(among: words) {
      case .capped: return .capped(at: try cursor.read(.positiveDuration).wholeNanoseconds)
      case .semiFixed:
        return .semiFixed(atMost: try cursor.read(.positiveDuration).wholeNanoseconds)
      case .fixed:
        let grid = try cursor.stepGrid()
        if cursor.accept("interpolated") { return .interpolated(grid) }
        guard cursor.accept("clamped") else { return .fixed(grid) }
        return .clamped(grid, steps: try cursor.read(.count(in: 1...1_000_000)))
      case .variable, .interpolated, .clamped: return .variable
      }
    }
  }
}

extension ValueReader<AnimationClock> {
  /// The clock that a scene reads.
  static var sceneClock: Self {
    ValueReader { cursor throws(Mistake) in
      try cursor.word(among: [
        ("now", .now), ("timestamp", .timestamp), ("target", .target),
      ])
    }
  }
}

extension ValueReader<PhysicsWorld.Order> {
  /// When a step moves the bodies.
  static var order: Self {
    ValueReader { cursor throws(Mistake) in
      try cursor.word(among: [
        ("position-first", .positionFirst), ("velocity-first", .velocityFirst),
      ])
    }
  }
}

extension ValueReader<SceneMotion.Input> {
  /// What changes a scene under way, and the load that brings it.
  static var sceneInput: Self {
    ValueReader { cursor throws(Mistake) in
      let isTilt = try cursor.word(among: [("tilt", true), ("drag", false)])
      let effect: SceneMotion.Input.Effect =
        isTilt ? .tilt : .drag(speed: try cursor.read(.speed))
      try cursor.expect("from")
      return SceneMotion.Input(effect, by: try cursor.read(.name))
    }
  }
}
