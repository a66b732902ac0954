#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The right to go before all other threads of the machine.
package enum Priority {
  /// The priority among threads that go before all others; of 1 to 99.
  static let level: Int32 = 80

  /// How much a process leaves to others of its kind; 0 as usual.
  static var nice: Int32 {
    #if canImport(Darwin)
      getpriority(PRIO_PROCESS, 0)
    #else
      getpriority(.init(PRIO_PROCESS.rawValue), 0)
    #endif
  }

  /// Lets the calling thread go before others (SCHED_FIFO), and keeps all memory in place.
  ///
  /// - Throws: ``HostError/refused(_:reason:)`` without the right.
  package static func raise() throws(HostError) {
    var parameters = sched_param()
    parameters.sched_priority = level
    guard unsafe pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters) == 0 else {
      throw .refused(
        "--realtime",
        reason: "this process may not set SCHED_FIFO. Run it as root, give it CAP_SYS_NICE, or"
          + " leave '--realtime' out")
    }
    guard mlockall(MCL_CURRENT | MCL_FUTURE) == 0 else {
      throw .refused(
        "--realtime",
        reason: "this process may not lock its memory. Raise 'ulimit -l', or leave '--realtime' out"
      )
    }
  }

  /// Whether the calling thread goes before others.
  static var isRaised: Bool {
    var (policy, parameters) = (Int32(0), sched_param())
    _ = unsafe pthread_getschedparam(pthread_self(), &policy, &parameters)
    return policy == SCHED_FIFO
  }

  /// Throws if the process may not go before others.
  package static func check() throws(HostError) {
    try raise()
    lower()
  }

  /// Lets the calling thread wait for its turn again.
  package static func lower() {
    var parameters = sched_param()
    parameters.sched_priority = 0
    _ = unsafe pthread_setschedparam(pthread_self(), SCHED_OTHER, &parameters)
    munlockall()
  }
}
