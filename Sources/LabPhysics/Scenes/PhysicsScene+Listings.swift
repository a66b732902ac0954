import LabKernel

extension PhysicsScene {
  /// What the crates and walls of the listings are made of: 0.25 and 0.64 between two of them.
  private static let wood = Body.Material(friction: 0.5, elasticity: 0.8)
  private static let down = Vector(x: 0, y: -1000)
  private static let container = Vector(x: 300, y: 300)

  /// Listing 11.3: one crate of 100 points, without walls.
  public static func crate(order: PhysicsWorld.Order = .positionFirst) -> PhysicsScene {
    let world = PhysicsWorld(gravity: down, settings: PhysicsWorld.Settings(order: order))
    var scene = PhysicsScene(
      "crate", "A crate falls freely.", size: container, world: world)
    scene.addCrate("crate", x: 100, y: 0, side: 100)
    scene.path = .accelerated(from: 250, velocity: 0, acceleration: down.y)
    return scene
  }

  /// Listings 11.4 and 11.5: five crates in a box of 300 points.
  ///
  /// The crates that touch the edges of the box begin 1 point inside its walls, as in the listing.
  public static func crates(order: PhysicsWorld.Order = .positionFirst) -> PhysicsScene {
    let world = PhysicsWorld(gravity: down, settings: PhysicsWorld.Settings(order: order))
    var scene = PhysicsScene(
      "crates", "Five crates fall into a heap inside a box.", size: container, world: world)
    scene.addCrate("crate 1", x: 0, y: 0, side: 32)
    scene.addCrate("crate 2", x: 32, y: 0, side: 32)
    scene.addCrate("crate 3", x: 64, y: 0, side: 64)
    scene.addCrate("crate 4", x: 128, y: 0, side: 32)
    scene.addCrate("crate 5", x: 0, y: 32, side: 64)
    for (x0, y0, x1, y1) in [
      (0.0, 0.0, 300.0, 0.0), (300, 0, 300, 300), (300, 300, 0, 300), (0, 300, 0, 0),
    ] {
      scene.addWall(from: Vector(x: x0, y: y0), to: Vector(x: x1, y: y1))
    }
    scene.room = Room(low: .zero, high: container)
    return scene
  }

  /// Bullets of 4 points that fly at a wall of radius 1, without gravity and without a bounce.
  ///
  /// - Parameters:
  ///   - speed: The speed, in points per second.
  ///   - distance: How far the first bullet's center begins before the middle of the wall, in
  ///     points.
  ///   - count: How many bullets fly, one above the other.
  ///   - spread: How much farther away the others begin, evenly distributed, in points: the way of
  ///     one step, if every place within a step is to occur.
  ///   - order: When a step moves the bodies.
  /// - Returns: The scene at its start.
  public static func bullet(
    speed: Double = 1000, distance: Double = 100, count: Int = 1, spread: Double = 0,
    order: PhysicsWorld.Order = .positionFirst
  ) -> PhysicsScene {
    require(count > 0, "\(count) bullets")
    let world = PhysicsWorld(settings: PhysicsWorld.Settings(order: order))
    let lane = 10.0
    let height = max(container.y, lane * Double(count))
    var scene = PhysicsScene(
      "bullet", "Bullets fly at a thin wall.", size: Vector(x: container.x, y: height),
      world: world)
    scene.addWall(
      from: Vector(x: 200, y: 0), to: Vector(x: 200, y: height), material: Body.Material())
    for index in 0..<count {
      let share = (Double(index) + 0.5) / Double(count)
      scene.add(
        count == 1 ? "bullet" : "bullet \(index + 1)",
        Body(
          .box(width: 4, height: 4),
          at: Vector(
            x: 200 - distance - spread * share,
            y: height / 2 + lane * (Double(index) - Double(count - 1) / 2)),
          velocity: Vector(x: speed, y: 0), mass: .total(1)), size: Vector(x: 4, y: 4))
    }
    scene.watched = .x
    scene.room = Room(
      low: Vector(x: -.greatestFiniteMagnitude, y: 0), high: Vector(x: 200, y: height))
    return scene
  }

  /// A box that flies without anything in its way.
  ///
  /// - Parameters:
  ///   - speed: The speed at the start, in points per second.
  ///   - resistance: The rate at which it slows down, per second: v ← v/(1 + r dt) in every step.
  ///   - order: When a step moves the bodies.
  /// - Returns: The scene at its start.
  public static func glide(
    speed: Double = 500, resistance: Double = 0, order: PhysicsWorld.Order = .positionFirst
  ) -> PhysicsScene {
    let world = PhysicsWorld(settings: PhysicsWorld.Settings(order: order))
    var scene = PhysicsScene("glide", "A box flies freely.", size: container, world: world)
    let size = Vector(x: 32, y: 32)
    scene.add(
      "box",
      Body(
        .box(width: 32, height: 32), at: Vector(x: 50, y: 150),
        velocity: Vector(x: speed, y: 0), mass: .total(1),
        material: Body.Material(resistance: resistance)), size: size)
    scene.watched = .x
    if resistance == 0 { scene.path = .accelerated(from: 50, velocity: speed, acceleration: 0) }
    return scene
  }

  /// A tower of boxes of 32 points that do not bounce.
  public static func stack(
    of count: Int = 5, order: PhysicsWorld.Order = .positionFirst
  ) -> PhysicsScene {
    require(count > 0, "A tower of \(count) boxes")
    let world = PhysicsWorld(gravity: down, settings: PhysicsWorld.Settings(order: order))
    var scene = PhysicsScene(
      "stack", "A tower of boxes stands still.", size: container, world: world)
    let material = Body.Material(friction: 0.5)
    scene.addWall(from: Vector(x: 0, y: 0), to: Vector(x: 300, y: 0), material: material)
    for index in 0..<count {
      scene.add(
        "box \(index + 1)",
        Body(
          .box(width: 32, height: 32), at: Vector(x: 150, y: 17 + 32 * Double(index)),
          mass: .total(100), material: material), size: Vector(x: 32, y: 32))
    }
    return scene
  }

  /// A bob on a rod of 110 points, let go at an angle.
  public static func pendulum(
    degrees: Double = 45, order: PhysicsWorld.Order = .positionFirst
  ) -> PhysicsScene {
    let world = PhysicsWorld(gravity: down, settings: PhysicsWorld.Settings(order: order))
    var scene = PhysicsScene(
      "pendulum", "A bob swings on a rigid rod.", size: container, world: world)
    let anchor = Vector(x: 150, y: 200)
    let bob = scene.add(
      "bob",
      Body(
        .circle(radius: 10), at: anchor + Rotation(degrees: degrees)(Vector(x: 0, y: -110)),
        mass: .total(100)), size: Vector(x: 20, y: 20), isRound: true)
    scene.watched = .x
    scene.change { $0.add(Attachment(bob, to: .anchor(anchor))) }
    return scene
  }

  /// Adds a crate of the listings, whose frame is given from the upper left corner of the box.
  private mutating func addCrate(_ name: String, x: Double, y: Double, side: Double) {
    add(
      name,
      Body(
        .box(width: side, height: side), at: Vector(x: x + side / 2, y: 300 - y - side / 2),
        mass: .total(100), material: Self.wood), size: Vector(x: side, y: side))
  }

  /// Adds a wall of radius 1.
  mutating func addWall(
    from start: Vector, to end: Vector,
    material: Body.Material = Body.Material(friction: 0.5, elasticity: 0.8)
  ) {
    change {
      $0.add(
        Body(
          .capsule(from: start, to: end, radius: 1), at: .zero, mass: .fixed, material: material))
    }
    walls.append(Wall(start: start, end: end))
  }

  /// Adds a body that is shown.
  @discardableResult
  mutating func add(
    _ name: String, _ body: Body, size: Vector, isRound: Bool = false
  ) -> BodyID {
    let id = change { $0.add(body) }
    show(name, id, size: size, isRound: isRound)
    return id
  }
}
