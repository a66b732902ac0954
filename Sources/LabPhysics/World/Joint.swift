struct Joint {
  var attachment: Attachment
  /// The slots of the body and of the other end: the ground for an anchor.
  var body: Int
  var other: Int
  /// The other end in its body's frame, which for the ground is the world's.
  var otherOffset: Vector
  /// The length of a `distance`.
  var length: Double
  /// The impulses of the step before.
  var impulses = (first: 0.0, second: 0.0)
  let generation: Int32
  var isPresent = true
}

/// One equation of an attachment: a speed along a direction, an angular speed, or both.
///
/// A rigid row asks for the speed −β C/h, which takes a share β of its error out. This speed is a
/// real one: it bends a swing inward by the half step by which a straight move leaves the circle,
/// so that the swing keeps its energy. A soft row behaves as a damped spring under backward Euler,
/// which no step can make unstable:
///
///     k = m ω²,  c = 2 m ζ ω,  γ = 1/(h (c + h k)),  β = h k/(c + h k)
///     λ = −(Ċ + β C/h + γ Λ)/(K + γ),  m = 1/K,  ω = 2πf
///
/// - Source: Erin Catto, *Soft Constraints*, GDC 2011; box2d-lite, `Joint.cpp`, for the rigid row.
struct Row {
  /// The direction along which the row acts; zero for a purely angular row.
  var direction: Vector
  /// The levers of the two bodies about that direction.
  var lever: Lever
  let a: Int
  let b: Int
  /// The slot of the attachment, and which of its impulses this is.
  let joint: Int
  let isSecond: Bool
  var response = Response()
  var mass = 0.0
  var softness = 0.0
  /// The speed β C/h at which the error is to shrink.
  var bias = 0.0
  var impulse = 0.0

  /// Computes mass, softness and bias for an error C of the length or the angle.
  ///
  /// The bias of a rigid row acts in a move whose length may differ from that of the step.
  mutating func prepare(
    error: Double, _ stiffness: Attachment.Stiffness, _ a: borrowing Solid, _ b: borrowing Solid,
    step: Double, move: Double, correctedShare: Double
  ) {
    lever.weigh(a, b)
    response = Response(direction, a, b)
    let inverse =
      (a.inverseMass + b.inverseMass) * direction.dot(direction) + lever.coupling(lever)
    guard inverse > 0 else { return }
    switch stiffness {
    case .rigid:
      mass = 1 / inverse
      bias = correctedShare * error / move
    case .soft(let frequency, let damping):
      let pulsation = 2 * Double.pi * frequency
      let stiffness = pulsation * pulsation / inverse
      let viscosity = 2 * damping * pulsation / inverse
      softness = 1 / (step * (viscosity + step * stiffness))
      bias = stiffness * softness * step * error
      mass = 1 / (inverse + softness)
    }
  }

  /// Applies the kept impulse, scaled to the length of the step.
  mutating func warmStart(_ solids: inout MutableSpan<Solid>, ratio: Double) {
    impulse *= ratio
    var couple = Couple(velocitiesOf: a, b, solids)
    couple.pull(impulse, response)
    couple.turn(impulse, lever)
    couple.storeVelocities(in: &solids)
  }

  /// Gives the row the impulse it lacks.
  mutating func solve(_ solids: inout MutableSpan<Solid>) {
    var couple = Couple(velocitiesOf: a, b, solids)
    let speed = couple.speed(along: direction) + couple.turning(lever)
    let change = -(speed + bias + softness * impulse) * mass
    impulse += change
    couple.pull(change, response)
    couple.turn(change, lever)
    couple.storeVelocities(in: &solids)
  }
}
