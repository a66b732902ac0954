/// The 97.5 % quantile of Student's t distribution, by additions, products, quotients and roots
/// alone.
package enum StudentQuantile {
  /// Beyond so many degrees of freedom the expansion is right to nine decimals.
  private static let exactDegrees = 100
  private static let exact = (1...exactDegrees).map(solve)

  /// Returns the quantile: the half width of a 95 % interval in standard errors.
  ///
  /// - Precondition: There is at least one degree of freedom.
  package static func of(degrees: Int) -> Double {
    precondition(degrees > 0, "Student's t has no \(degrees) degrees of freedom")
    return degrees <= exactDegrees ? exact[degrees - 1] : expansion(degrees: Double(degrees))
  }

  /// The first terms of the expansion about the quantile z of the normal distribution.
  ///
  ///     z + (z³ + z) / 4ν + (5z⁵ + 16z³ + 3z) / 96ν² + (3z⁷ + 19z⁵ + 17z³ − 15z) / 384ν³
  ///       + (79z⁹ + 776z⁷ + 1482z⁵ − 1920z³ − 945z) / 92160ν⁴
  ///
  /// - Source: Abramowitz and Stegun, "Handbook of mathematical functions", 26.7.5.
  private static func expansion(degrees: Double) -> Double {
    let z = 1.959963984540054
    let square = z * z
    let first = z * (square + 1) / 4
    let second = z * ((5 * square + 16) * square + 3) / 96
    let third = z * (((3 * square + 19) * square + 17) * square - 15) / 384
    let fourth =
      z * ((((79 * square + 776) * square + 1482) * square - 1920) * square - 945) / 92160
    return z + (first + (second + (third + fourth / degrees) / degrees) / degrees) / degrees
  }

  /// Halves an interval that holds the quantile until no number lies in it.
  private static func solve(degrees: Int) -> Double {
    var (low, high) = (1.0, 16.0)
    while true {
      let middle = low + (high - low) / 2
      guard low < middle, middle < high else { return middle }
      if central(middle, degrees: degrees) < 0.95 { low = middle } else { high = middle }
    }
  }

  /// Returns the probability that |t| is at most a value: a finite sum.
  ///
  /// With θ = arctan(t / √ν),
  ///
  ///     ν odd:   2/π (θ + sin θ (cos θ + 2/3 cos³θ + … + (2·4…(ν−3)) / (3·5…(ν−2)) cos^(ν−2) θ))
  ///     ν even:  sin θ (1 + 1/2 cos²θ + … + (1·3…(ν−3)) / (2·4…(ν−2)) cos^(ν−2) θ)
  ///
  /// - Source: Abramowitz and Stegun, 26.7.3 and 26.7.4.
  private static func central(_ t: Double, degrees: Int) -> Double {
    let isOdd = degrees % 2 == 1
    let nu = Double(degrees)
    let square = nu / (nu + t * t)
    let sine = t / (nu + t * t).squareRoot()
    var term = isOdd ? square.squareRoot() : 1
    var sum = degrees == 1 ? 0 : term
    for power in stride(from: isOdd ? 3 : 2, through: degrees - 2, by: 2) {
      term *= Double(power - 1) / Double(power) * square
      sum += term
    }
    guard isOdd else { return sine * sum }
    return 2 / Double.pi * (arctangent(t / nu.squareRoot()) + sine * sum)
  }

  /// Halves the angle four times, until its series converges fast.
  ///
  ///     arctan x = 2 arctan(x / (1 + √(1 + x²))),  arctan x = x − x³/3 + x⁵/5 − …
  private static func arctangent(_ value: Double) -> Double {
    var x = value
    for _ in 0..<4 { x = x / (1 + (1 + x * x).squareRoot()) }
    let square = x * x
    var sum = 0.0
    for power in stride(from: 27, through: 1, by: -2) { sum = 1 / Double(power) - square * sum }
    return 16 * x * sum
  }
}
