import LabExperiment
import LabKernel
import LabPhysics
import LabWorkload
import Testing

/// What a script says of behaviors arrives in the scene as it is meant.
@Suite struct `A scene of items` {
  /// The scene that the driver of a script steps, at each sweep point.
  static func scenes(_ lines: String) throws -> [PhysicsScene] {
    let script = """
      display 60 Hz
      run 1 s
      scene room as items size 300, 480
      box ball in room at 150, 100 size 50, 50 velocity 3, 4 pt/s friction 0.2
      disk coin in room at 60, 60 radius 20
      \(lines)
      arm a
        link ball in default
        simulate ball scene room steps variable
      """
    return try Fixture.experiment(script).plan().compactMap { run in
      guard case .scene(let motion)? = run.scenario.drivers[0].motion?.content else { return nil }
      return motion.recipe.scene
    }
  }

  /// The behaviors of the script, after those of what the items are made of.
  static func behaviors(_ lines: String) throws -> (first: Behavior<BodyID>?, items: [BodyID]) {
    let scene = try #require(try scenes(lines).first)
    return (scene.animator.behaviors.dropFirst(2).first, scene.animator.itemIDs)
  }

  @Test func `has items that fall and touch nothing unless told to`() throws {
    var scene = try #require(try Self.scenes("").first)
    #expect(!scene.pointsUp && scene.changes.isEmpty && scene.room == nil)
    scene.step(nanoseconds: 100_000_000)
    let ball = try #require(scene.motion(of: "ball"))
    #expect(ball.velocity == Vector(x: 3, y: 4) && abs(ball.position.x - 150.3) < 1e-12)
    // Of density 1, in the mass of 100 by 100 pt.
    #expect(abs(scene.world.mass(of: scene.bodies[0].id) - 0.25) < 1e-12)
  }

  @Test func `takes every clause of every behavior`() throws {
    var (behavior, ids) = try Self.behaviors("gravity all in room by 10, -20 pt per s per s")
    #expect(behavior == Behavior(.gravity(Vector(x: 0.01, y: -0.02)), on: ids))
    (behavior, ids) = try Self.behaviors("gravity coin in room")
    #expect(behavior == Behavior(.gravity(), on: [ids[1]]))
    (behavior, ids) = try Self.behaviors(
      "collide coin, ball in room with boundaries bounds 1, 2, 3, 4 path 0, 0 to 9, 0 to 9, 9")
    let path = [Vector.zero, Vector(x: 9, y: 0), Vector(x: 9, y: 9)]
    #expect(
      behavior
        == Behavior(
          .collision(
            .boundaries,
            [
              Boundary("bounds", .referenceBounds(.init(top: 1, left: 2, bottom: 3, right: 4))),
              Boundary("path", .polygon(path)),
            ]), on: [ids[1], ids[0]]))
    (behavior, ids) = try Self.behaviors("collide all in room path 40, 200 to 160, 260")
    let (from, to) = (Vector(x: 40, y: 200), Vector(x: 160, y: 260))
    #expect(
      behavior
        == Behavior(
          .collision(.everything, [Boundary("path", .segment(from: from, to: to))]), on: ids))
    (behavior, ids) = try Self.behaviors(
      "attach ball in room to coin length 90 frequency 2 Hz damping 0.3")
    #expect(
      behavior
        == Behavior(
          .attachment(to: .item(ids[1]), length: 90, frequency: 2, damping: 0.3), on: [ids[0]]))
    (behavior, ids) = try Self.behaviors("attach ball in room to 150, 50")
    #expect(behavior == Behavior(.attachment(to: .anchor(Vector(x: 150, y: 50))), on: [ids[0]]))
    (behavior, ids) = try Self.behaviors("push all in room by 1, -2 as instantaneous offset 3, 4")
    #expect(
      behavior
        == Behavior(
          .push(.instantaneous, by: Vector(x: 1, y: -2), offset: Vector(x: 3, y: 4)), on: ids))
    (behavior, ids) = try Self.behaviors("snap coin in room to 7, 8 damping 1")
    #expect(behavior == Behavior(.snap(to: Vector(x: 7, y: 8), damping: 1), on: [ids[1]]))
    (behavior, ids) = try Self.behaviors(
      "properties ball in room density 2 elasticity 0.5 friction 0.1 resistance 3"
        + " angular-resistance 4 rotation off anchored on")
    #expect(
      behavior
        == Behavior(
          .properties(
            ItemProperties(
              density: 2, elasticity: 0.5, friction: 0.1, resistance: 3, angularResistance: 4,
              allowsRotation: false, isAnchored: true)), on: [ids[0]]))
  }

  @Test func `adds and removes behaviors and whole groups at their instants`() throws {
    var scene = try #require(
      try Self.scenes(
        """
        group storm in room at 300 ms until 500 ms
        group gust in room within storm at 400 ms
        group puff in room within gust
        push ball in room by 1, 0 within puff
        snap coin in room to 9, 9 until 500 ms
        """
      ).first)
    func count() -> Int {
      scene.animator.behaviors.count - 2
    }
    var counts = [count()]
    for change in scene.changes {
      scene.perform(change)
      counts.append(count())
    }
    #expect(scene.changes.map(\.instant) == [300, 400, 400, 400, 500, 500].map { $0 * 1_000_000 })
    // The snap; the storm, the gust, the puff, the push; the storm with all that it holds; the
    // snap.
    #expect(counts == [1, 2, 3, 4, 5, 1, 0])
  }

  @Test func `depends on sweeps, clause by clause`() throws {
    let scenes = try Self.scenes("sweep m = 1, 2\npush ball in room by {m}, 0 at {m} s")
    #expect(scenes.map { $0.changes.map(\.instant) } == [[1_000_000_000], [2_000_000_000]])
  }

  @Test func `is a room if it holds all its items from the first step on`() throws {
    let held = try Self.scenes("collide all in room bounds 10, 20, 30, 40").first?.room
    #expect(held?.low == Vector(x: 20, y: 10) && held?.high == Vector(x: 260, y: 450))
    for line in [
      "collide ball in room bounds 0, 0, 0, 0", "collide all in room bounds 0, 0, 0, 0 at 1 ms",
      "collide all in room with items bounds 0, 0, 0, 0",
    ] {
      #expect(try Self.scenes(line).first?.room == nil)
    }
  }
}
