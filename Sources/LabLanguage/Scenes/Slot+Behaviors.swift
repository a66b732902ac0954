package import LabPhysics

extension Slot<[String]> {
  package static var items: Slot<[String]> {
    Slot("ITEMS", "ball", "names of items, with commas, or 'all' of the scene") {
      cursor throws(Mistake) in
      guard !cursor.accept("all") else { return cursor.scope.items }
      return try cursor.list { cursor throws(Mistake) in try cursor.item() }
    }
  }
}

extension Slot<Behavior<String>.End> {
  package static var end: Slot<Behavior<String>.End> {
    Slot("END", "150, 50", "a VECTOR, or the name of another item, which is held at its center") {
      cursor throws(Mistake) in
      guard cursor.next?.kind == .word else { return .anchor(try cursor.read(.vector)) }
      return .item(try cursor.item())
    }
  }
}

extension TokenCursor {
  /// Reads the name of an item.
  fileprivate mutating func item() throws(Mistake) -> String {
    let (place, known) = (place, scope.items)
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

extension Slot<[Vector]> {
  package static var polyline: Slot<[Vector]> {
    Slot(
      "PATH", "40, 200 to 160, 260",
      "a segment of two VECTORs, or a polygon of up to 100, with 'to' between them"
    ) { cursor throws(Mistake) in
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

extension Slot<Boundary.Insets> {
  package static var insets: Slot<Boundary.Insets> {
    Slot(
      "INSETS", "0, 0, 100, 100",
      "four POINTS: top, left, bottom and right; positive ones shrink the bounds"
    ) { cursor throws(Mistake) in
      let place = cursor.place
      let sides = try cursor.list { cursor throws(Mistake) in try cursor.read(.points) }
      guard sides.count == 4 else {
        throw Mistake(
          place, "insets are four: top, left, bottom, right. Write for example '0, 0, 100, 100'.")
      }
      return Boundary.Insets(
        top: sides[0], left: sides[1], bottom: sides[2], right: sides[3])
    }
  }
}

extension Slot<CollisionMode> {
  package static var partners: Slot<CollisionMode> {
    Slot(
      "PARTNERS", "boundaries",
      "items (with each other), boundaries (items with bounds and path) or everything (default)",
      among: [
        ("items", .items), ("boundaries", .boundaries), ("everything", .everything),
      ])
  }
}

extension Slot<PushMode> {
  package static var push: Slot<PushMode> {
    Slot(
      "PUSH", "instantaneous", "continuous, or instantaneous in the first step",
      among: [("continuous", .continuous), ("instantaneous", .instantaneous)])
  }
}

extension Slot<Bool> {
  package static var `switch`: Self {
    Slot(
      "SWITCH", "off", "on or off",
      among: [("on", true), ("off", false)])
  }
}
