import Foundation

/// What the host took from a thread: how long it could have run and did not.
public struct HostAccount: Hashable, Sendable {
  /// How long the thread waited for a processor; `nil` if the system does not say.
  public let runQueueWait: Duration?
  /// How long another virtual machine had a processor of this one, on average; `nil` likewise.
  public let stolen: Duration?

  /// Reads the counters of the calling thread and of the machine.
  static var now: HostAccount {
    let schedule = numbers(in: "/proc/thread-self/schedstat")
    let line = text(of: "/proc/stat")?.prefix { $0 != "\n" }
    // In ticks of 10 ms: user nice system idle iowait irq softirq steal.
    let ticks = line?.split(separator: " ").dropFirst().compactMap { Int64($0) } ?? []
    let processors = Int64(ProcessInfo.processInfo.activeProcessorCount)
    return HostAccount(
      runQueueWait: schedule.count >= 2 ? .nanoseconds(schedule[1]) : nil,
      stolen: ticks.count >= 8 ? .milliseconds(10 * ticks[7] / processors) : nil)
  }

  static func - (lhs: HostAccount, rhs: HostAccount) -> HostAccount {
    HostAccount(
      runQueueWait: lhs.runQueueWait.flatMap { wait in rhs.runQueueWait.map { wait - $0 } },
      stolen: lhs.stolen.flatMap { time in rhs.stolen.map { time - $0 } })
  }

  /// The text of a file that the system makes; `nil` if there is none.
  static func text(of file: String) -> String? {
    guard let bytes = FileManager.default.contents(atPath: file) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private static func numbers(in file: String) -> [Int64] {
    (text(of: file) ?? "").split(separator: " ").compactMap { Int64($0) }
  }
}
