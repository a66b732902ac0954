import CoreFoundation
import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The clock of a recording: nanoseconds that never go back, as timers and display links count
/// them.
enum MonotonicClock {
  /// The current time, in nanoseconds since some moment before the process began.
  @inline(__always)
  static var now: UInt64 {
    #if canImport(Darwin)
      // CADisplayLink and mach_absolute_time stand still while the machine sleeps; so does this.
      return clock_gettime_nsec_np(CLOCK_UPTIME_RAW)
    #else
      var time = timespec()
      _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
      return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    #endif
  }

  /// How far from the present an instant may lie that an app gives: 29 days, in nanoseconds.
  static let month: UInt64 = 29 * 86_400_000_000_000

  /// The instant of a time in seconds, at most a month from another one.
  static func instant(_ seconds: Double, near now: UInt64) -> UInt64 {
    let limits = Double(now - min(now, month))...Double(now + month)
    let instant = seconds * 1e9
    return instant.isNaN ? now : UInt64(min(max(instant, limits.lowerBound), limits.upperBound))
  }

  /// The instant of a date, at most a month from now.
  static func instant(of date: Date, noLaterThan latest: UInt64 = .max) -> UInt64 {
    let now = now
    let ahead = date.timeIntervalSinceReferenceDate - CFAbsoluteTimeGetCurrent()
    guard !ahead.isNaN else { return min(now, latest) }
    let distance = UInt64(min(abs(ahead) * 1e9, Double(month)))
    return min(latest, ahead < 0 ? now - min(now, distance) : now + distance)
  }
}
