/// The main thread of a foreign trace: its tasks, its vsyncs, and where they come from.
package struct ImportedTrace: Hashable, Sendable {
  /// One top-level task of the main thread.
  package struct Task: Hashable, Sendable {
    /// What it was called.
    package var name: String
    /// When it began, in nanoseconds from the start of the window.
    package var start: Int64
    /// How long it held the thread, in nanoseconds.
    package var duration: Int64
    /// How much of that the thread was running, in nanoseconds, if the file says so.
    package var cpu: Int64?
    /// When it was ordered, in nanoseconds from the start of the window, if the file says so.
    package var arrived: Int64?
    /// When the part of the loop's pass began in which it ran, in nanoseconds from the start of the
    /// window, if the file says so: tasks of one part run one after the other.
    package var pass: Int64?

    /// Creates a task.
    package init(
      name: String, start: Int64, duration: Int64, cpu: Int64? = nil, arrived: Int64? = nil
    ) {
      (self.name, self.start, self.duration) = (name, start, duration)
      (self.cpu, self.arrived) = (cpu, arrived)
    }
  }

  /// A fact of the provenance.
  package struct Fact: Hashable, Sendable {
    /// The name of the fact.
    package var name: String
    /// The fact.
    package var value: String

    /// Creates a fact.
    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The format of the file.
  package var format: TraceFormat
  /// Every thread that could be the main thread: the chosen one first, then by time in tasks.
  package var candidates: [Thread]
  /// The thread that the tasks are of.
  package var thread: Thread
  /// The rule that chose the thread, in words.
  package var rule: String
  /// The tasks in order of their start; they do not overlap.
  package var tasks: [Task]
  /// The vsyncs in ascending order, in nanoseconds from the start of the window.
  package var vsyncs: [Int64]
  /// What the vsyncs were read from, if there are any.
  package var vsyncSource: String?
  /// The frames that the file tells of, in order of their start.
  package var frames: [Frame]
  /// What a browser's trace tells of the frames of the page; `nil` without a frame of the thread.
  package var page: PageFrames?
  /// What a recorder in the app noted of its run loop; `nil` in traces of other tools.
  package var loop: Loop?
  /// What the user did, in order, if the file says so.
  package var inputs: [Input] = []
  /// The start of the window in nanoseconds of the file's clock, and its length.
  package var windowStart: Int64
  /// How far behind the first event of the file the window begins, in nanoseconds.
  package var windowOffset: Int64 = 0
  /// The length of the window in nanoseconds.
  package var windowLength: Int64
  /// How many events, rows or markers the file holds.
  package var events: Int
  /// What was kept and left out.
  package var tally: Tally
  /// Where the tasks come from: clock, rule of naming, settings of the recording.
  package var provenance: [Fact]
  /// What the reader should know, in sentences.
  package var notes: [String]
}
