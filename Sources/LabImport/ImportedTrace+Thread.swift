extension ImportedTrace {
  /// A thread of a trace that could be the main thread.
  package struct Thread: Hashable, Sendable {
    /// The number of the process.
    package var process: Int64
    /// The name of the process, or an empty text.
    package var processName: String
    /// The number of the thread.
    package var thread: Int64
    /// The name of the thread, or an empty text.
    package var threadName: String
    /// How many top-level tasks it has.
    package var tasks: Int
    /// How long it is in tasks, in nanoseconds.
    package var busy: Int64
    /// The longest task, in nanoseconds.
    package var longest: Int64

    /// Returns a table of threads for people.
    package static func table(_ threads: [Thread]) -> String {
      let rows =
        [["pid", "process", "tid", "thread", "tasks", "busy ms", "longest ms"]]
        + threads.map {
          [
            "\($0.process)", $0.processName, "\($0.thread)", $0.threadName, "\($0.tasks)",
            milliseconds($0.busy), milliseconds($0.longest),
          ]
        }
      let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
      return rows.map { row in
        var line = ""
        for (column, cell) in row.enumerated() {
          let space = String(repeating: " ", count: widths[column] - cell.count)
          line += (column == 1 || column == 3 ? cell + space : space + cell) + "  "
        }
        return "  " + line.reversed().drop { $0 == " " }.reversed()
      }.joined(separator: "\n")
    }

    /// Returns a time in milliseconds with one decimal.
    static func milliseconds(_ nanoseconds: Int64) -> String {
      let tenths = (nanoseconds + 50_000) / 100_000
      return "\(tenths / 10).\(tenths % 10)"
    }
  }

  /// A frame of the trace's own display or compositor.
  package struct Frame: Hashable, Sendable {
    /// What became of a frame.
    package enum Outcome: String, Hashable, Sendable {
      /// It was shown in time.
      case presented
      /// A part of it was shown.
      case partial
      /// It was shown late.
      case late
      /// It was not shown.
      case dropped
      /// There was nothing new to show.
      case idle
      /// The file does not say.
      case unknown
    }

    /// When it began, in nanoseconds from the start of the window.
    package var start: Int64
    /// When it was shown or given up, in nanoseconds from the start of the window.
    package var end: Int64
    /// What became of it.
    package var outcome: Outcome
    /// The tasks that ran in it, by index into the kept tasks.
    package var tasks: Range<Int>
    /// The layer or display it is of, or an empty text.
    package var layer: String

    /// Creates a frame.
    package init(start: Int64, end: Int64, outcome: Outcome, tasks: Range<Int>, layer: String) {
      (self.start, self.end, self.outcome) = (start, end, outcome)
      (self.tasks, self.layer) = (tasks, layer)
    }
  }

  /// What was kept and left out of a trace, as counts.
  package struct Tally: Hashable, Sendable {
    /// Tasks of the chosen thread before any was left out.
    package var found = 0
    /// The time of all tasks found, in nanoseconds.
    package var foundTime: Int64 = 0
    /// The tasks that were kept.
    package var kept = 0
    /// The time of the tasks that were kept, in nanoseconds.
    package var keptTime: Int64 = 0
    /// Tasks that were left out since they are shorter than the least.
    package var shorter = 0
    /// The time of those, in nanoseconds.
    package var shorterTime: Int64 = 0
    /// Tasks that were left out since they lie outside the window.
    package var outside = 0
    /// Tasks that were cut since the next begins before they end.
    package var overlapping = 0
    /// Tasks without an end that were cut at the last event of the thread.
    package var unfinished = 0
    /// Ends without a begin.
    package var endsWithoutBegin = 0
    /// Complete slices without a duration.
    package var withoutDuration = 0
    /// Slices with a negative duration.
    package var negativeDurations = 0
    /// Events with a time that is missing, not a number, or beyond 2⁵¹ µs.
    package var withoutTime = 0
    /// Slices whose packets were lost or refer to what is not in the file.
    package var lost = 0
    /// Samples, which hold no tasks.
    package var samples = 0
    /// Halves of surrogate pairs that were replaced in names.
    package var loneSurrogates = 0
    /// Names with bytes that are not UTF-8, which were replaced.
    package var repairedNames = 0
    /// The wall time of kept tasks whose processor time is known, in nanoseconds.
    var wallWithCPU: Int64 = 0
    /// The processor time of those, in nanoseconds.
    package var cpu: Int64 = 0
    /// Whether the file ends in the middle.
    package var isTruncated = false

    /// Creates an empty tally.
    package init() {}
  }
}
