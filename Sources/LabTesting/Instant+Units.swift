public import LabKernel

// Instants as tests write them: `lab.advance(to: .milliseconds(500))`.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension Instant {
  /// The instant a number of nanoseconds after the start.
  public static func nanoseconds(_ count: Int64) -> Instant { Instant(nanoseconds: count) }

  /// The instant a number of microseconds after the start.
  public static func microseconds(_ count: Int64) -> Instant { .at(.microseconds(count)) }

  /// The instant a number of milliseconds after the start.
  public static func milliseconds(_ count: Int64) -> Instant { .at(.milliseconds(count)) }

  /// The instant a number of seconds after the start.
  public static func seconds(_ count: Int64) -> Instant { .at(.seconds(count)) }
}
