public import LabKernel

/// One slot of a driver: the refreshes in which one new frame was wanted.
public struct SlotRow: Hashable, Sendable {
  /// The latch before the slot, from which on an update could reach it.
  public let begin: Instant
  /// When its first refresh is displayed.
  public let photon: Instant
  /// When its last refresh is no longer displayed.
  public let end: Instant
  /// The refresh that first shows something new; `nil` if the slot was dropped.
  public let newRefresh: Int?
  /// Why the slot was dropped; `nil` if it was not.
  public let cause: BlameCause?
}
