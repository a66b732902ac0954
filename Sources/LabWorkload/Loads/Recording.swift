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
    /// The longest piece in which it runs; `nil` for all of it at once.
    ///
    /// The rest after a piece is delivered again in the same way, behind what waits there, with a
    /// serial number of its own.
    public var piece: Duration?
    /// The position of the task among all that were planned, by which tasks of other loads follow
    /// it; `nil` for its position among the tasks that are left.
    package var number: Int?

    /// Creates a task.
    ///
    /// - Precondition: A piece has a length.
    public init(arrival: Instant, duration: Duration, name: String, piece: Duration? = nil) {
      require(piece ?? .nanoseconds(1) > .zero, "a task in pieces without a length")
      self.arrival = arrival
      self.duration = duration
      self.name = name
      self.piece = piece
    }
  }

  /// The tasks, sorted by arrival.
  public var tasks: [Task]

  /// Creates a recording from tasks in order of arrival.
  public init(tasks: [Task]) {
    self.tasks = tasks
  }
}

extension Recording.Task {
  /// Whether a name stands for work that has none, which no app can leave out:
  /// `RunTask`, `(timer)`, `(observers)`.
  package static func isPlaceholder(_ name: String) -> Bool {
    name == "RunTask" || name == "(timer)" || name == "(observers)"
  }

  /// The task as a person finds it again: `Layout (70.5 ms at 1649.9 ms of the recording)`.
  ///
  /// - Parameter offset: How far behind the start of what was recorded its instants begin.
  /// - Returns: Its name, how long it took, and when it arrived.
  package func words(offset: Duration) -> String {
    "\(name) (\(Self.milliseconds(duration)) at"
      + " \(Self.milliseconds(Instant.start.duration(to: arrival) + offset)) of the recording)"
  }

  /// A time in milliseconds with one decimal, a short one in microseconds.
  private static func milliseconds(_ time: Duration) -> String {
    let microseconds = Int64(time / .microseconds(1))
    guard microseconds == 0 || microseconds >= 50 else { return "\(microseconds) us" }
    let tenths = (microseconds + 50) / 100
    return "\(tenths / 10).\(tenths % 10) ms"
  }
}
