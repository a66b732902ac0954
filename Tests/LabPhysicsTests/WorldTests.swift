import LabPhysics
import Testing

/// The public border of a world: what enters, what leaves, and what it says about itself.
@Suite struct `A physics world` {
  @Test func `is a value`() {
    var scene = SceneRecipe(.crates).scene
    for length in Bench.lengths(120, seconds: 0.25) { scene.step(nanoseconds: length) }
    let copy = scene
    scene.step(nanoseconds: 8_333_333)
    #expect(copy.world.fingerprint != scene.world.fingerprint)
    var again = copy
    again.step(nanoseconds: 8_333_333)
    #expect(again.world.fingerprint == scene.world.fingerprint)
  }

  @Test func `has another fingerprint than its mirror image`() {
    func world(_ sign: Double) -> PhysicsWorld {
      var world = PhysicsWorld()
      let body = world.add(Body(.circle(radius: 1), at: .zero))
      world[body].angularVelocity = sign
      world[body].velocity = Vector(x: sign, y: 0)
      return world
    }
    #expect(world(1).fingerprint != world(-1).fingerprint)
  }

  @Test func `gives a new name to the body in an old place`() {
    var world = Bench.world()
    let first = world.add(Bench.box(10, at: 0, 0))
    let second = world.add(Bench.box(10, at: 50, 0))
    let rod = world.add(Attachment(first, to: .body(second, offset: .zero)))
    world.remove(first)
    #expect(!world.contains(first) && !world.contains(rod) && world.contains(second))
    let third = world.add(Bench.box(10, at: 100, 0))
    #expect(third != first && world.contains(third))
    world.step(nanoseconds: 8_333_333)
    #expect(world.bodies == [third, second])
    #expect(world[third].position.x == 100 && world[second].position.x == 50)
  }

  /// The area, the moment of inertia for a mass of 1, and the centroid of a shape, as the world has
  /// them.
  static func properties(_ shape: Shape) -> (area: Double, inertia: Double, centroid: Vector) {
    var world = PhysicsWorld()
    let body = world.add(Body(shape, at: .zero))
    let area = world.mass(of: body)
    world.change(body, mass: .total(1), material: Body.Material(), allowsRotation: true)
    world.apply(impulse: Vector(x: 0, y: 1), at: Vector(x: 1, y: 0), to: body)
    return (area, 1 / world[body].angularVelocity, world[body].position)
  }

  @Test func `computes masses and inertias in closed form`() {
    let box = Self.properties(.box(width: 30, height: 40))
    #expect(box.area == 1200 && abs(box.inertia - 2500.0 / 12) < 1e-12)
    let clockwise = Self.properties(
      .polygon([Vector(x: 3, y: 0), Vector(x: 0, y: 0), Vector(x: 0, y: 3)]))
    #expect(abs(clockwise.area - 4.5) < 1e-12)
    #expect((clockwise.centroid - Vector(x: 1, y: 1)).length < 1e-12)
    // A right triangle of legs a: I/m = a²/9 about the centroid.
    #expect(abs(clockwise.inertia - 1) < 1e-12)
    #expect(abs(Self.properties(.circle(radius: 4)).inertia - 8) < 1e-12)
    // A very short capsule is a disk, a very thin one a rod.
    let tiny = Vector(x: 1e-9, y: 0)
    #expect(abs(Self.properties(.capsule(from: .zero, to: tiny, radius: 4)).inertia - 8) < 1e-6)
    let long = Vector(x: 12, y: 0)
    let rod = Self.properties(.capsule(from: .zero, to: long, radius: 1e-9))
    #expect(abs(rod.inertia - 12) < 1e-6)
  }

  @Test func `turns by complex numbers as far as by angles`() {
    for degrees in stride(from: -720.0, through: 720, by: 7.5) {
      let whole = Rotation(degrees: degrees)
      let half = Rotation(degrees: degrees / 2)
      let twice = half * half
      #expect(abs(whole.cosine - twice.cosine) < 1e-14 && abs(whole.sine - twice.sine) < 1e-14)
    }
    #expect(Rotation(degrees: 90).sine == 1 && Rotation(degrees: 90).cosine == 0)
    #expect(abs(Rotation(degrees: 30).sine - 0.5) < 1e-15)
    var world = PhysicsWorld()
    let body = world.add(Body(.circle(radius: 1), at: .zero))
    world[body].angularVelocity = 2.4
    for _ in 0..<1000 { world.step(seconds: 1.0 / 120) }
    let exact = Rotation(radians: 20)
    #expect(abs(world[body].angle - 20) < 1e-9)
    #expect(abs(world[body].rotation.cosine - exact.cosine) < 1e-7)
    #expect(abs(world[body].rotation.sine - exact.sine) < 1e-7)
  }

  @Test(arguments: [(60, 0.1), (120, 1 - 0.9.squareRoot()), (15, 1 - 0.6561)])
  func `takes out the share of an overlap that a sixtieth of a second demands`(
    _ hertz: Double, _ share: Double
  ) {
    var world = Bench.world(.velocityFirst, gravity: .zero)
    world.add(Bench.wall(-100, 0, 100, 0))
    let disk = world.add(Body(.circle(radius: 10), at: Vector(x: 0, y: 10), mass: .total(1)))
    world.step(seconds: 1 / hertz)
    // It begins 1 pt inside the wall, of which 0.1 pt is left alone.
    #expect(abs(world[disk].position.y - 10 - 0.9 * share) < 1e-12)
    #expect(world[disk].velocity == .zero)
  }

  @Test(arguments: SceneRecipe.Kind.allCases)
  func `plays every shipped scene`(_ kind: SceneRecipe.Kind) {
    var scene = SceneRecipe(kind).scene
    #expect(scene.name == kind.rawValue)
    let names = scene.bodies.map(\.name)
    #expect(!names.isEmpty && Set(names).count == names.count)
    for length in Bench.lengths(120, seconds: 0.5) { scene.step(nanoseconds: length) }
    #expect(names.allSatisfy { scene.motion(of: $0)?.isFinite == true })
  }

  @Test func `rolls a disk down a slope without slipping`() {
    let slope = Rotation(degrees: 30)
    var world = Bench.world(.velocityFirst)
    let (low, high) = (slope(Vector(x: -900, y: 0)), slope(Vector(x: 900, y: 0)))
    world.add(Bench.wall(low.x, low.y, high.x, high.y, friction: 1))
    let start = slope(Vector(x: 500, y: 20.95))
    let disk = world.add(
      Body(.circle(radius: 20), at: start, mass: .total(7), material: .init(friction: 1)))
    for length in Bench.lengths(120, seconds: 1) { world.step(nanoseconds: length) }
    // a = 2/3 g sin 30°, ω = v/r
    let speed = -slope.inverse(world[disk].velocity).x
    #expect(abs(speed - 1000.0 / 3) < 1)
    #expect(abs(world[disk].angularVelocity * 20 - speed) < 1)
  }

  @Test func `lets capsules and polygons rest on each other by their corners and sides`() {
    var world = Bench.world()
    world.add(Bench.wall(-300, 0, 300, 0, friction: 1))
    let log = world.add(
      Body(
        .capsule(from: Vector(x: -40, y: 0), to: Vector(x: 40, y: 0), radius: 10),
        at: Vector(x: 0, y: 12), mass: .total(5), material: .init(friction: 1)))
    let hexagon = world.add(
      Body(
        .polygon((0..<6).map { Rotation(degrees: 60 * Double($0))(Vector(x: 20, y: 0)) }),
        at: Vector(x: 0, y: 45), mass: .total(5), material: .init(friction: 1)))
    for length in Bench.lengths(120, seconds: 2) { world.step(nanoseconds: length) }
    #expect(abs(world[log].position.y - 11) < 0.3)
    #expect(abs(world[hexagon].position.y - 21 - 300.0.squareRoot()) < 0.5)
    #expect(world.largestSpeed < 0.1)
    #expect(world.touches(log, hexagon))
  }
}
