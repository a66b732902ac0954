import LabKernel

/// Rigid bodies in the plane, moved a step at a time.
///
/// A world is a value: a copy goes its own way. Everything happens in the order in which bodies and
/// attachments were added, in double precision, with + − × ÷ and √ alone, so that the same steps
/// give the same bits on every machine.
///
/// No sleeping, no continuous collision: fast bodies tunnel, as in the engine of the listings.
public struct PhysicsWorld: Sendable {
  /// When a step moves the bodies.
  public enum Order: Hashable, Sendable {
    /// Before it computes new velocities, as in Chipmunk: free fall lags behind by g/2 Σdt².
    case positionFirst
    /// After it has computed new velocities, as in Box2D: free fall runs ahead by g/2 Σdt².
    case velocityFirst
  }

  /// The constants of a step.
  public struct Settings: Hashable, Sendable {
    /// When a step moves the bodies.
    public var order: Order
    /// How often the solver passes over all pairs (default: 10, as in Chipmunk).
    public var iterations: Int
    /// The overlap that is left alone, in points (default: 0.1, as in Chipmunk).
    public var slop: Double
    /// The share of a larger overlap that is left after 1/60 s (default: 0.9, as in Chipmunk).
    public var overlapLeft: Double
    /// The share of a rigid attachment's error that a step takes out (default: 0.2, as in
    /// box2d-lite).
    public var stretchCorrected: Double
    /// The speed of approach, in points per second, below which nothing bounces (default: 0).
    public var restitutionThreshold: Double

    /// Makes settings.
    public init(
      order: Order = .positionFirst, iterations: Int = 10, slop: Double = 0.1,
      overlapLeft: Double = 0.9, stretchCorrected: Double = 0.2, restitutionThreshold: Double = 0
    ) {
      self.order = order
      self.iterations = iterations
      self.slop = slop
      self.overlapLeft = overlapLeft
      self.stretchCorrected = stretchCorrected
      self.restitutionThreshold = restitutionThreshold
      check()
    }

    /// Stops the program if a number makes no step possible.
    fileprivate func check() {
      require(iterations > 0, "iterations must be positive, not \(iterations)")
      require(slop >= 0 && slop.isFinite, "slop must be at least 0 pt and finite, not \(slop)")
      for share in [overlapLeft, stretchCorrected] {
        require(share > 0 && share <= 1, "a share must be above 0 and at most 1, not \(share)")
      }
      require(
        restitutionThreshold >= 0 && restitutionThreshold.isFinite,
        "restitutionThreshold must be at least 0 pt/s and finite, not \(restitutionThreshold)")
    }
  }

  /// The constants of a step.
  public let settings: Settings
  /// What accelerates every body that is not fixed, in points per second squared.
  public var gravity: Vector {
    didSet { Self.check(gravity) }
  }
  /// The contacts that began or ended in the last step, in the order of the pairs.
  public internal(set) var events: [ContactEvent] = []

  /// Tells the names of this world's bodies from those of another; copies share it.
  let number = OwnerNumber()
  /// How many slots of removed bodies are free.
  var freeSlots = 0
  /// The bodies; slot 0 is the ground, which anchors hold on to and nothing touches.
  var solids: [Solid] = []
  var envelopes: [Envelope] = []
  /// The corners of all hulls in their own frames, and in the world at the last placing.
  var corners: [Vector] = []
  var normals: [Vector] = []
  var placedCorners: [Vector] = []
  var placedNormals: [Vector] = []
  /// The pairs that touch, in order, and the room in which the next step collects its own.
  var manifolds: [Manifold] = []
  var freshManifolds: [Manifold] = []
  var joints: [Joint] = []
  var rows: [Row] = []
  /// For which length of step the impulses of pairs and attachments are.
  var warmth = Warmth()
  var overlapDecay: Decay

  /// Makes an empty world.
  public init(gravity: Vector = .zero, settings: Settings = Settings()) {
    settings.check()
    Self.check(gravity)
    self.gravity = gravity
    self.settings = settings
    overlapDecay = Decay(leftAfterSixtieth: settings.overlapLeft)
    solids.append(
      Solid(
        motion: Motion(position: .zero), material: Body.Material(),
        hull: Hull(start: 0, count: 0, radius: 0, extent: 0), area: 0, inertiaPerMass: 0,
        generation: 0))
    envelopes.append(Envelope())
  }

  private static func check(_ gravity: Vector) {
    require(gravity.isFinite, "gravity must be finite, not \(gravity)")
  }
}

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

extension PhysicsWorld {
  /// Attaches a body to a point, a direction or another body.
  ///
  /// A distance of 0 is held as a point: a distance has no direction there.
  @discardableResult
  public mutating func add(_ attachment: Attachment) -> AttachmentID {
    attachment.check()
    let body = slot(of: attachment.body)
    let (other, otherOffset) = end(of: attachment)
    var attachment = attachment
    let here = place(attachment.offset, of: body)
    let there = place(otherOffset, of: other)
    var length = (there - here).length
    if case .distance(let wanted) = attachment.kind {
      length = wanted ?? length
      require(
        length >= 0 && length.isFinite, "a length must be at least 0 pt and finite, not \(length)")
      if length == 0 { attachment.kind = .point }
    }
    let free = joints.indices.first { !joints[$0].isPresent }
    let joint = Joint(
      attachment: attachment, body: body, other: other, otherOffset: otherOffset, length: length,
      generation: free.map { joints[$0].generation + 1 } ?? 0)
    let slot = free ?? joints.count
    if free == nil { joints.append(joint) } else { joints[slot] = joint }
    rows.reserveCapacity(2 * joints.count)
    return AttachmentID(
      slot: Int32(truncatingIfNeeded: slot), generation: joints[slot].generation, world: number)
  }

  /// Removes an attachment.
  public mutating func remove(_ id: AttachmentID) {
    joints[slot(of: id)].isPresent = false
  }

  /// Whether the attachment still holds; it ends with the bodies that it holds.
  public func contains(_ id: AttachmentID) -> Bool {
    id.world == number && joints.indices.contains(Int(id.slot)) && joints[Int(id.slot)].isPresent
      && joints[Int(id.slot)].generation == id.generation
  }

  /// Moves the anchor of an attachment.
  ///
  /// - Precondition: The attachment ends at an anchor.
  public mutating func moveAnchor(of id: AttachmentID, to anchor: Vector) {
    let slot = slot(of: id)
    require(
      joints[slot].other == 0 && anchor.isFinite,
      "only the anchor of an attachment can be moved, and only to a finite point, not to \(anchor)")
    joints[slot].otherOffset = anchor
    joints[slot].attachment.end = .anchor(anchor)
  }

  /// The distance of the two ends of an attachment, in points.
  public func length(of id: AttachmentID) -> Double {
    let joint = joints[slot(of: id)]
    return
      (place(joint.otherOffset, of: joint.other) - place(joint.attachment.offset, of: joint.body))
      .length
  }

  private func slot(of id: AttachmentID) -> Int {
    require(id.world == number, "this attachment belongs to another world")
    require(contains(id), "this attachment was removed from the world")
    return Int(id.slot)
  }

  private func end(of attachment: Attachment) -> (slot: Int, offset: Vector) {
    switch attachment.end {
    case .anchor(let point): return (0, point)
    case .body(let id, let offset):
      require(id != attachment.body, "a body cannot be attached to itself")
      return (slot(of: id), offset)
    }
  }

  private func place(_ offset: Vector, of slot: Int) -> Vector {
    solids[slot].motion.position + solids[slot].motion.rotation(offset)
  }

  /// Writes the equations of all attachments for a step.
  ///
  /// Where positions come first, the speed that takes an error out acts during the next step, whose
  /// length is not known yet: it is taken to be as long as the longer of this step and those
  /// before.
  mutating func prepareRows(step: Double) {
    rows.removeAll(keepingCapacity: true)
    let move = settings.order == .positionFirst ? max(step, warmth.length) : step
    for index in joints.indices where joints[index].isPresent {
      let joint = joints[index]
      let leverA = solids[joint.body].motion.rotation(joint.attachment.offset)
      let leverB = solids[joint.other].motion.rotation(joint.otherOffset)
      let gap =
        solids[joint.other].motion.position + leverB - solids[joint.body].motion.position
        - leverA
      func append(_ direction: Vector, error: Double, isSecond: Bool = false) {
        var row = Row(
          direction: direction,
          lever: Lever(a: leverA.cross(direction), b: leverB.cross(direction)), a: joint.body,
          b: joint.other, joint: index, isSecond: isSecond)
        row.impulse = isSecond ? joint.impulses.second : joint.impulses.first
        if direction == .zero { row.lever = Lever(a: 1, b: 1) }
        row.prepare(
          error: error, joint.attachment.stiffness, solids[joint.body], solids[joint.other],
          step: step, move: move, correctedShare: settings.stretchCorrected)
        rows.append(row)
      }
      switch joint.attachment.kind {
      case .distance:
        let distance = gap.length
        let direction = distance > 0 ? gap * (1 / distance) : Vector(x: 0, y: 1)
        append(direction, error: distance - joint.length)
      case .point:
        append(Vector(x: 1, y: 0), error: gap.x)
        append(Vector(x: 0, y: 1), error: gap.y, isSecond: true)
      case .direction(let wanted):
        append(.zero, error: Self.turn(from: solids[joint.body].motion.rotation, to: wanted))
      }
    }
  }

  /// Returns 2 tan(Δ/2) for the angle Δ between two rotations, without computing Δ.
  ///
  ///     2 tan(Δ/2) = 2 sin Δ/(1 + cos Δ)
  ///
  /// Beyond a quarter turn it stays at 2, the value there, so that the pull does not grow without
  /// bound.
  private static func turn(from start: Rotation, to end: Rotation) -> Double {
    let turn = start.inverse * end
    guard turn.cosine >= 0 else { return turn.sine >= 0 ? 2 : -2 }
    return 2 * turn.sine / (1 + turn.cosine)
  }

  /// Keeps the impulses of the step for the warm start of the next, blended if the step was short.
  mutating func keepRowImpulses(_ blend: Warmth.Blend?) {
    for row in rows {
      if row.isSecond {
        let kept = joints[row.joint].impulses.second
        joints[row.joint].impulses.second = blend?(kept, row.impulse) ?? row.impulse
      } else {
        let kept = joints[row.joint].impulses.first
        joints[row.joint].impulses.first = blend?(kept, row.impulse) ?? row.impulse
      }
    }
  }
}
