import LabKernel

/// How long the driver was silent.
///
///     I(i) = began(i) − began(i−1)
///
/// A pause is no gap.
public struct Gaps: Hashable, Sendable {
  /// The gap from which an animation counts as frozen.
  ///
  /// - Source: Android vitals and Datadog mobile vitals, frozen frames.
  static let frozenNanoseconds: Int64 = 700_000_000

  /// The longest time between two firings; `nil` for fewer than two.
  public let longest: Duration?
  /// How many gaps lasted 700 ms or more; `nil` for fewer than two firings.
  public let frozen: Int?

  init(_ columns: borrowing FiringSamples) {
    longest = columns.longest.map { .nanoseconds($0) }
    frozen = longest.map { _ in columns.frozen }
  }
}
