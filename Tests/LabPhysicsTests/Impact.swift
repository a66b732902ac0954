/// The impact of two bodies at one point, in closed form.
///
/// Along the normal and the tangent, with the speeds v before and the impulses λ:
///
///     v⁺ = v + K λ,   vₙ⁺ = −e vₙ,   |λₜ| ≤ μ λₙ,   λₜ = −μ λₙ sign vₜ⁺ where it slides
///
/// Nothing of the engine is in it.
struct Impact {
  /// The inverse effective masses: Kₙₙ, what couples both directions, and Kₜₜ.
  var nn: Double
  var nt: Double
  var tt: Double
  /// The speeds before, the first of them negative: the bodies approach.
  var normal: Double
  var tangential: Double
  var elasticity: Double
  var friction: Double

  /// The impulses under Newton's law: −e times the speed of approach is left.
  var newton: (normal: Double, tangential: Double) {
    let (parting, stop) = (-(1 + elasticity) * normal, -tangential)
    let determinant = nn * tt - nt * nt
    let sticking = (
      (tt * parting - nt * stop) / determinant, (nn * stop - nt * parting) / determinant
    )
    if sticking.0 >= 0 && abs(sticking.1) <= friction * sticking.0 { return sticking }
    for direction in [1.0, -1] {
      let mass = nn - direction * friction * nt
      guard mass > 0 else { continue }
      let impulse = parting / mass
      let slide = -direction * friction * impulse
      if direction * (tangential + nt * impulse + tt * slide) >= 0 { return (impulse, slide) }
    }
    return (0, 0)
  }

  /// The impulses under Poisson's law, built up grain by grain: e times the impulse that ends the
  /// approach drives the bodies apart, and every grain obeys Coulomb's law for itself.
  ///
  /// - Source: Keller, *Impact with friction*, Journal of Applied Mechanics 53, 1986.
  func poisson(grains: Int) -> (normal: Double, tangential: Double) {
    let grain = -normal / nn / Double(grains)
    var (now, sum) = ((normal: normal, tangential: tangential), (normal: 0.0, tangential: 0.0))
    var end = Double.infinity
    for _ in 0..<(40 * grains) where sum.normal < end {
      let stop = -(now.tangential + nt * grain) / tt
      let rub = max(-friction * grain, min(friction * grain, stop))
      now.normal += nn * grain + nt * rub
      now.tangential += nt * grain + tt * rub
      sum.normal += grain
      sum.tangential += rub
      if end == .infinity && now.normal >= 0 { end = (1 + elasticity) * sum.normal }
    }
    return sum
  }

  /// The energy that impulses give: λ·v + λ·K λ/2.
  func energy(_ impulse: (normal: Double, tangential: Double)) -> Double {
    let (n, t) = impulse
    return n * normal + t * tangential + (nn * n * n + 2 * nt * n * t + tt * t * t) / 2
  }

  /// More than which no friction can make of Newton's law that opposes the slip that is left.
  ///
  ///     ΔE ≤ vₙ²/(2 Kₙₙ) · (e²/(1 − ρ²) − 1),   ρ² = Kₙₜ²/(Kₙₙ Kₜₜ)
  var bound: Double {
    normal * normal / (2 * nn) * (elasticity * elasticity / (1 - nt * nt / (nn * tt)) - 1)
  }
}
