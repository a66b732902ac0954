/// The length of step for which the impulses are that a world keeps from step to step.
///
/// Every step begins with the kept impulses, scaled by the ratio of its own length to that length, since
/// what carries a weight grows with time. The passes of the solver then change the scaled impulses.
///
/// What ends an impact or an error of speed does not grow with time. After a step of 0.7 ms, scaled to
/// 8 ms, it would throw a heap apart. So a step shorter than a quarter of the kept length only adds its
/// share to the kept impulses, which go on as those of the longer step:
///
///     kept ← (kept · rest/length + Λ) · rest/length,  length ← rest = length − dt
///
/// - Source: `dtRatio` in the contact solver of Box2D, `b2_contact_solver.cpp`, for the ratio; Chipmunk's
///   `cpArbiterApplyCachedImpulse` scales what it applies but not what it keeps, and so takes back too
///   little or too much after a step of another length. The rule for short steps is this package's own.
struct Warmth {
  /// What a short step leaves.
  struct Blend {
    fileprivate let shareOfKept: Double
    fileprivate let scale: Double

    /// Returns what is kept of an impulse that a short step began with and of its own.
    func callAsFunction(_ kept: Double, _ own: Double) -> Double {
      (kept * shareOfKept + own) * scale
    }
  }

  /// A step counts as short below this share of the kept length.
  private static let shortShare = 0.25

  /// The length for which the kept impulses are, in seconds; 0 before the first step.
  private(set) var length = 0.0

  /// Returns the factor of the kept impulses at the beginning of a step.
  func ratio(of step: Double) -> Double { length > 0 ? step / length : 1 }

  /// Ends a step.
  ///
  /// - Returns: How its impulses are to be blended with the kept ones; `nil` if its own are kept.
  mutating func end(_ step: Double) -> Blend? {
    guard step < Self.shortShare * length else {
      length = step
      return nil
    }
    let rest = length - step
    let blend = Blend(shareOfKept: rest / length, scale: rest / length)
    length = rest
    return blend
  }
}
