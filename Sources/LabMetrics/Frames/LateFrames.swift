/// The frames that were shown later than they should have been.
///
/// A frame of a link is expected at the refresh whose latch is the target of its callback, that of a
/// timer at the first refresh whose latch is not before the date at which it was due.
///
///     lateness = R(shown) − R(expected), if positive
public struct LateFrames: Hashable, Sendable {
  /// How many there are.
  public let count: Int
  /// How late they were; `nil` for none.
  public let lateness: Distribution?

  /// - Parameter latenesses: Those of all late frames.
  init(_ latenesses: borrowing SampleColumn) {
    count = latenesses.count
    lateness = Distribution(latenesses)
  }
}
