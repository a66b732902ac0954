/// A mechanism that may have made a list.
package struct SeriesCandidate: Hashable, Sendable {
  /// The mechanism.
  package let mechanism: SeriesMechanism
  /// The length of the description of the list by it, in bits.
  package let bits: Double
  /// How many bits longer that is than the shortest; every bit halves its odds.
  package let behind: Double
}
