import LabKernel
package import LabMetrics

/// What one owner is to blame for in one run of a driver.
package struct BlameShare: Hashable, Sendable {
  /// Why the driver waited.
  package let cause: BlameCause
  /// The load, driver or other holder of the thread, or the mode; `nil` for a cause without one.
  package let owner: String?
  /// How late it made callbacks, all of them together, in nanoseconds.
  package var late: Int64
  /// How many dropped slots have most of their time from it.
  package var dropped: Int

  /// How many bytes a share has in a journal, without its owner.
  static let codeSize = 32
  /// More than any run has of either, and small enough that two can be added.
  static let largest: Int64 = 1 << 60

  /// Adds what an equal owner is to blame for to a list.
  package static func add(_ share: BlameShare, to shares: inout [BlameShare]) {
    guard let known = shares.firstIndex(where: { $0.isSame(as: share) }) else {
      shares.append(share)
      return
    }
    shares[known].late = min(Int64.max / 2, shares[known].late) + share.late
    shares[known].dropped += share.dropped
  }

  private func isSame(as other: BlameShare) -> Bool { cause == other.cause && owner == other.owner }

  /// Returns who is to blame for a driver, by the causes of its late callbacks and dropped slots.
  static func shares(of driver: DriverMetrics) -> [BlameShare] {
    var shares: [BlameShare] = []
    for blame in driver.blame[.lateFiring].culprits {
      let late = min(largest, blame.time.wholeNanoseconds)
      add(BlameShare(cause: blame.cause, owner: blame.owner, late: late, dropped: 0), to: &shares)
    }
    for count in driver.blame[.droppedSlot].counts {
      add(
        BlameShare(cause: count.cause, owner: count.owner, late: 0, dropped: Int(count.count)),
        to: &shares)
    }
    return shares
  }
}
