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
