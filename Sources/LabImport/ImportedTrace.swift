/// The main thread of a foreign trace: its tasks, its vsyncs, and where they come from.
public struct ImportedTrace: Hashable, Sendable {
  /// One top-level task of the main thread.
  public struct Task: Hashable, Sendable {
    /// What it was called.
    public var name: String
    /// When it began, in nanoseconds from the start of the window.
    public var start: Int64
    /// How long it held the thread, in nanoseconds.
    public var duration: Int64
    /// How much of that the thread was running, in nanoseconds, if the file says so.
    public var cpu: Int64?
    /// When it was ordered, in nanoseconds from the start of the window, if the file says so.
    public var arrived: Int64?
    /// When the part of the loop's pass began in which it ran, in nanoseconds from the start of the
    /// window, if the file says so: tasks of one part run one after the other.
    public var pass: Int64?

    /// Creates a task.
    public init(
      name: String, start: Int64, duration: Int64, cpu: Int64? = nil, arrived: Int64? = nil
    ) {
      (self.name, self.start, self.duration) = (name, start, duration)
      (self.cpu, self.arrived) = (cpu, arrived)
    }
  }

  /// A fact of the provenance.
  public struct Fact: Hashable, Sendable {
    /// The name of the fact.
    public var name: String
    /// The fact.
    public var value: String

    /// Creates a fact.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The format of the file.
  public var format: TraceFormat
  /// Every thread that could be the main thread: the chosen one first, then by time in tasks.
  public var candidates: [Thread]
  /// The thread that the tasks are of.
  public var thread: Thread
  /// The rule that chose the thread, in words.
  public var rule: String
  /// The tasks in order of their start; they do not overlap.
  public var tasks: [Task]
  /// The vsyncs in ascending order, in nanoseconds from the start of the window.
  public var vsyncs: [Int64]
  /// What the vsyncs were read from, if there are any.
  public var vsyncSource: String?
  /// The frames that the file tells of, in order of their start.
  public var frames: [Frame]
  /// What a browser's trace tells of the frames of the page; `nil` without a frame of the thread.
  public var page: PageFrames?
  /// What a recorder in the app noted of its run loop; `nil` in traces of other tools.
  public var loop: Loop?
  /// What the user did, in order, if the file says so.
  public var inputs: [Input] = []
  /// The start of the window in nanoseconds of the file's clock, and its length.
  public var windowStart: Int64
  /// How far behind the first event of the file the window begins, in nanoseconds.
  public var windowOffset: Int64 = 0
  /// The length of the window in nanoseconds.
  public var windowLength: Int64
  /// How many events, rows or markers the file holds.
  public var events: Int
  /// What was kept and left out.
  public var tally: Tally
  /// Where the tasks come from: clock, rule of naming, settings of the recording.
  public var provenance: [Fact]
  /// What the reader should know, in sentences.
  public var notes: [String]
}
