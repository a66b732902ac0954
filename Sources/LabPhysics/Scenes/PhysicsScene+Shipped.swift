/// What the crates and walls of the listings are made of: 0.25 and 0.64 between two of them.
private let wood = Body.Material(friction: 0.5, elasticity: 0.8)
private let down = Vector(x: 0, y: -1000)
private let container = Vector(x: 300, y: 300)
private let view = Vector(x: 300, y: 480)

extension PhysicsScene {
  /// Makes a scene that comes with the package, at its start.
  init(_ kind: SceneRecipe.Kind, _ numbers: [Double], order: PhysicsWorld.Order) {
    self.init(SceneDesign(kind, numbers), order: order)
    switch kind {
    case .stack: break
    case .crate: path = .accelerated(from: 250, velocity: 0, acceleration: down.y)
    case .crates: room = Room(low: .zero, high: container)
    case .bullet:
      watched = .x
      room = Room(
        low: Vector(x: -.greatestFiniteMagnitude, y: 0), high: Vector(x: 200, y: size.y))
    case .glide:
      watched = .x
      if numbers[1] == 0 {
        path = .accelerated(from: 50, velocity: numbers[0], acceleration: 0)
      }
    case .pendulum:
      watched = .x
      animator.world.add(Attachment(bodies[0].id, to: .anchor(pivot)))
    case .attachment:
      let (frequency, damping) = (numbers[0], numbers[1])
      let omega = 2 * Double.pi * frequency
      let end = 160 + 1000 / (omega * omega)
      path =
        frequency > 0
        ? .spring(from: 160, to: end, frequency: frequency, damping: damping)
        : .accelerated(from: 160, velocity: 0, acceleration: 0)
    // The ramp is drawn first.
    case .boundaries: walls = walls.suffix(1) + walls.dropLast()
    case .rope: rope = Rope(dash: 20)
    case .push, .kick:
      watched = .x
      let change = 100 * numbers[0] * 1e4 / (numbers[1] * numbers[1] * numbers[2])
      path = .accelerated(
        from: view.x / 2, velocity: kind == .kick ? change : 0,
        acceleration: kind == .kick ? 0 : change)
    case .snap:
      watched = .x
      path = .spring(from: 100, to: 200, frequency: 2, damping: max(0.1, numbers[0]))
    }
  }
}

/// Where the rod of the pendulum hangs.
private let pivot = Vector(x: 150, y: 200)

extension SceneDesign {
  fileprivate init(_ kind: SceneRecipe.Kind, _ numbers: [Double]) {
    switch kind {
    case .crate: self.init(kind, [Self.crate("crate", x: 100, y: 0, side: 100)])
    case .crates: self.init(kind, Self.crates)
    case .bullet: self.init(bulletsAt: numbers[0], Int(numbers[1]), numbers[2], from: numbers[3])
    case .stack: self.init(kind, Self.tower(of: Int(numbers[0])))
    case .pendulum:
      let place = pivot + Rotation(degrees: numbers[0])(Vector(x: 0, y: -110))
      self.init(kind, [.disk("bob", radius: 10, Motion(position: place), mass: .total(100))])
    case .glide:
      let start = Motion(position: Vector(x: 50, y: 150), velocity: Vector(x: numbers[0], y: 0))
      let material = Body.Material(resistance: numbers[1])
      let size = Vector(x: 32, y: 32)
      self.init(
        kind, [.box("box", size: size, start, mass: .total(1), material)], gravity: .zero)
    case .attachment, .boundaries, .rope, .push, .kick, .snap: self.init(items: kind, numbers)
    }
  }

  private init(_ kind: SceneRecipe.Kind, _ parts: [Part], gravity: Vector = down) {
    self.init(kind.rawValue, gravity: gravity, size: container, parts: parts)
  }

  /// Five crates in a box; those that touch its edges begin 1 point inside the walls, as in the
  /// listing.
  private static var crates: [Part] {
    let corners = [
      Vector.zero, Vector(x: 300, y: 0), container, Vector(x: 0, y: 300), Vector.zero,
    ]
    return [
      crate("crate 1", x: 0, y: 0, side: 32), crate("crate 2", x: 32, y: 0, side: 32),
      crate("crate 3", x: 64, y: 0, side: 64), crate("crate 4", x: 128, y: 0, side: 32),
      crate("crate 5", x: 0, y: 32, side: 64),
    ] + zip(corners, corners.dropFirst()).map { .wall(.init(start: $0, end: $1), wood) }
  }

  /// A crate of the listings, whose frame is given from the upper left corner of the box.
  private static func crate(_ name: String, x: Double, y: Double, side: Double) -> Part {
    .box(
      name, size: Vector(x: side, y: side),
      Motion(position: Vector(x: x + side / 2, y: 300 - y - side / 2)), mass: .total(100), wood)
  }

  /// Bullets of 4 points, one above the other, that fly at a wall without gravity or a bounce.
  ///
  /// The first one's center begins at the distance from the middle of the wall; the others farther
  /// away by up to the spread, evenly distributed: the way of one step, if every place within a
  /// step is to occur.
  private init(bulletsAt speed: Double, _ count: Int, _ spread: Double, from distance: Double) {
    let lane = 10.0
    let height = max(container.y, lane * Double(count))
    let wall = PhysicsScene.Wall(start: Vector(x: 200, y: 0), end: Vector(x: 200, y: height))
    let bullets = (0..<count).map { index in
      let share = (Double(index) + 0.5) / Double(count)
      let place = Vector(
        x: 200 - distance - spread * share,
        y: height / 2 + lane * (Double(index) - Double(count - 1) / 2))
      return Part.box(
        count == 1 ? "bullet" : "bullet \(index + 1)", size: Vector(x: 4, y: 4),
        Motion(position: place, velocity: Vector(x: speed, y: 0)), mass: .total(1))
    }
    self.init(
      "bullet", size: Vector(x: container.x, y: height),
      parts: [.wall(wall, Body.Material())] + bullets)
  }

  /// A tower of boxes of 32 points that do not bounce.
  private static func tower(of count: Int) -> [Part] {
    let material = Body.Material(friction: 0.5)
    return [.wall(.init(start: .zero, end: Vector(x: 300, y: 0)), material)]
      + (0..<count).map { index in
        .box(
          "box \(index + 1)", size: Vector(x: 32, y: 32),
          Motion(position: Vector(x: 150, y: 17 + 32 * Double(index))), mass: .total(100), material)
      }
  }

  // MARK: Items

  private init(items kind: SceneRecipe.Kind, _ numbers: [Double]) {
    switch kind {
    case .attachment:
      let anchor = Behavior<String>.End.anchor(Vector(x: 150, y: 50))
      self.init(
        items: kind, [Self.item(x: 150, y: 160)],
        [.gravity(), .attachment(to: anchor, frequency: numbers[0], damping: numbers[1])])
    case .boundaries:
      let ramp = Boundary.Line.segment(from: Vector(x: 40, y: 200), to: Vector(x: 160, y: 260))
      let boundaries = [Boundary("bounds", .referenceBounds()), Boundary("ramp", ramp)]
      let material = Body.Material(friction: 0.2, elasticity: numbers[0])
      self.init(
        items: kind, [Self.item(x: 90, y: 60, side: 50, material)],
        [.gravity(), .collision(.everything, boundaries)])
    case .rope:
      let hook = Self.item("hook", x: 150, y: 60, side: 40)
      self.init(
        items: kind, [Self.item("weight", x: 230, y: 160, side: 40), hook],
        [
          .properties(ItemProperties(resistance: 0.5)), .gravity(),
          .attachment(to: .item("hook"), frequency: 2, damping: 0.3),
        ])
      behaviors.append(
        PlannedBehavior(.properties(ItemProperties(isAnchored: true)), on: ["hook"]))
    case .snap:
      let goal = Vector(x: 200, y: 240)
      self.init(
        items: kind, [Self.item(x: 100, y: 240)], [.snap(to: goal, damping: numbers[0])])
    default:
      let mode = kind == .kick ? PushMode.instantaneous : .continuous
      self.init(
        items: kind,
        [Self.item(x: view.x / 2, y: view.y / 2, side: numbers[1], density: numbers[2])],
        [.push(mode, by: Vector(x: numbers[0], y: 0))])
    }
  }

  /// Makes a scene whose behaviors act on its first item.
  private init(
    items kind: SceneRecipe.Kind, _ parts: [Part], _ effects: [Behavior<String>.Effect]
  ) {
    let first = parts[0].name.map { [$0] } ?? []
    self.init(
      kind.rawValue, .items, size: view, parts: parts,
      behaviors: effects.map { PlannedBehavior($0, on: first) })
  }

  private static func item(
    _ name: String = "box", x: Double, y: Double, side: Double = 100, density: Double = 1,
    _ material: Body.Material = Body.Material()
  ) -> Part {
    .box(
      name, size: Vector(x: side, y: side), Motion(position: Vector(x: x, y: y)),
      mass: .density(density), material)
  }
}
