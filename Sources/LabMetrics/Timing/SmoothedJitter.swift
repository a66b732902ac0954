/// The jitter as a receiver of packets estimates it while they come.
///
///     D(i) = lateness(i) − lateness(i−1)
///     J(i) = J(i−1) + (|D(i)| − J(i−1)) / 16,  J(0) = 0
///
/// Firings with a pause between them have no D.
///
/// - Source: RFC 3550, section 6.4.1, with due instants as the sender's clock.
public struct SmoothedJitter: Hashable, Sendable {
  /// J after the last firing; `nil` without a pair of firings.
  public let last: Duration?
  /// The largest J; `nil` without a pair of firings.
  public let max: Duration?

  init(_ sums: SmoothedSums) {
    last = sums.count == 0 ? nil : wholeNanoseconds(sums.last)
    max = sums.count == 0 ? nil : wholeNanoseconds(sums.most)
  }
}
