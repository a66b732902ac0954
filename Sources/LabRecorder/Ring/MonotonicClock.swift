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

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What the machine has given to the calling thread so far, in nanoseconds.
struct MachineShare {
  /// How long the thread ran.
  private let processor: UInt64?
  /// How long it could have run and waited for a processor.
  private let waited: UInt64?

  /// Asks the system, which need not know either.
  init() {
    #if canImport(Darwin)
      let time = clock_gettime_nsec_np(CLOCK_THREAD_CPUTIME_ID)
      processor = time == 0 ? nil : time
      waited = nil
    #else
      let numbers = Self.schedulerNumbers
      processor = numbers.first
      waited = numbers.count > 1 ? numbers[1] : nil
    #endif
  }

  #if !canImport(Darwin)
    /// The numbers of the kernel's scheduler about the thread: it ran, it waited, it was switched.
    private static var schedulerNumbers: [UInt64] {
      let descriptor = unsafe open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return [] }
      defer { close(descriptor) }
      var text = [UInt8](repeating: 0, count: 100)
      let count = unsafe read(descriptor, &text, text.count)
      let words = text.prefix(max(0, count)).split { $0 == 0x20 || $0 == 0x0A }
      return words.map { UInt64(String(decoding: $0, as: UTF8.self)) ?? 0 }
    }
  #endif

  /// Notes it in a ring: the instant, and each number and one more, 0 for what is not known.
  func put(in ring: Ring, at offset: Int, _ instant: UInt64) {
    ring.set(offset, to: instant)
    ring.set(offset + 8, to: processor.map { $0 &+ 1 } ?? 0)
    ring.set(offset + 16, to: waited.map { $0 &+ 1 } ?? 0)
  }
}
