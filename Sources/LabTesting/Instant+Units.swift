public import LabKernel

// Instants as tests write them: `lab.advance(to: .milliseconds(500))`.
extension Instant {
  /// The instant that lies so many nanoseconds after the start.
  public static func nanoseconds(_ count: Int64) -> Instant { Instant(nanoseconds: count) }

  /// The instant that lies so many microseconds after the start.
  public static func microseconds(_ count: Int64) -> Instant { .at(.microseconds(count)) }

  /// The instant that lies so many milliseconds after the start.
  public static func milliseconds(_ count: Int64) -> Instant { .at(.milliseconds(count)) }

  /// The instant that lies so many seconds after the start.
  public static func seconds(_ count: Int64) -> Instant { .at(.seconds(count)) }
}
