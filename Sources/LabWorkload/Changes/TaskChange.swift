/// What becomes of a task that is changed.
public enum TaskChange: Hashable, Sendable {
  /// It does not arrive.
  case without
  /// It takes so much of its time, cut to whole nanoseconds.
  case scaled(Ratio)
  /// It runs on another thread, and on its return a block of the main queue takes ``hop``.
  ///
  /// The other thread is on a processor as busy as this one: its work is stretched as well.
  case elsewhere(OtherThread)
  /// It runs in pieces: when one is over, the rest is delivered in the same way, behind what waits
  /// there.
  case chunks(of: Duration)
  /// It is served in the common modes, as all tasks of its load.
  case common
  /// It is a block of the main queue, as all tasks of its load, which were blocks of the loop.
  case mainQueue
  /// It shows its panel as a sheet, which runs no loop of its own, as all tasks of its load.
  case sheet

  /// How work is served away from the main thread.
  public enum OtherThread: String, Hashable, Sendable, CaseIterable {
    /// One thread for all tasks of the load: first come, first served.
    case queue
    /// A thread for every task, at once.
    case threads
  }

  /// How long the block takes by which a task that ran elsewhere comes back: 0.1 ms.
  public static let hop = Duration.microseconds(100)
}
