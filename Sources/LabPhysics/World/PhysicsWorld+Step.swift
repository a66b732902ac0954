import LabKernel

extension PhysicsWorld {
  /// Moves the world on by a span of time, in nanoseconds; by 0 it stands still.
  public mutating func step(nanoseconds: Int64) {
    step(seconds: Double(nanoseconds) / 1e9)
  }

  /// Moves the world on by a span of time, in seconds; by 0 it stands still.
  ///
  /// 1. *Position first:* every body moves with the velocity that it has.
  /// 2. The pairs that touch are found, and matched with those of the step before.
  /// 3. Masses and targets are computed, the restitution from the speeds before this step's forces.
  /// 4. Forces change the velocities.
  /// 5. The kept impulses of the steps before are applied again, scaled to the length of the step.
  /// 6. The solver passes over attachments and pairs, several times.
  /// 7. *Velocity first:* every body moves with the velocity that it now has.
  ///
  /// - Complexity: O(*n*²) in the number of bodies, with 1 to 2 ns a pair that is far apart.
  /// - Source: the order of `cpSpaceStep` in Chipmunk 7, `cpSpaceStep.c`.
  public mutating func step(seconds: Double) {
    require(seconds >= 0 && seconds.isFinite, "A step of \(seconds) s leads nowhere")
    guard seconds > 0 else { return }
    if settings.order == .positionFirst { move(seconds) }
    Self.place(&solids, &envelopes, corners, normals, &placedCorners, &placedNormals)
    findContacts(warmth.growth(to: seconds))
    prepareRows(step: seconds)
    let isOverlapping = Self.prepare(
      &manifolds, &solids,
      ContactSolver.Step(
        duration: seconds, correctedShare: overlapDecay.correctedShare(in: seconds),
        slop: settings.slop, restitutionThreshold: settings.restitutionThreshold,
        partingSpeed: warmth.longest(with: seconds).map { gravity.length * $0 } ?? .infinity))
    accelerate(seconds)
    Self.solve(
      &rows, &manifolds, &solids, ratio: warmth.ratio(of: seconds), iterations: settings.iterations)
    if isOverlapping { Self.push(&manifolds, &solids, iterations: settings.iterations) }
    keepImpulses(of: seconds)
    if settings.order == .velocityFirst { move(seconds) }
  }

  /// Keeps the impulses of a step for the warm start of the next.
  private mutating func keepImpulses(of step: Double) {
    let blend = warmth.end(step)
    keepRowImpulses(blend)
    guard let blend else { return }
    for index in manifolds.indices { manifolds[index].keep(blend) }
  }

  /// Moves every body with its velocity and its pseudo-velocity, and forgets the latter.
  ///
  ///     x ← x + (v + v_push) dt,  θ ← θ + (ω + ω_push) dt
  private mutating func move(_ seconds: Double) {
    var solids = self.solids.mutableSpan
    for index in solids.indices {
      let motion = solids[index].motion
      solids[index].motion.position =
        motion.position + (motion.velocity + solids[index].push) * seconds
      let turn = (motion.angularVelocity + solids[index].angularPush) * seconds
      if turn != 0 {
        solids[index].motion.angle = motion.angle + turn
        solids[index].motion.rotation.turn(by: turn)
      }
      if solids[index].inverseMass == 0 && (turn != 0 || motion.velocity != .zero) {
        solids[index].isDisplaced = true
      }
      solids[index].push = .zero
      solids[index].angularPush = 0
    }
  }

  /// Places the corners of all bodies that can have moved, and the boxes around them.
  private static func place(
    _ solids: inout [Solid], _ envelopes: inout [Envelope], _ corners: [Vector],
    _ normals: [Vector], _ placedCorners: inout [Vector], _ placedNormals: inout [Vector]
  ) {
    var solids = solids.mutableSpan
    var envelopes = envelopes.mutableSpan
    var placedCorners = placedCorners.mutableSpan
    var placedNormals = placedNormals.mutableSpan
    let corners = corners.span
    let normals = normals.span
    for index in solids.indices where solids[index].inverseMass > 0 || solids[index].isDisplaced {
      solids[index].isDisplaced = false
      let hull = solids[index].hull
      guard hull.count > 0 else { continue }
      let position = solids[index].motion.position
      let rotation = solids[index].motion.rotation
      var low = Vector(x: .infinity, y: .infinity)
      var high = -low
      for corner in hull.start..<(hull.start + hull.count) {
        let place = position + rotation(corners[corner])
        low.x = place.x < low.x ? place.x : low.x
        low.y = place.y < low.y ? place.y : low.y
        high.x = place.x > high.x ? place.x : high.x
        high.y = place.y > high.y ? place.y : high.y
        placedCorners[corner] = place
        placedNormals[corner] = rotation(normals[corner])
      }
      let margin = Vector(x: hull.radius, y: hull.radius)
      envelopes[index].low = low - margin
      envelopes[index].high = high + margin
    }
  }

  /// Finds the pairs that touch, in the order of their slots, and tells which began and which
  /// ended.
  ///
  /// Both lists of pairs are in order, so the old impulses are found by walking along.
  private mutating func findContacts(_ growth: Warmth.Growth?) {
    events.removeAll(keepingCapacity: true)
    freshManifolds.removeAll(keepingCapacity: true)
    var old = 0
    for a in solids.indices {
      for b in (a + 1)..<max(solids.count, a + 1) where envelopes[a].mayTouch(envelopes[b]) {
        guard
          let touch = Collision.touch(
            solids[a].hull, solids[b].hull, placedCorners.span, placedNormals.span)
        else { continue }
        let pair = Manifold.pair(a, b)
        while old < manifolds.count && manifolds[old].pair < pair {
          report(.ended, manifolds[old])
          old += 1
        }
        var manifold = Manifold(
          pair: pair, touch: touch, a: solids[a].motion.position, b: solids[b].motion.position)
        if old < manifolds.count && manifolds[old].pair == pair {
          manifold.inherit(from: manifolds[old], growth)
          old += 1
        } else {
          report(.began, manifold)
        }
        freshManifolds.append(manifold)
      }
    }
    for index in old..<manifolds.count { report(.ended, manifolds[index]) }
    swap(&manifolds, &freshManifolds)
  }

  private mutating func report(_ kind: ContactEvent.Kind, _ manifold: Manifold) {
    events.append(
      ContactEvent(
        kind: kind, first: id(ofSlot: manifold.a), second: id(ofSlot: manifold.b),
        point: manifold.middle))
  }

  private static func prepare(
    _ manifolds: inout [Manifold], _ solids: inout [Solid], _ step: ContactSolver.Step
  ) -> Bool {
    var manifolds = manifolds.mutableSpan
    let solids = solids.mutableSpan
    var isOverlapping = false
    for index in manifolds.indices {
      isOverlapping = ContactSolver.prepare(&manifolds[index], solids, step) || isOverlapping
    }
    return isOverlapping
  }

  /// Changes the velocities by gravity, forces and resistance, and forgets the forces.
  ///
  ///     v ← (v + (g + F/m) dt)/(1 + r dt)
  ///
  /// - Source: the damping of `b2Island::Solve` in Box2D: backward Euler for v' = −r v.
  private mutating func accelerate(_ seconds: Double) {
    let gravity = gravity
    var solids = self.solids.mutableSpan
    for index in solids.indices where solids[index].inverseMass > 0 {
      let solid = solids[index]
      let acceleration = gravity + solid.force * solid.inverseMass
      solids[index].motion.velocity =
        (solid.motion.velocity + acceleration * seconds)
        * (1 / (1 + solid.material.resistance * seconds))
      solids[index].motion.angularVelocity =
        (solid.motion.angularVelocity + solid.torque * solid.inverseInertia * seconds)
        / (1 + solid.material.angularResistance * seconds)
      solids[index].force = .zero
      solids[index].torque = 0
    }
  }

  private static func solve(
    _ rows: inout [Row], _ manifolds: inout [Manifold], _ solids: inout [Solid], ratio: Double,
    iterations: Int
  ) {
    var rows = rows.mutableSpan
    var manifolds = manifolds.mutableSpan
    var solids = solids.mutableSpan
    for index in rows.indices { rows[index].warmStart(&solids, ratio: ratio) }
    for index in manifolds.indices {
      ContactSolver.warmStart(&manifolds[index], &solids, ratio: ratio)
    }
    for _ in 0..<iterations {
      for index in rows.indices { rows[index].solve(&solids) }
      for index in manifolds.indices { ContactSolver.solve(&manifolds[index], &solids) }
    }
  }

  /// Solves for the pseudo-velocities that the next move adds.
  private static func push(
    _ manifolds: inout [Manifold], _ solids: inout [Solid], iterations: Int
  ) {
    var manifolds = manifolds.mutableSpan
    var solids = solids.mutableSpan
    for _ in 0..<iterations {
      for index in manifolds.indices { ContactSolver.push(&manifolds[index], &solids) }
    }
  }
}

extension PhysicsWorld {
  /// The kinetic and the potential energy of all bodies that are not fixed.
  ///
  ///     E = Σ m v²/2 + I ω²/2 − m g·x
  public var energy: Double {
    var sum = 0.0
    for solid in solids where solid.inverseMass > 0 {
      let motion = solid.motion
      let potential = gravity.dot(motion.position)
      sum += (motion.velocity.dot(motion.velocity) / 2 - potential) / solid.inverseMass
      if solid.inverseInertia > 0 {
        sum += motion.angularVelocity * motion.angularVelocity / 2 / solid.inverseInertia
      }
    }
    return sum
  }

  /// The energy that steps of the given length keep exactly in free flight.
  ///
  ///     E ∓ dt/2 Σ m g·v, − when positions are moved first, + when velocities are changed first
  ///
  /// The plain energy of free flight rises by Σ m g² dt²/2 in each step of the first order and
  /// falls by as much in each of the second; this one changes only by what the bodies do to each
  /// other. A bounce lowers it for every elasticity up to 1.
  ///
  /// - Source: Hairer, Lubich, Wanner, *Geometric Numerical Integration*, IX.3: the modified energy
  ///   of the symplectic Euler method, which for a constant force is exact.
  public func modifiedEnergy(step: Double) -> Double {
    var sum = energy
    let half = settings.order == .positionFirst ? -step / 2 : step / 2
    for solid in solids where solid.inverseMass > 0 {
      sum += half * gravity.dot(solid.motion.velocity) / solid.inverseMass
    }
    return sum
  }

  /// The number of pairs that touch.
  public var touchingPairs: Int { manifolds.count }

  /// Whether two bodies touch.
  public func touches(_ a: BodyID, _ b: BodyID) -> Bool {
    let (low, high) = (min(slot(of: a), slot(of: b)), max(slot(of: a), slot(of: b)))
    return manifolds.contains { $0.pair == Manifold.pair(low, high) }
  }

  /// The pairs of bodies that touch, in order.
  public var touching: [(first: BodyID, second: BodyID)] {
    manifolds.map { (id(ofSlot: $0.a), id(ofSlot: $0.b)) }
  }

  /// The largest speed of a body, in points per second.
  public var largestSpeed: Double {
    solids.lazy.filter { $0.isPresent }.map { $0.motion.velocity.length }.max() ?? 0
  }

  /// A number that tells worlds apart: always those that differ in one value of one body, others
  /// but for collisions.
  ///
  ///     h ← (h ⊕ bits) × prime,  h ← h ⊕ ⌊h/2³²⌋
  ///
  /// Without the second step a sign would stay in the highest bit, where two of them cancel.
  ///
  /// - Source: FNV-1a over the bit patterns of positions, rotations and velocities.
  public var fingerprint: UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for solid in solids where solid.isPresent {
      let motion = solid.motion
      for value in [
        motion.position.x, motion.position.y, motion.rotation.cosine, motion.rotation.sine,
        motion.angle, motion.velocity.x, motion.velocity.y, motion.angularVelocity,
      ] {
        hash = (hash ^ value.bitPattern) &* 0x100_0000_01b3
        hash ^= hash >> 32
      }
    }
    return hash
  }
}
