import LabKernel

extension PhysicsWorld {
  /// The bodies in the world, in the order of their slots.
  public var bodies: [BodyID] {
    solids.indices.dropFirst().filter { solids[$0].isPresent }.map(id(ofSlot:))
  }

  /// Adds a body, and takes the place of a removed one if there is any.
  ///
  /// - Precondition: The numbers are finite, and the mass of a body that is not fixed is positive.
  /// - Complexity: O(1), or O(*n*) in the number of bodies while places of removed ones are free.
  @discardableResult
  public mutating func add(_ body: Body) -> BodyID {
    let outline = Outline(body.shape)
    require(body.motion.isFinite, "a body's motion must be finite, not \(body.motion)")
    body.material.check()
    var motion = body.motion
    motion.position += motion.rotation(outline.centroid)
    let free =
      freeSlots > 0 ? solids.indices.dropFirst().first { !solids[$0].isPresent } : nil
    var solid = Solid(
      motion: motion, material: body.material,
      hull: Hull(
        start: corners.count, count: outline.corners.count, radius: outline.radius,
        extent: outline.extent),
      area: outline.area, inertiaPerMass: outline.inertiaPerMass,
      generation: free.map { solids[$0].generation + 1 } ?? 0)
    solid.setMass(body.mass, allowsRotation: body.allowsRotation)
    corners += outline.corners
    normals += outline.normals
    placedCorners += outline.corners
    placedNormals += outline.normals
    let slot = free ?? solids.count
    if free == nil {
      solids.append(solid)
      envelopes.append(Envelope())
    } else {
      solids[slot] = solid
      freeSlots -= 1
    }
    envelopes[slot] = Envelope(groups: body.groups, isFixed: solid.inverseMass == 0)
    reserve()
    return id(ofSlot: slot)
  }

  /// Removes a body, its contacts (without events) and its attachments.
  public mutating func remove(_ id: BodyID) {
    let slot = slot(of: id)
    for index in joints.indices where joints[index].body == slot || joints[index].other == slot {
      joints[index].isPresent = false
    }
    manifolds.removeAll { $0.a == slot || $0.b == slot }
    let hull = solids[slot].hull
    let range = hull.start..<(hull.start + hull.count)
    corners.removeSubrange(range)
    normals.removeSubrange(range)
    placedCorners.removeSubrange(range)
    placedNormals.removeSubrange(range)
    for index in solids.indices where solids[index].hull.start > hull.start {
      solids[index].hull.start -= hull.count
    }
    solids[slot].isPresent = false
    freeSlots += 1
    solids[slot].inverseMass = 0
    solids[slot].hull = Hull(start: 0, count: 0, radius: 0, extent: 0)
    envelopes[slot] = Envelope()
  }

  /// Where a body is and how it moves.
  public subscript(_ id: BodyID) -> Motion {
    get { solids[slot(of: id)].motion }
    set {
      require(newValue.isFinite, "a body's motion must be finite, not \(newValue)")
      let slot = slot(of: id)
      solids[slot].motion = newValue
      solids[slot].isDisplaced = true
    }
  }

  /// Adds to the force on a body during the next step, at a point given from its centroid.
  public mutating func apply(force: Vector, at offset: Vector = .zero, to id: BodyID) {
    require(force.isFinite && offset.isFinite, "a force must be finite, not \(force) at \(offset)")
    let slot = slot(of: id)
    solids[slot].force += force
    solids[slot].torque += offset.cross(force)
  }

  /// Changes a body's momentum at once, at a point given from its centroid.
  public mutating func apply(impulse: Vector, at offset: Vector = .zero, to id: BodyID) {
    require(
      impulse.isFinite && offset.isFinite, "an impulse must be finite, not \(impulse) at \(offset)")
    let slot = slot(of: id)
    solids[slot].motion.velocity += impulse * solids[slot].inverseMass
    solids[slot].motion.angularVelocity += offset.cross(impulse) * solids[slot].inverseInertia
  }

  /// Makes a body of something else; it stays where it is and moves on.
  public mutating func change(
    _ id: BodyID, mass: Body.Mass, material: Body.Material, allowsRotation: Bool
  ) {
    let slot = slot(of: id)
    material.check()
    solids[slot].material = material
    solids[slot].setMass(mass, allowsRotation: allowsRotation)
    solids[slot].isDisplaced = true
    envelopes[slot].isFixed = solids[slot].inverseMass == 0
  }

  /// Changes what a body collides with.
  public mutating func change(_ id: BodyID, groups: Body.Groups) {
    envelopes[slot(of: id)].groups = groups
  }

  /// The mass of a body; infinite if it is fixed.
  public func mass(of id: BodyID) -> Double { 1 / solids[slot(of: id)].inverseMass }

  /// Whether the body is still in the world.
  public func contains(_ id: BodyID) -> Bool {
    id.world == number && solids.indices.contains(Int(id.slot)) && id.slot > 0
      && solids[Int(id.slot)].isPresent && solids[Int(id.slot)].generation == id.generation
  }

  func slot(of id: BodyID) -> Int {
    require(id.world == number, "this body belongs to another world")
    require(contains(id), "this body was removed from the world")
    return Int(id.slot)
  }

  func id(ofSlot slot: Int) -> BodyID {
    BodyID(
      slot: Int32(truncatingIfNeeded: slot), generation: solids[slot].generation, world: number)
  }

  /// Makes room for all that a step collects: convex bodies that barely overlap touch in fewer than
  /// three pairs a body, since the pairs are the edges of a planar graph.
  private mutating func reserve() {
    guard manifolds.capacity < 4 * solids.count || freshManifolds.capacity < 4 * solids.count
    else { return }
    let room = 8 * solids.count
    manifolds.reserveCapacity(room)
    freshManifolds.reserveCapacity(room)
    events.reserveCapacity(2 * room)
  }
}
