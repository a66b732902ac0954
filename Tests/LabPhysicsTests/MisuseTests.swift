import LabPhysics
import Testing

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
