import CoreFoundation
import Foundation
import LabKernel
import LabTrace

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The host itself: its monotonic clock, and threads that sleep until an instant.
package final class RealMachine: HostMachine {
  /// How long before the run it is prepared, in nanoseconds.
  private static let lead: Int64 = 50_000_000
  /// How long a thread sleeps at a time, so that it sees the end of the run, in nanoseconds.
  private static let longestSleep: Int64 = 50_000_000

  private let origin = Origin()
  private let isRealtime: Bool
  private var group = DispatchGroup()

  /// When the run starts by the host's clock, and whether it is over.
  private final class Origin: Sendable {
    let start = Counter(0)
    let isOver = Flag()

    var now: Int64 { Self.clock &- Int64(start.value) }

    static var clock: Int64 {
      #if canImport(Darwin)
        return Int64(clock_gettime_nsec_np(CLOCK_UPTIME_RAW))
      #else
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
      #endif
    }

    /// Sleeps until an instant, or until the run is over; returns whether it goes on.
    func sleep(until instant: Int64) -> Bool {
      while !isOver.isRaised {
        let now = now
        if now >= instant { return true }
        wait(until: Int64(start.value) + min(instant, now + longestSleep))
      }
      return false
    }

    private func wait(until clock: Int64) {
      #if canImport(Darwin)
        var base = mach_timebase_info()
        _ = unsafe mach_timebase_info(&base)
        mach_wait_until(UInt64(clock) * UInt64(base.denom) / UInt64(base.numer))
      #else
        var time = timespec(
          tv_sec: Int(clock / 1_000_000_000), tv_nsec: Int(clock % 1_000_000_000))
        _ = unsafe clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil)
      #endif
    }
  }

  /// Creates a machine.
  ///
  /// - Parameter isRealtime: Whether its threads go before all others and its memory stays in
  ///   place; that takes a right that programs usually lack.
  package init(isRealtime: Bool = false) { self.isRealtime = isRealtime }

  package var now: Int64 { origin.now }

  package func prepare() throws(HostError) {
    if isRealtime { try Priority.raise() }
    origin.start.value = Int(Origin.clock + Self.lead)
  }

  package func enter() {
    if isRealtime, !Priority.isRaised { try? Priority.raise() }
  }

  package func start(_ agents: [any HostAgent]) {
    let (origin, group, isRealtime) = (origin, group, isRealtime)
    for agent in agents {
      group.enter()
      let thread = Thread {
        if isRealtime { try? Priority.raise() }
        while let due = agent.due, origin.sleep(until: due) { agent.act() }
        group.leave()
      }
      thread.start()
    }
    _ = origin.sleep(until: 0)
  }

  package func stop() {
    origin.isOver.raise()
    group.wait()
    if isRealtime { Priority.lower() }
  }

  package func occupy(until instant: Int64) -> Int64 {
    var now = now
    while now < instant { now = self.now }
    return now
  }

  package func clock(of instant: Int64) -> UInt64 {
    UInt64(instant + Int64(origin.start.value))
  }

  package func date(of instant: Int64) -> Double {
    // A microsecond more, since the wall clock may show whole ones only: never before its time.
    CFAbsoluteTimeGetCurrent() + Double(instant - now) * 1e-9 + 1e-6
  }
}

/// What a stage on the host needs of the machine: a clock, and threads beside that of the loop.
///
/// All instants are whole nanoseconds since the start of the run. A test may give a machine in
/// virtual time.
package protocol HostMachine: AnyObject {
  /// The present.
  var now: Int64 { get }

  /// Settles when the run starts, and makes the calling thread the one of the loop.
  func prepare() throws(HostError)

  /// Makes the calling thread one of the run, if it is not yet.
  func enter()

  /// Lets agents act from now on, each on a thread of its own, and returns at the start of the run.
  func start(_ agents: [any HostAgent])

  /// Returns when no agent acts any more.
  func stop()

  /// Keeps the calling thread busy until an instant, and returns when that was.
  func occupy(until instant: Int64) -> Int64

  /// What the monotonic clock of the host shows at an instant.
  func clock(of instant: Int64) -> UInt64

  /// The date that the run loop takes for an instant.
  func date(of instant: Int64) -> Double
}

/// What happens outside of the loop's thread, one act after the other.
package protocol HostAgent: AnyObject, Sendable {
  /// When it acts next; `nil` for never again.
  var due: Int64? { get }

  /// Acts once.
  func act()
}

/// The records of one thread, in memory that is there and touched before the run.
@safe
final class HostRing: @unchecked Sendable {
  private let records: UnsafeMutableBufferPointer<TraceRecord>
  private var count = 0
  /// Whether there was more to record than there is room.
  private(set) var isFull = false

  var capacity: Int { unsafe records.count }

  init(capacity: Int) {
    unsafe records = .allocate(capacity: capacity)
    unsafe records.initialize(repeating: TraceRecord(.ended, at: .start))
  }

  deinit { unsafe records.deallocate() }

  /// Appends an event; it has the mode of the run that it begins.
  @inline(__always)
  func put(_ event: TraceEvent, at instant: Int64, mode: UInt8 = TraceRecord.noMode) {
    guard count < capacity else {
      isFull = true
      return
    }
    unsafe records[count] = TraceRecord(
      event, at: Instant(nanoseconds: max(0, instant)), mode: mode)
    count += 1
  }

  /// What was recorded.
  ///
  /// - Precondition: The thread that records has ended.
  var all: [TraceRecord] { unsafe Array(records[..<count]) }
}
