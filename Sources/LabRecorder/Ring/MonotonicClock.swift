import CoreFoundation

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
}
