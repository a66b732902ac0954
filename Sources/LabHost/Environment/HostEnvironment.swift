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

/// What the host took from a thread: how long it could have run and did not.
package struct HostAccount: Hashable, Sendable {
  /// How long the thread waited for a processor; `nil` if the system does not say.
  package let runQueueWait: Duration?
  /// How long another virtual machine had a processor of this one, on average; `nil` likewise.
  ///
  /// The system counts it in steps of 10 ms.
  package let stolen: Duration?
  /// How long a limit of its group kept the process from running; `nil` without such a limit.
  package let throttled: Duration?
  /// The thread, as the system names it; `nil` for all threads.
  private let thread: String?

  private init(_ wait: Duration?, stolen: Duration?, throttled: Duration?, of thread: String?) {
    (runQueueWait, self.stolen, self.throttled, self.thread) = (wait, stolen, throttled, thread)
  }

  /// What one thread is known to have waited; of the machine nothing is known.
  init(runQueueWait wait: Duration?) {
    self.init(wait, stolen: nil, throttled: nil, of: nil)
  }

  /// Reads the counters of the machine, and those of the calling thread or of all threads together.
  init(ofAllThreads isOfAll: Bool = false) {
    let own = "/proc/thread-self/schedstat"
    let tasks = "/proc/self/task"
    let threads = isOfAll ? try? FileManager.default.contentsOfDirectory(atPath: tasks) : nil
    let waits = (threads?.map { "\(tasks)/\($0)/schedstat" } ?? [own])
      .map(HostFile.numbers).filter { $0.count >= 2 }.map { $0[1] }
    // In ticks of 10 ms: user nice system idle iowait irq softirq steal.
    let ticks = HostFile.numbers(in: "/proc/stat")
    let processors = Int64(ProcessInfo.processInfo.activeProcessorCount)
    self.init(
      waits.isEmpty ? nil : .nanoseconds(waits.reduce(0, +)),
      stolen: ticks.count >= 8 ? .milliseconds(10 * ticks[7] / processors) : nil,
      throttled: HostGroup.own?.throttled,
      of: isOfAll
        ? nil : try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self"))
  }

  static func - (lhs: HostAccount, rhs: HostAccount) -> HostAccount {
    func difference(_ value: KeyPath<HostAccount, Duration?>) -> Duration? {
      lhs[keyPath: value].flatMap { end in rhs[keyPath: value].map { max(.zero, end - $0) } }
    }
    // What another thread waited is another matter.
    return HostAccount(
      lhs.thread == rhs.thread ? difference(\.runQueueWait) : nil, stolen: difference(\.stolen),
      throttled: difference(\.throttled), of: lhs.thread)
  }
}

/// The control group of the process, which may limit how much of the processors it gets.
struct HostGroup {
  /// The processors that it gets at most, on average; `nil` without a limit.
  let limit: Double?
  private let statistics: String
  private let isFirstVersion: Bool

  /// That of this process; `nil` if the system has none.
  static let own: HostGroup? = {
    for line in (HostFile.text("/proc/self/cgroup") ?? "").split(separator: "\n") {
      // As '0::/path' in version 2, and '1:cpu,cpuacct:/path' in version 1.
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3, parts[0] == "0" || parts[1].split(separator: ",").contains("cpu")
      else { continue }
      let folders =
        ["/sys/fs/cgroup" + (parts[1].isEmpty ? "" : "/\(parts[1])")]
        .flatMap { [$0 + parts[2], $0] }
      for folder in folders {
        if let group = HostGroup(in: folder, isFirstVersion: !parts[1].isEmpty) { return group }
      }
    }
    return nil
  }()

  /// Reads what the system says of a group in a folder; `nil` if it says nothing of processors.
  init?(in folder: String, isFirstVersion: Bool) {
    self.isFirstVersion = isFirstVersion
    statistics = folder + "/cpu.stat"
    let words = (HostFile.text(folder + "/cpu.max") ?? "").split(separator: " ").map { Double($0) }
    let quota = HostFile.numbers(in: folder + "/cpu.cfs_quota_us").first
    let period = HostFile.numbers(in: folder + "/cpu.cfs_period_us").first
    if words.count == 2, let period = words[1] {
      limit = words[0].map { $0 / period }
    } else if let quota, let period, period > 0 {
      limit = quota > 0 ? Double(quota) / Double(period) : nil
    } else {
      return nil
    }
  }

  /// How long the limit kept the group from running so far.
  var throttled: Duration? {
    guard limit != nil else { return nil }
    return isFirstVersion
      ? HostFile.number("throttled_time", in: statistics).map { .nanoseconds($0) }
      : HostFile.number("throttled_usec", in: statistics).map { .microseconds($0) }
  }
}

/// Reads the small files by which a system tells of itself.
enum HostFile {
  /// The text of a file; `nil` if there is none.
  static func text(_ path: String) -> String? {
    guard let bytes = FileManager.default.contents(atPath: path) else { return nil }
    return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The numbers in the first line of a file, without words between them; none if there is none.
  static func numbers(in path: String) -> [Int64] {
    (text(path) ?? "").prefix { $0 != "\n" }.split(separator: " ").compactMap { Int64($0) }
  }

  /// The number behind a word that begins a line of a file; `nil` if there is none.
  static func number(_ word: String, in path: String) -> Int64? {
    for line in (text(path) ?? "").split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.count == 2, words[0] == word { return Int64(words[1]) }
    }
    return nil
  }
}

/// How long one thread has waited for a processor, read at every callback: without memory, in about
/// a microsecond.
final class WaitCounter {
  private let file: Int32
  private var bytes = [UInt8](repeating: 0, count: 96)

  /// Opens the counter of the calling thread; on a system without one it tells nothing.
  init() { file = unsafe open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC) }

  deinit { if file >= 0 { close(file) } }

  /// The nanoseconds until now; `nil` if the system does not say.
  var nanoseconds: Int64? {
    guard file >= 0 else { return nil }
    let file = file
    let count = unsafe bytes.withUnsafeMutableBytes { bytes in
      unsafe pread(file, bytes.baseAddress, bytes.count, 0)
    }
    guard count > 0 else { return nil }
    // The second number of the line.
    var (number, words) = (Int64(0), 0)
    for byte in bytes[..<count] {
      if (48...57).contains(byte) {
        if words == 1 { number = number * 10 + Int64(byte - 48) }
      } else {
        words += 1
        if words > 1 { return number }
      }
    }
    return nil
  }
}
