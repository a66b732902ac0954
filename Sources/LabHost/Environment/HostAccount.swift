import Foundation

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
