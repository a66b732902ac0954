/// The interaction to next paint: the longest of the times that interactions took, without one for
/// every fifty.
///
///     the (⌊n / 50⌋ + 1)-th longest of n interactions, at most the tenth
///
/// - Source: web-vitals, `onINP` and `estimateP98LongestInteraction`.
package struct InteractionToNextPaint: Sendable {
  private var count = 0
  /// The longest interactions, the longest first; ten at most.
  private var longest: [Int64] = []

  /// Begins without an interaction.
  package init() {}

  /// Takes what an interaction took, in nanoseconds.
  package mutating func add(_ duration: Int64) {
    count += 1
    guard longest.count < 10 || duration > longest[9] else { return }
    longest.insert(duration, at: longest.firstIndex { $0 < duration } ?? longest.endIndex)
    if longest.count > 10 { longest.removeLast() }
  }

  /// What it comes to, in nanoseconds; `nil` without an interaction.
  package var value: Int64? {
    longest.isEmpty ? nil : longest[min(longest.count - 1, count / 50)]
  }
}
