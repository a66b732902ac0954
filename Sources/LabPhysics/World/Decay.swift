import LabKernel

/// How much of an error is left after a step, if a share of it is left after 1/60 s.
///
///     left(dt) = share^(60 dt) = e^(60 dt ln share)
///
/// - Source: the way in which Chipmunk states its `collisionBias`.
struct Decay {
  /// The natural logarithm of the share.
  private let exponent: Double
  /// The last two lengths asked for, and the answers.
  private var latest = (step: -1.0, share: 0.0)
  private var other = (step: -1.0, share: 0.0)

  init(leftAfterSixtieth share: Double) {
    exponent = naturalLogarithm(share)
  }

  /// Returns the share that a step of the given length takes out.
  ///
  /// The last two answers are kept: the steps of a grid are of two lengths, a nanosecond apart.
  mutating func correctedShare(in seconds: Double) -> Double {
    if seconds != latest.step {
      swap(&latest, &other)
      if seconds != latest.step {
        latest = (seconds, 1 - Self.exponential(60 * seconds * exponent))
      }
    }
    return latest.share
  }

  /// Returns e^x for x ≤ 0, to within 10⁻¹³; the last bit is not that of LabKernel's function.
  ///
  ///     e^x = (e^(x/2ⁿ))^(2ⁿ),  |x|/2ⁿ ≤ 1/8, the inner power by its series
  private static func exponential(_ x: Double) -> Double {
    guard x > -700 else { return 0 }
    var part = x
    var squarings = 0
    while part < -0.125 {
      part /= 2
      squarings += 1
    }
    var sum = 1.0
    for term in stride(from: 12.0, through: 1, by: -1) { sum = 1 + sum * part / term }
    for _ in 0..<squarings { sum *= sum }
    return sum
  }
}
