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
