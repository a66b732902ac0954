/// Returns the number after a share of the way; 0 is the start, 1 the end, others lie beyond.
///
///     start + (end − start) × share
///
/// - Source: "iOS Core Animation: Advanced Techniques", listing 10.6 and 11.1.
public func interpolate(from start: Double, to end: Double, at share: Double) -> Double {
  start + (end - start) * share
}
