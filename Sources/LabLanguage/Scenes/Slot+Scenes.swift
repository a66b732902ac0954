import LabKernel
package import LabMotion
package import LabPhysics
package import LabWorkload

extension Slot<SceneRecipe> {
  package static var scene: Slot<SceneRecipe> {
    Slot(
      "SCENE", "attachment(0.5, 0.2)",
      "a scene of the script, or with numbers that may be left out from the end: \(Slot<SceneRecipe>.examples)"
    ) { cursor throws(Mistake) in
      let (place, designs) = (cursor.place, cursor.scope.designs)
      let shipped: [(String, SceneRecipe.Kind?)] = SceneRecipe.Kind.allCases.map {
        ($0.rawValue, $0)
      }
      let name = cursor.next?.text
      guard let kind = try cursor.word(among: shipped + designs.map { ($0.name, nil) }) else {
        guard let design = designs.first(where: { $0.name == name }),
          design.parts.contains(where: { $0.isBody })
        else {
          throw Mistake(
            place,
            "nothing moves in this scene. Write for example 'box crate in \(name ?? "")'"
              + " and where it is.")
        }
        return SceneRecipe(design)
      }
      guard let next = cursor.next, next.text == "(" else { return SceneRecipe(kind) }
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
      return SceneRecipe(kind, numbers)
    }
  }

  /// The scenes with their numbers, as the reference lists them.
  package static var examples: String {
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
  package mutating func stepGrid() throws(Mistake) -> StepGrid {
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

extension Slot<StepGrid> {
  package static var stepGrid: Slot<StepGrid> {
    Slot("STEP", "1/120 s", "a fixed step: a duration of 1 us or longer") {
      cursor throws(Mistake) in try cursor.stepGrid()
    }
  }
}

extension Slot<Stepping.Policy> {
  package static var stepping: Slot<Stepping.Policy> {
    Slot(
      "STEPPING", "fixed 1/120 s",
      "variable: one step as long as the time since the last callback; 'capped 20 ms': no longer than"
        + " that; 'semi-fixed 8 ms': as many as it takes, none longer; 'fixed 1/120 s': equal steps"
        + " until the callback is caught up with, then 'interpolated' to draw between the last two, or"
        + " 'clamped 5' for at most 5 in a callback, which drops the rest, or 'clamped 5 owed', which"
        + " leaves it to the callbacks that follow"
    ) { cursor throws(Mistake) in
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
        let limit = try cursor.read(.count)
        return .clamped(grid, steps: limit, owesRest: cursor.accept("owed"))
      case .variable, .interpolated, .clamped: return .variable
      }
    }
  }
}

extension Slot<AnimationClock> {
  package static var sceneClock: Slot<AnimationClock> {
    Slot(
      "SCENE-CLOCK", "now", "the clock that the steps follow: now, timestamp or target",
      among: [
        ("now", .now), ("timestamp", .timestamp), ("target", .target),
      ])
  }
}

extension Slot<PhysicsWorld.Order> {
  package static var order: Slot<PhysicsWorld.Order> {
    Slot(
      "ORDER", "velocity-first", "what a step changes first: position-first or velocity-first",
      among: [
        ("position-first", .positionFirst), ("velocity-first", .velocityFirst),
      ])
  }
}

extension Slot<SceneMotion.Input> {
  package static var sceneInput: Slot<SceneMotion.Input> {
    Slot(
      "INPUT", "drag 100 pt/s from touches",
      "'tilt from LOAD': gravity turns to the side at 2 s and back at 4 s, as each task of LOAD samples"
        + " it; 'drag SPEED from LOAD': the anchor of an attachment moves down"
    ) { cursor throws(Mistake) in
      let isTilt = try cursor.word(among: [("tilt", true), ("drag", false)])
      let effect: SceneMotion.Input.Effect =
        isTilt ? .tilt : .drag(speed: try cursor.read(.speed))
      try cursor.expect("from")
      return SceneMotion.Input(effect, by: try cursor.read(.name))
    }
  }
}

extension Slot<PhysicsScene.Coordinate> {
  package static var coordinate: Slot<PhysicsScene.Coordinate> {
    Slot("COORDINATE", "x") { "of the first body of the scene: \($0)" }
  }
}

extension Slot<SceneDesign.Kind> {
  package static var kind: Slot<SceneDesign.Kind> {
    Slot("KIND", "items") { _ in "bodies, or items under behaviors" }
  }
}

extension Slot<Vector> {
  package static var vector: Slot<Vector> {
    pair("VECTOR", "16, 284", "two POINTS: to the right, and up; down in a scene of items", .points)
  }

  /// Two positive numbers of points.
  package static var size: Slot<Vector> {
    Slot(like: .vector, read: pair("", "", "", .extent, first: .extent).read)
  }

  /// Two numbers of points, per second.
  package static var velocity: Slot<Vector> {
    pair("VELOCITY", "300, 0 pt/s", "a VECTOR per second", .speed)
  }

  /// Two numbers of points, per second and second.
  package static var gravity: Slot<Vector> {
    pair("GRAVITY", "0, -1000 pt/s²", "a VECTOR per second squared", .acceleration)
  }

  package static var force: Slot<Vector> {
    let number = Slot<Double>.number("", "", "", in: -1e6...1e6)
    return pair(
      "FORCE", "1, 0",
      "two numbers: to the right, and down; 1 gives an item of 100 by 100 pt and density 1 an"
        + " acceleration of 100 pt/s², or 100 pt/s at once", number, first: number)
  }

  /// Two numbers; the second of points has the unit of both.
  private static func pair(
    _ name: String, _ example: String, _ meaning: String, _ second: Slot<Double>,
    first: Slot<Double> = .points
  ) -> Self {
    Slot(name, example, meaning) { cursor throws(Mistake) in
      let x = try cursor.read(first)
      try cursor.expect(",")
      return Vector(x: x, y: try cursor.read(second))
    }
  }
}

extension Slot<Double> {
  /// A positive number of points.
  package static var extent: Slot<Double> {
    Slot(like: .points) { cursor throws(Mistake) in
      let place = cursor.place
      let points = try cursor.read(.points)
      guard points >= 0.01, points <= 100_000 else {
        throw Mistake(place, "a size is a number of points from 0.01 to 100000.")
      }
      return points
    }
  }

  /// The mass of a body.
  package static var mass: Slot<Double> {
    number("MASS", "100", "a positive number; only ratios of masses matter", in: 1e-6...1e9)
  }

  /// A friction or an elasticity.
  package static var ratio: Slot<Double> {
    number("RATIO", "0.5", "a number from 0 to 10", in: 0...10)
  }

  /// An angle.
  package static var degrees: Slot<Double> {
    number("DEGREES", "30", "to the left", in: -360...360)
  }

  /// A number from 0 to 1.
  package static var share: Slot<Double> {
    number("SHARE", "0.5", "a number from 0, with most oscillation, to 1", in: 0...1)
  }

  /// The density of an item.
  package static var density: Slot<Double> {
    number(
      "DENSITY", "2", "a number from 0.001 to 1000; 1 gives 100 by 100 pt a mass of 1",
      in: 0.001...1000)
  }

  /// The rate at which an item slows down, per second.
  package static var perSecondOfSpeed: Slot<Double> {
    number(
      "PER-SECOND", "0.5", "a number r from 0 to 1000: the speed is divided by 1 + r dt in a step",
      in: 0...1000)
  }
}
