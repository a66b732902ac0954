import LabText

/// A point in virtual time, on a grid of whole nanoseconds.
///
/// The representable range reaches 146 years to either side of the start of the run. Only a timer's
/// fire date may lie before the start; the clock itself never does.
public struct Instant: InstantProtocol {
  /// The nanoseconds since the run began.
  public let nanoseconds: Int64

  /// The instant at which every run begins.
  @inlinable
  public static var start: Instant { Instant(nanoseconds: 0) }

  /// An instant that no run reaches, 146 years after the start.
  @inlinable
  public static var distantFuture: Instant { Instant(nanoseconds: Int64.max / 2) }

  /// Creates an instant from its distance to the start of the run.
  @inlinable
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// Returns the instant a number of nanoseconds after the start of the run.
  public static func nanoseconds(_ count: Int64) -> Instant { Instant(nanoseconds: count) }

  /// Returns the instant a number of microseconds after the start of the run.
  public static func microseconds(_ count: some BinaryInteger) -> Instant {
    .at(.microseconds(count))
  }

  /// Returns the instant a number of milliseconds after the start of the run.
  public static func milliseconds(_ count: some BinaryInteger) -> Instant {
    .at(.milliseconds(count))
  }

  /// Returns the instant a number of seconds after the start of the run.
  public static func seconds(_ count: some BinaryInteger) -> Instant {
    .at(.seconds(count))
  }

  /// Returns the instant that lies a duration after the start of the run.
  public static func at(_ duration: Duration) -> Instant {
    Instant(nanoseconds: duration.wholeNanoseconds)
  }

  /// Returns this instant moved by a duration, cut to whole nanoseconds toward zero.
  ///
  /// The result saturates 146 years to either side of the start rather than overflow.
  public func advanced(by duration: Duration) -> Instant {
    advanced(byNanoseconds: duration.wholeNanoseconds)
  }

  /// Returns an instant moved by a duration, as ``advanced(by:)``.
  public static func + (instant: Instant, duration: Duration) -> Instant {
    instant.advanced(by: duration)
  }

  /// Returns the exact duration from this instant to another.
  public func duration(to other: Instant) -> Duration {
    let (distance, overflow) = other.nanoseconds.subtractingReportingOverflow(nanoseconds)
    return overflow
      ? .nanoseconds(other.nanoseconds) - .nanoseconds(nanoseconds) : .nanoseconds(distance)
  }

  /// Returns whether one instant lies before another.
  @inlinable
  public static func < (lhs: Instant, rhs: Instant) -> Bool {
    lhs.nanoseconds < rhs.nanoseconds
  }

  /// The integer form of ``advanced(by:)``, for the hot paths of the lab.
  package func advanced(byNanoseconds count: Int64) -> Instant {
    let limit = Instant.distantFuture.nanoseconds
    let (sum, overflow) = nanoseconds.addingReportingOverflow(count)
    guard !overflow else { return Instant(nanoseconds: count < 0 ? -limit : limit) }
    return Instant(nanoseconds: max(-limit, min(sum, limit)))
  }
}

extension Instant: CustomStringConvertible {
  /// The milliseconds since the start with as many decimals as they need, such as `16.666666 ms`.
  public var description: String {
    "\(Duration.nanoseconds(nanoseconds).millisecondText) ms"
  }
}

extension Duration {
  /// This duration in nanoseconds, cut toward zero.
  ///
  /// The result saturates at ±`Int64.max / 2`, 146 years, so that sums of two cannot overflow.
  package var wholeNanoseconds: Int64 {
    // Up to 18 s fit into one word, whose division is ten times as fast.
    if let count = UInt64(exactly: attoseconds) { return Int64(count / 1_000_000_000) }
    let (seconds, attoseconds) = components
    let limit = Int64.max / 2 / 1_000_000_000
    guard seconds.magnitude < limit else { return seconds < 0 ? -Int64.max / 2 : Int64.max / 2 }
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }

  /// This duration in milliseconds as decimal text, exact to the nanosecond.
  ///
  ///     16 ms → 16      16 666 666 ns → 16.666666      −1 ns → -0.000001
  package var millisecondText: String { decimalText(wholeNanoseconds, places: 6) }
}

/// Returns the double nearest to an integer, ties to even.
package func nearestDouble(to integer: Int128) -> Double {
  let magnitude = nearestDouble(to: integer.magnitude)
  return integer < 0 ? -magnitude : magnitude
}

/// Returns the double nearest to a magnitude, ties to even.
///
/// The library's own conversion is generic and takes hundreds of instructions. Of the first 64
/// digits the processor rounds; the last of them tells whether anything follows.
package func nearestDouble(to magnitude: UInt128) -> Double {
  let high = UInt64(truncatingIfNeeded: magnitude >> 64)
  let low = UInt64(truncatingIfNeeded: magnitude)
  guard high > 0 else { return Double(low) }
  let shift = UInt64(64 - high.leadingZeroBitCount)
  let first = UInt64(truncatingIfNeeded: magnitude >> UInt128(shift))
  let isCut = low & (1 << shift &- 1) != 0
  return Double(isCut ? first | 1 : first) * Double(bitPattern: (1023 + shift) << 52)
}
