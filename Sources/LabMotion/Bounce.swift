/// A ball that falls, and rebounds to 3/10, 9/100 and 27/1000 of the height: four pieces of
/// parabolas.
///
/// It reaches 1 at every joint exactly. It is no physical ball: each piece has a gravity of its
/// own.
///
/// - Source: R. Penner's easing equations in the form of "iOS Core Animation: Advanced Techniques",
///   chapter 10, with their decimals turned back into the ratios that they stand for.
enum Bounce {
  /// The greatest speed, at the first impact: 11/2 ways per duration.
  static let greatestSlope = 5.5

  static func value(at t: Double) -> Double {
    if t < 4.0 / 11 { return 121.0 / 16 * t * t }
    if t < 8.0 / 11 { return (363.0 / 40 * t - 99.0 / 10) * t + 17.0 / 5 }
    if t < 9.0 / 10 { return (4356.0 / 361 * t - 35442.0 / 1805) * t + 16061.0 / 1805 }
    return (54.0 / 5 * t - 513.0 / 25) * t + 268.0 / 25
  }
}
