/// Sequential impulses: every pair in turn is given the impulses that end its overlap of speeds, as
/// if no other pair existed, and the passes over all pairs settle the rest.
///
/// - Source: Erin Catto, *Iterative Dynamics with Temporal Coherence*, GDC 2005.
enum ContactSolver {
  /// What the solver has to know of a step.
  struct Step {
    let duration: Double
    /// The share of an overlap that this step takes out.
    let correctedShare: Double
    let slop: Double
    /// The speed of approach below which nothing bounces.
    let restitutionThreshold: Double
    /// The speed of parting beyond which a point begins without a kept impulse.
    let partingSpeed: Double
  }

  /// An overlap beyond the slop that is too small to be pushed apart, in points.
  private static let leastExcess = 1e-4

  /// Computes masses and targets, from the speeds before this step's forces.
  ///
  ///     K = 1/m_a + 1/m_b + (r_a × n)²/I_a + (r_b × n)²/I_b
  ///     bounce = −e · vₙ⁰
  ///     correction = (1 − 0.9^(60 dt)) · max(0, −gap − slop)/dt
  ///
  /// A point that already parts may so approach again at e times that speed. With a bound of 0 in
  /// place of that, two points of one pair could take energy from nothing.
  ///
  /// - Returns: Whether there is an overlap to correct.
  /// - Source: `cpArbiterPreStep` in Chipmunk.
  static func prepare(
    _ manifold: inout Manifold, _ solids: borrowing MutableSpan<Solid>, _ step: Step
  ) -> Bool {
    let (a, b) = (manifold.a, manifold.b)
    let masses = solids[a].inverseMass + solids[b].inverseMass
    let elasticity = solids[a].material.elasticity * solids[b].material.elasticity
    let couple = Couple(velocitiesOf: a, b, solids)
    let approach = couple.speed(along: manifold.normal)
    func aim(_ contact: inout Manifold.Contact) -> Bool {
      contact.lever.weigh(solids[a], solids[b])
      let speed = approach + couple.turning(contact.lever)
      if speed > step.partingSpeed { contact.impulse = 0 }
      contact.bounce = speed.magnitude < step.restitutionThreshold ? 0 : -elasticity * speed
      let excess = -contact.gap - step.slop
      contact.correction =
        excess > leastExcess ? step.correctedShare * excess / step.duration : 0
      return excess > leastExcess
    }
    var isOverlapping = aim(&manifold.first)
    let k11 = masses + manifold.first.lever.coupling(manifold.first.lever)
    if manifold.isPair {
      isOverlapping = aim(&manifold.second) || isOverlapping
      manifold.block = Block(
        k11, masses + manifold.first.lever.coupling(manifold.second.lever),
        masses + manifold.second.lever.coupling(manifold.second.lever))
    } else {
      manifold.block = Block(k11)
    }
    let isPressed = manifold.first.impulse > 0 || manifold.second.impulse > 0
    if step.partingSpeed < .infinity && !isPressed { manifold.frictionImpulse = 0 }
    manifold.response = Response(manifold.normal, solids[a], solids[b])
    manifold.frictionLever.weigh(solids[a], solids[b])
    manifold.frictionMass =
      1 / (masses + manifold.frictionLever.coupling(manifold.frictionLever))
    manifold.friction = solids[a].material.friction * solids[b].material.friction
    return isOverlapping
  }

  /// Applies the kept impulses, scaled to the length of the step.
  ///
  /// The passes that follow change the scaled impulses, and so can take back all that is applied
  /// here.
  static func warmStart(
    _ manifold: inout Manifold, _ solids: inout MutableSpan<Solid>, ratio: Double
  ) {
    manifold.kept = (
      manifold.first.impulse, manifold.second.impulse, manifold.frictionImpulse
    )
    manifold.first.impulse *= ratio
    manifold.second.impulse *= ratio
    manifold.frictionImpulse *= ratio
    let (first, second) = (manifold.first.impulse, manifold.second.impulse)
    var couple = Couple(velocitiesOf: manifold.a, manifold.b, solids)
    couple.pull(first + second, manifold.response)
    couple.turn(first, manifold.first.lever, second, manifold.second.lever)
    couple.pull(manifold.frictionImpulse, manifold.response.turnedLeft)
    couple.turn(manifold.frictionImpulse, manifold.frictionLever)
    couple.storeVelocities(in: &solids)
  }

  /// Gives one pair its normal impulses, then its friction.
  static func solve(_ manifold: inout Manifold, _ solids: inout MutableSpan<Solid>) {
    var couple = Couple(velocitiesOf: manifold.a, manifold.b, solids)
    let change = separate(
      manifold, &couple, from: (manifold.first.impulse, manifold.second.impulse),
      targets: (manifold.first.bounce, manifold.second.bounce))
    manifold.first.impulse += change.0
    manifold.second.impulse += change.1
    rub(&manifold, &couple)
    couple.storeVelocities(in: &solids)
  }

  /// Gives one pair its pseudo-impulses: the same problem as that of the normal impulses, with
  /// pseudo-velocities and with the correction of the overlap for a target.
  ///
  /// - Source: Erin Catto, *Modeling and Solving Constraints*, GDC 2009, for the two sets of
  ///   velocities; `v_bias` of `cpBody` in Chipmunk.
  static func push(_ manifold: inout Manifold, _ solids: inout MutableSpan<Solid>) {
    var couple = Couple(pushesOf: manifold.a, manifold.b, solids)
    let change = separate(
      manifold, &couple, from: (manifold.first.push, manifold.second.push),
      targets: (manifold.first.correction, manifold.second.correction))
    manifold.first.push += change.0
    manifold.second.push += change.1
    couple.storePushes(in: &solids)
  }

  /// Normal impulses: Λ ← max(0, Λ − (vₙ − target)/K), for both points at once.
  ///
  /// - Returns: What to add to the impulses of both points; 0 for a second that is not there.
  /// - Source: `cpArbiterApplyImpulse` in Chipmunk.
  @inline(__always)
  private static func separate(
    _ manifold: borrowing Manifold, _ couple: inout Couple, from old: (Double, Double),
    targets: (Double, Double)
  ) -> (Double, Double) {
    let speed = couple.speed(along: manifold.normal)
    let excess1 = speed + (couple.turning(manifold.first.lever) - targets.0)
    guard manifold.isPair else {
      let wanted = -excess1 * manifold.block.mass1
      let change = wanted > -old.0 ? wanted : -old.0
      couple.pull(change, manifold.response)
      couple.turn(change, manifold.first.lever)
      return (change, 0)
    }
    let excess2 = speed + (couple.turning(manifold.second.lever) - targets.1)
    let change = manifold.block.change(old.0, old.1, excess1, excess2)
    couple.pull(change.0 + change.1, manifold.response)
    couple.turn(change.0, manifold.first.lever, change.1, manifold.second.lever)
    return change
  }

  /// Friction: Λₜ ← Λₜ − vₜ/Kₜ, kept within ±μ times the normal impulses.
  ///
  /// - Source: Coulomb's law, as in `cpArbiterApplyImpulse`.
  @inline(__always)
  private static func rub(_ manifold: inout Manifold, _ couple: inout Couple) {
    let speed =
      couple.speed(along: manifold.tangent) + couple.turning(manifold.frictionLever)
    let limit = manifold.friction * (manifold.first.impulse + manifold.second.impulse)
    let (least, most) = (-limit - manifold.frictionImpulse, limit - manifold.frictionImpulse)
    let wanted = -speed * manifold.frictionMass
    let change = wanted > most ? most : (wanted < least ? least : wanted)
    manifold.frictionImpulse += change
    couple.pull(change, manifold.response.turnedLeft)
    couple.turn(change, manifold.frictionLever)
  }
}
