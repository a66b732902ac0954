import Foundation
import LabTrace

/// What a run on the host depends on, in words.
public struct HostEnvironment: Hashable, Sendable {
  /// One thing, and what it is here.
  public struct Line: Hashable, Sendable {
    /// What it is.
    public let name: String
    /// Its value.
    public let value: String
  }

  /// All that is known, in a fixed order.
  public let lines: [Line]

  /// Looks at the host.
  ///
  /// - Parameter isRealtime: Whether the threads of the run go before all others.
  public init(isRealtime: Bool) {
    let info = ProcessInfo.processInfo
    let slack = HostAccount.text(of: "/proc/self/timerslack_ns").map { "\($0) ns" }
    let clock = "/sys/devices/system/clocksource/clocksource0/current_clocksource"
    let idle = "/sys/devices/system/cpu/cpuidle/current_driver"
    let load = HostAccount.text(of: "/proc/loadavg")?.split(separator: " ").first
    let values: [(String, String?)] = [
      ("system", info.operatingSystemVersionString),
      ("kernel", HostAccount.text(of: "/proc/sys/kernel/osrelease")),
      ("processors", "\(info.activeProcessorCount)"),
      ("load", load.map(String.init)),
      ("priority", isRealtime ? "SCHED_FIFO, memory locked" : "normal"),
      ("timer slack", isRealtime ? "none" : slack),
      ("clock", HostAccount.text(of: clock)),
      ("a record", "\(Self.recordCost) ns"),
      ("idle", HostAccount.text(of: idle)),
      ("display", "a thread in software"),
    ]
    lines = values.compactMap { name, value in value.map { Line(name: name, value: $0) } }
  }

  /// How long it takes to read the clock and to keep a record, in nanoseconds: the least of some tries.
  public static let recordCost: Int64 = {
    let (machine, ring, count) = (RealMachine(), HostRing(capacity: 10_000), 10_000)
    return (0..<5).map { _ in
      let began = machine.now
      for _ in 0..<count { ring.put(.ended, at: machine.now) }
      return (machine.now - began) / Int64(count)
    }.min() ?? 0
  }()
}
