public import LabWorkload

// Durations as tests write them: `lab.load("network", at: .seconds(1), takes: .milliseconds(30))`.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension DurationLaw {
  /// The law of a constant number of microseconds.
  public static func microseconds(_ count: some BinaryInteger) -> DurationLaw {
    .constant(.microseconds(count))
  }

  /// The law of a constant number of milliseconds.
  public static func milliseconds(_ count: some BinaryInteger) -> DurationLaw {
    .constant(.milliseconds(count))
  }

  /// The law of a constant number of milliseconds, cut to whole nanoseconds.
  public static func milliseconds(_ count: Double) -> DurationLaw {
    .constant(.milliseconds(count))
  }

  /// The law of a constant number of seconds.
  public static func seconds(_ count: some BinaryInteger) -> DurationLaw {
    .constant(.seconds(count))
  }
}
