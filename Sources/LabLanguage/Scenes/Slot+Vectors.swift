package import LabPhysics

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
