import LabPhysics

extension ValueReader<[String]> {
  /// One or more names of items, or all of them.
  ///
  /// - Parameter known: The items of the scene.
  /// - Returns: The reader.
  static func items(_ known: [String]) -> Self {
    ValueReader { cursor throws(Mistake) in
      guard !cursor.accept("all") else { return known }
      return try cursor.list { cursor throws(Mistake) in try cursor.item(known) }
    }
  }
}

extension ValueReader<PlannedBehavior.End> {
  /// A point, or the name of an item.
  ///
  /// - Parameter known: The items of the scene.
  /// - Returns: The reader.
  static func end(_ known: [String]) -> Self {
    ValueReader { cursor throws(Mistake) in
      guard cursor.next?.kind == .word else { return .anchor(try cursor.read(.vector)) }
      return .item(try cursor.item(known))
    }
  }
}

extension TokenCursor {
  /// Reads the name of an item.
  fileprivate mutating func item(_ known: [String]) throws(Mistake) -> String {
    let place = place
    let name = try read(.name)
    guard known.contains(name) else {
      let remedy = " Write 'box \(name) in' this scene, where it is and its size."
      throw Mistake(
        place, "this scene has no item '\(name)'.", isAboutName: true,
        hint: Hint(name, otherwise: remedy) { known })
    }
    return name
  }
}

extension ValueReader<Vector> {
  /// Two bare numbers: a vector in units of UIKit.
  static var force: Self {
    ValueReader { cursor throws(Mistake) in
      let x = try cursor.number(in: -1e6...1e6)
      try cursor.expect(",")
      return Vector(x: x, y: try cursor.number(in: -1e6...1e6))
    }
  }
}

extension ValueReader<[Vector]> {
  /// Two points or more, with 'to' between them.
  static var polyline: Self {
    ValueReader { cursor throws(Mistake) in
      let place = cursor.place
      var points = [try cursor.read(.vector)]
      while cursor.accept("to") {
        let place = cursor.place
        let next = try cursor.read(.vector)
        guard next != points[points.count - 1] else {
          throw Mistake(place, "two points of a path in a row are one. Leave this one out.")
        }
        points.append(next)
      }
      let isClosed = points.count > 2 && points.first == points.last
      guard (2...100).contains(points.count), !isClosed else {
        throw Mistake(
          place,
          isClosed
            ? "a path of three points or more ends where it begins. Leave the last point out."
            : "a path has 2 to 100 points. Write for example '40, 200 to 160, 260'.")
      }
      return points
    }
  }
}

extension ValueReader<Behavior.Collisions.Insets> {
  /// Four numbers of points.
  static var insets: Self {
    ValueReader { cursor throws(Mistake) in
      let place = cursor.place
      let sides = try cursor.list { cursor throws(Mistake) in try cursor.read(.points) }
      guard sides.count == 4 else {
        throw Mistake(
          place, "insets are four: top, left, bottom, right. Write for example '0, 0, 100, 100'.")
      }
      return Behavior.Collisions.Insets(
        top: sides[0], left: sides[1], bottom: sides[2], right: sides[3])
    }
  }
}

extension ValueReader<Behavior.Collisions.Mode> {
  /// What collides.
  static var partners: Self {
    ValueReader { cursor throws(Mistake) in
      try cursor.word(among: [
        ("items", .items), ("boundaries", .boundaries), ("everything", .everything),
      ])
    }
  }
}

extension ValueReader<Behavior.Push.Mode> {
  /// How long a push lasts.
  static var push: Self {
    ValueReader { cursor throws(Mistake) in
      try cursor.word(among: [("continuous", .continuous), ("instantaneous", .instantaneous)])
    }
  }
}

extension ValueReader<Bool> {
  /// On or off.
  static var `switch`: Self {
    ValueReader { cursor throws(Mistake) in
      try cursor.word(among: [("on", true), ("off", false)])
    }
  }
}

extension ValueReader<Double> {
  /// A number from 0 to 1.
  static var share: Self {
    ValueReader { cursor throws(Mistake) in try cursor.number(in: 0...1) }
  }

  /// The density of an item.
  static var density: Self {
    ValueReader { cursor throws(Mistake) in try cursor.number(in: 0.001...1000) }
  }

  /// The rate at which an item slows down, per second.
  static var perSecondOfSpeed: Self {
    ValueReader { cursor throws(Mistake) in try cursor.number(in: 0...1000) }
  }
}
