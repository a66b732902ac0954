import LabPhysics

extension ValueReader<Vector> {
  /// Two numbers of points.
  static var vector: Self {
    ValueReader { cursor throws(Mistake) in
      let x = try cursor.read(.points)
      try cursor.expect(",")
      return Vector(x: x, y: try cursor.read(.points))
    }
  }

  /// Two positive numbers of points.
  static var size: Self {
    ValueReader { cursor throws(Mistake) in
      let x = try cursor.read(.extent)
      try cursor.expect(",")
      return Vector(x: x, y: try cursor.read(.extent))
    }
  }

  /// Two numbers of points, per second.
  static var velocity: Self { pair(.speed) }

  /// Two numbers of points, per second and second.
  static var gravity: Self { pair(.acceleration) }

  /// Two numbers, the second of which has the unit of both.
  private static func pair(_ second: ValueReader<Double>) -> Self {
    ValueReader { cursor throws(Mistake) in
      let x = try cursor.read(.points)
      try cursor.expect(",")
      return Vector(x: x, y: try cursor.read(second))
    }
  }
}

extension ValueReader<Double> {
  /// A positive number of points.
  static var extent: Self {
    ValueReader { cursor throws(Mistake) in
      let place = cursor.place
      let points = try cursor.read(.points)
      guard points >= 0.01, points <= 100_000 else {
        throw Mistake(place, "a size is a number of points from 0.01 to 100000.")
      }
      return points
    }
  }

  /// The mass of a body.
  static var mass: Self { number(in: 1e-6...1e9) }

  /// A friction or an elasticity.
  static var ratio: Self { number(in: 0...10) }

  /// An angle.
  static var degrees: Self { number(in: -360...360) }

  private static func number(in range: ClosedRange<Double>) -> Self {
    ValueReader { cursor throws(Mistake) in try cursor.number(in: range) }
  }
}
