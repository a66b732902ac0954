/// A mechanism that may have made a list.
public struct SeriesCandidate: Hashable, Sendable {
  /// The mechanism.
  public let mechanism: SeriesMechanism
  /// The length of the description of the list by it, in bits.
  public let bits: Double
  /// How many bits longer that is than the shortest; every bit halves its odds.
  public let behind: Double
}
