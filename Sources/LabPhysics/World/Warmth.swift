/// The length of step for which the impulses are that a world keeps from step to step.
///
/// Every step begins with the kept impulses, scaled by the ratio of its own length to that length,
/// since what carries a weight grows with time. The passes of the solver then change the scaled
/// impulses.
///
/// What ends an impact or an error of speed does not grow with time. After a step of 0.7 ms, scaled
/// to 8 ms, it would throw a heap apart. So a step shorter than a third of the kept length only
/// adds its share to the kept impulses, which go on as those of the longer step:
///
///     kept ← (kept · rest/length + Λ) · rest/length,  length ← rest = length − dt
///
/// Before a step of more than three times the kept length, an impulse is scaled by all of the ratio
/// if the last step has hardly changed it, as that of a weight; else the lesser of what that step
/// began and ended with, by three.
///
/// In a step of another length than the kept one, a point that parts faster than gravity can turn
/// around in the longer of both begins with nothing: what ended an impact, scaled to another step,
/// would push on. Steps of one length leave that to the passes, as Chipmunk and Box2D do.
///
/// - Source: `dtRatio` in the contact solver of Box2D, `b2_contact_solver.cpp`, for the ratio;
///   Chipmunk's `cpArbiterApplyCachedImpulse` scales what it applies but not what it keeps, and so
///   takes back too little or too much after a step of another length. The rules for short and for
///   long steps are this package's own.
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

  /// What a step that is much longer than those before takes over.
  struct Growth {
    fileprivate let scale: Double
    fileprivate let share: Double

    /// Returns what is taken over of an impulse that the last step left.
    ///
    /// - Parameters:
    ///   - before: The impulse with which the last step began, for the kept length before it.
    ///   - impulse: The impulse that it left.
    /// - Returns: All of it if it has lasted, else a share of the lesser one.
    func lasting(_ before: Double, _ impulse: Double) -> Double {
      let began = before * scale
      if (impulse - began).magnitude <= Warmth.steadiness * impulse.magnitude { return impulse }
      guard (began < 0) == (impulse < 0) else { return 0 }
      return (began.magnitude < impulse.magnitude ? began : impulse) * share
    }
  }

  /// An impulse has lasted if a step changes it by at most this share of it.
  fileprivate static let steadiness = 0.0005
  /// Steps count as of one length up to this difference.
  private static let sameness = 0.001
  /// A step counts as much longer beyond this many kept lengths; no more is taken over of what has
  /// not lasted.
  private static let longRatio = 3.0
  /// A step counts as short below this share of the kept length.
  private static let shortShare = 1.0 / 3

  /// The length for which the kept impulses are, in seconds; 0 before the first step.
  private(set) var length = 0.0

  /// Returns the longer of a step and the kept length, or `nil` if both are the same; steps of a
  /// grid differ by a nanosecond.
  func longest(with step: Double) -> Double? {
    guard length > 0, (step - length).magnitude > Self.sameness * length else { return nil }
    return max(step, length)
  }

  /// Returns the factor of the kept impulses at the beginning of a step.
  func ratio(of step: Double) -> Double { length > 0 ? step / length : 1 }

  /// The factor from the impulses with which the last step began to the kept length.
  private var latestScale = 1.0

  /// Returns how a step is to take over impulses if it is much longer than the kept length.
  func growth(to step: Double) -> Growth? {
    guard length > 0, step > Self.longRatio * length else { return nil }
    return Growth(scale: latestScale, share: Self.longRatio * length / step)
  }

  /// Ends a step.
  ///
  /// - Returns: How its impulses are to be blended with the kept ones; `nil` if its own are kept.
  mutating func end(_ step: Double) -> Blend? {
    guard step < Self.shortShare * length else {
      latestScale = ratio(of: step)
      length = step
      return nil
    }
    let rest = length - step
    let blend = Blend(shareOfKept: rest / length, scale: rest / length)
    latestScale = rest / length
    length = rest
    return blend
  }
}
