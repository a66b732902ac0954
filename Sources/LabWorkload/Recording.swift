public import LabKernel

/// The tasks of a real main thread, in order of arrival.
public struct Recording: Hashable, Sendable {
  /// One task of a recording.
  public struct Task: Hashable, Sendable {
    /// When it arrived, counted from the start of the recording.
    public var arrival: Instant
    /// How long it held the thread.
    public var duration: Duration
    /// What it was called.
    public var name: String

    /// Creates a task.
    public init(arrival: Instant, duration: Duration, name: String) {
      self.arrival = arrival
      self.duration = duration
      self.name = name
    }
  }

  /// The tasks, sorted by arrival.
  public var tasks: [Task]

  /// Creates a recording from tasks in order of arrival.
  public init(tasks: [Task]) {
    self.tasks = tasks
  }
}
