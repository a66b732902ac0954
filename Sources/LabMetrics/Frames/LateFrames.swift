/// The frames that were shown later than they should have been.
///
/// A frame of a link is expected at the refresh whose latch is the target of its callback, that of
/// a timer at the first refresh whose latch is not before the date at which it was due.
///
///     lateness = R(shown) − R(expected), if positive
public struct LateFrames: Hashable, Sendable {
  /// How many there are.
  public let count: Int
  /// How many frames came how many refreshes after the expected one: those on time first, then the
  /// late ones, each number of refreshes that occurs.
  public let histogram: [Bin]

  /// The frames that were equally late.
  public struct Bin: Hashable, Sendable {
    /// How many refreshes they came after the expected one; 0 for on time, or before it.
    public let refreshes: Int
    /// How many there are.
    public let frames: Int
  }

  init(_ frames: FrameSums) {
    count = frames.refreshesLate.values.reduce(0, +)
    histogram =
      [Bin(refreshes: 0, frames: frames.new - count)]
      + frames.refreshesLate.sorted { $0.key < $1.key }
      .map { Bin(refreshes: $0.key, frames: $0.value) }
  }
}
