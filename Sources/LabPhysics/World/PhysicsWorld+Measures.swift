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
