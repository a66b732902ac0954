public import LabKernel

/// What a callout of a timer, source or port answers.
public struct Callback: Hashable, Sendable {
  /// The oldest instant that it answers: the date of a timer, the ring or the first signal.
  public let due: Instant

  /// The newest instant that it answers; of a port the last ring before the loop took the message,
  /// even if that found no room.
  public let newest: Instant

  /// The number of the timer, source or port that calls out; no other of its kind has it as long
  /// as that is valid.
  public let number: Int

  init(due: Int64, newest: Int64? = nil, number: Int) {
    self.due = Instant(nanoseconds: due)
    self.newest = Instant(nanoseconds: newest ?? due)
    self.number = number
  }
}
