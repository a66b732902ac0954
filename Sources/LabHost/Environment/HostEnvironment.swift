import Foundation
import LabTrace

/// What a run on the host depends on, in words.
package struct HostEnvironment: Hashable, Sendable {
  /// One thing, and what it is here.
  package struct Line: Hashable, Sendable {
    /// What it is.
    package let name: String
    /// Its value.
    package let value: String
  }

  /// All that is known, in a fixed order.
  package let lines: [Line]

  /// Looks at the host.
  ///
  /// - Parameter isRealtime: Whether the threads of the run go before all others.
  package init(isRealtime: Bool) {
    let info = ProcessInfo.processInfo
    let cpu = "/sys/devices/system/cpu"
    let idle = ["driver", "governor"].compactMap { HostFile.text("\(cpu)/cpuidle/current_\($0)") }
    let slack = HostFile.text("/proc/self/timerslack_ns").map { "\($0) ns" }
    let load = HostFile.text("/proc/loadavg")?.split(separator: " ").prefix(3)
    let limit = HostGroup.own?.limit.map { "\(($0 * 100).rounded() / 100) processors" }
    let known: [(name: String, value: String?)] = [
      ("system", info.operatingSystemVersionString),
      ("kernel", HostFile.text("/proc/sys/kernel/osrelease")),
      ("tick", Self.tick.map { "\($0) Hz" } ?? "unknown"),
      (
        "clock",
        HostFile.text("/sys/devices/system/clocksource/clocksource0/current_clocksource")
      ),
      ("processors", "\(info.activeProcessorCount)"),
      ("frequency", HostFile.text("\(cpu)/cpu0/cpufreq/scaling_governor") ?? "no governor"),
      ("idle", idle.isEmpty ? nil : idle.joined(separator: ", governor ")),
      ("limit", limit ?? "none by a control group"),
      ("load", load?.joined(separator: " ")),
      (
        "priority",
        isRealtime ? "SCHED_FIFO \(Priority.level)" : "SCHED_OTHER, nice \(Priority.nice)"
      ),
      ("memory", isRealtime ? "locked" : "not locked"),
      ("timer slack", isRealtime ? "none" : slack),
      ("a record", "\(Self.recordCost) ns"),
      ("display", "a thread in software"),
    ]
    lines = known.compactMap { name, value in value.map { Line(name: name, value: $0) } }
  }

  /// How often the kernel's tick comes in a second, to which its coarse clock tells the time.
  private static var tick: Int? {
    #if os(Linux)
      var period = timespec()
      guard unsafe clock_getres(CLOCK_MONOTONIC_COARSE, &period) == 0, period.tv_nsec > 0 else {
        return nil
      }
      return 1_000_000_000 / period.tv_nsec
    #else
      return nil
    #endif
  }

  /// How long it takes to read the clock and to keep a record, in nanoseconds: the least of some
  /// tries.
  package static let recordCost: Int64 = {
    let (machine, ring, count) = (RealMachine(), HostRing(capacity: 10_000), 10_000)
    return (0..<5).map { _ in
      let began = machine.now
      for _ in 0..<count { ring.put(.ended, at: machine.now) }
      return (machine.now - began) / Int64(count)
    }.min() ?? 0
  }()
}
