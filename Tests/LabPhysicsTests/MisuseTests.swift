import LabPhysics
import Testing

/// What a world refuses, with a sentence in release builds as well.
@Suite struct `A physics world refuses` {
  private static func disk(mass: Double = 1) -> Body {
    Body(.circle(radius: 1), at: .zero, mass: .total(mass))
  }

  private static func said(_ sentence: String, _ result: ExitTest.Result?) -> Bool {
    result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }?.contains(sentence)
      ?? false
  }

  @Test func `a gravity that is no number`() async {
    let made = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = PhysicsWorld(gravity: Vector(x: .nan, y: 0))
    }
    #expect(Self.said("gravity must be finite", made))
    let changed = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var world = PhysicsWorld()
      world.gravity = Vector(x: 0, y: .infinity)
    }
    #expect(Self.said("gravity must be finite", changed))
  }

  @Test func `settings that are no numbers`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var settings = PhysicsWorld.Settings()
      settings.restitutionThreshold = .nan
      _ = PhysicsWorld(settings: settings)
    }
    #expect(Self.said("restitutionThreshold must be at least 0 pt/s and finite, not nan", result))
  }

  @Test func `a force and an impulse that are no numbers`() async {
    let force = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var world = PhysicsWorld()
      let body = world.add(Self.disk())
      world.apply(force: Vector(x: .infinity, y: 0), to: body)
    }
    #expect(Self.said("a force must be finite", force))
    let impulse = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var world = PhysicsWorld()
      let body = world.add(Self.disk())
      world.apply(impulse: .zero, at: Vector(x: .nan, y: 0), to: body)
    }
    #expect(Self.said("an impulse must be finite", impulse))
  }

  @Test func `a mass that is too small to divide by`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var world = PhysicsWorld()
      world.add(Self.disk(mass: .leastNonzeroMagnitude))
    }
    #expect(Self.said("too small to divide by, not 5e-324", result))
  }

  @Test func `a material that was changed into no number`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var body = Self.disk()
      body.material.friction = .nan
      var world = PhysicsWorld()
      world.add(body)
    }
    #expect(Self.said("a property of a material must be at least 0", result))
  }

  @Test func `an attachment at no point`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var world = PhysicsWorld()
      let body = world.add(Self.disk())
      world.add(Attachment(body, offset: Vector(x: .nan, y: 0), to: .anchor(.zero)))
    }
    #expect(Self.said("the offset of an attachment must be finite", result))
  }

  @Test func `the name of a body of another world`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var (mine, other) = (PhysicsWorld(), PhysicsWorld())
      mine.add(Self.disk())
      let foreign = other.add(Self.disk())
      mine.remove(foreign)
    }
    #expect(Self.said("this body belongs to another world", result))
  }
}

@Suite struct `A physics world's names` {
  @Test func `are those of its copies, and of no other world`() {
    var (world, other) = (PhysicsWorld(), PhysicsWorld())
    let body = world.add(Body(.circle(radius: 1), at: .zero))
    let foreign = other.add(Body(.circle(radius: 1), at: .zero))
    let copy = world
    #expect(copy.contains(body) && !world.contains(foreign))
    // Two runs of one simulation are equal, names included.
    #expect(body == foreign && body.hashValue == foreign.hashValue)
  }

  @Test func `take the first of the places that are free`() {
    var world = PhysicsWorld()
    let bodies = (0..<4).map {
      world.add(Body(.circle(radius: 1), at: Vector(x: Double($0), y: 0)))
    }
    world.remove(bodies[2])
    world.remove(bodies[0])
    let new = (0..<3).map { world.add(Body(.circle(radius: 1), at: Vector(x: 9, y: Double($0)))) }
    #expect(world.bodies == [new[0], bodies[1], new[1], bodies[3], new[2]])
  }
}
