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
  }
}

extension ImportedTrace {
  /// What a recorder in the app noted of its run loop, beside the tasks.
  package struct Loop: Hashable, Sendable {
    /// The drivers, in order of their first callouts.
    package var drivers: [Driver]
    /// The runs of the loop, by their begin; none if the recording tells no modes.
    package var runs: [Run]
    /// When observers had committed what drivers changed, in nanoseconds from the start of the
    /// window.
    package var commits: [Int64]
    /// When the thread slept, in ascending order, in nanoseconds from the start of the window.
    package var sleeps: [Range<Int64>] = []
    /// How much named work other threads did, by name.
    package var works: [String: Int] = [:]
    /// What the thread had of the machine; `nil` if the file does not say.
    package var machine: Machine?

    /// The nested runs in other modes than the default one, those joined that follow one another at
    /// once.
    ///
    /// An app that tracks a finger may call the loop again and again; pauses of up to a millisecond
    /// belong to that.
    package var runsInOtherModes: [Run] {
      var others: [Run] = []
      // The first run of the loop, at depth 1, holds all the others.
      for run in runs where run.depth > 1 && !run.isInDefaultMode && run.start < run.end {
        if let last = others.last, run.start - last.end <= 1_000_000 {
          others[others.count - 1].end = max(last.end, run.end)
        } else {
          others.append(run)
        }
      }
      return others
    }
  }

  /// What a thread had of the machine during a recording, in nanoseconds.
  package struct Machine: Hashable, Sendable {
    /// How long that was watched.
    package var length: Int64
    /// How long the thread ran.
    package var processor: Int64
    /// How long it was ready and did not run; `nil` where the system does not tell.
    package var waited: Int64?
  }

  /// A timer or display link of the app, with the callouts that were recorded.
  package struct Driver: Hashable, Sendable {
    /// What called it.
    package enum Kind: String, Hashable, Sendable {
      /// A timer of the run loop.
      case timer
      /// A display link.
      case link
    }

    /// One callout, in nanoseconds from the start of the window.
    package struct Firing: Hashable, Sendable {
      /// The date that it answers; when it began if the file does not say.
      package var due: Int64
      /// When it began.
      package var began: Int64
      /// When it ended.
      package var ended: Int64
      /// The date for which the timer was armed after it, if the file says so.
      package var next: Int64?
      /// Whether the file says that the driver was invalid or paused after it.
      package var isLast = false
    }

    package var name: String
    /// What called it.
    package var kind: Kind
    /// From one date to the next in nanoseconds: as the app said, else the median of the recorded
    /// dates; 0 with fewer than two callouts.
    package var interval: Int64
    /// The callouts in order.
    package var firings: [Firing]
  }

  /// A run of the loop, also inside a callout, such as the tracking of a finger.
  package struct Run: Hashable, Sendable {
    package var mode: String
    /// How many runs were nested, this one included.
    package var depth: Int
    /// When it began, in nanoseconds from the start of the window.
    package var start: Int64
    /// When it returned.
    package var end: Int64

    /// Whether the mode is the one in which an app's loop mostly runs.
    package var isInDefaultMode: Bool { mode.hasSuffix("DefaultMode") }
  }
}

extension ImportedTrace {
  /// What the user did, as a trace tells it: a touch, a click or a key, with what answered it.
  ///
  /// All events of one native input are one, as pointerdown and mousedown are. Moves of a pointer
  /// are none: they wait for the frame.
  package struct Input: Hashable, Sendable {
    /// What it was called.
    package var name: String
    /// When it happened, in nanoseconds from the start of the window.
    package var arrived: Int64
    /// When the first of its handlers began; in a recorder's file when it was recorded.
    package var began: Int64
    /// When the last of its handlers ended; `nil` if the file does not say.
    package var ended: Int64?
    /// When the frame was displayed that shows it; `nil` if the file does not say.
    package var shown: Int64?
    /// The number of the interaction, which several inputs share, as the press and the release of a
    /// key do; `nil` if it belongs to none.
    package var interaction: Int64?
  }
}

extension ImportedTrace {
  /// What a browser's trace tells of the frames of a page: those of its compositor, and those of
  /// its main thread.
  package struct PageFrames: Hashable, Sendable {
    /// A frame of the main thread.
    package struct MainFrame: Hashable, Sendable {
      /// The last vsync that its compositor noted before it, by its number.
      package var vsync: Int
      /// When its task began, in nanoseconds from the start of the window.
      package var start: Int64
      /// How long its task took, in nanoseconds.
      package var duration: Int64
    }

    /// The vsyncs as the compositor noted them, in nanoseconds from the start of the window.
    package var vsyncs: [Int64]
    /// The frames of the main thread, in order.
    package var mainFrames: [MainFrame]
    /// How many vsyncs there are of which the compositor says whether it wanted a main frame.
    package var reported = 0
    /// How many of them have a main frame, or none, as it says.
    package var reportedRight = 0
  }
}

extension ImportedTrace {
  /// A browser whose main thread was recorded.
  package enum Browser: Hashable, Sendable {
    /// Chrome and its siblings.
    case chromium
    /// Firefox.
    case firefox
  }

  /// The browser whose page's main thread was chosen; `nil` for other apps.
  package var browser: Browser? {
    switch thread.threadName {
    case "CrRendererMain", "Chrome_InProcRendererThread": .chromium
    case "GeckoMain" where format == .firefox: .firefox
    default: nil
    }
  }
}

extension ImportedTrace {
  /// Why there is no task, and what to do; `nil` with a task.
  package var lack: String? {
    guard tasks.isEmpty else { return nil }
    if tally.shorter > 0 {
      let tasks = tally.shorter == 1 ? "the only task is" : "all \(tally.shorter) tasks are"
      return "\(tasks) shorter than --least; the longest takes \(thread.longest / 1000) us."
        + " Choose a smaller --least, such as --least 0s."
    }
    if tally.outside > 0 {
      return "no task lies in the window. Change --from and --to."
    }
    return "this file holds no tasks. \(format.remedy)"
  }
}

extension TraceFormat {
  /// How a file of this format comes to hold tasks.
  package var remedy: String {
    switch self {
    case .chrome, .perfetto:
      "Record it with the category disabled-by-default-devtools.timeline or toplevel."
    case .firefox: "Record it with the features js and cpu, which note when a thread is awake."
    case .instruments:
      "Export runloop-intervals: xcrun xctrace export --input FILE.trace --xpath"
        + " '/trace-toc/run[@number=\"1\"]/data/table[@schema=\"runloop-intervals\"]'. Signposts,"
        + " hitches and vsyncs may be given beside it by --with."
    case .perf:
      "Record switches of threads: perf record -e sched:sched_switch -a, then perf script --ns"
    case .ftrace:
      "Record switches of threads: trace-cmd record -e sched:sched_switch, then trace-cmd report;"
        + " or write marks that begin and end (B|PID|NAME, E|PID) to trace_marker."
    }
  }
}

extension ImportedTrace {
  /// Returns the trace with names replaced by numbers, given in order of first appearance.
  ///
  /// Processes, threads and layers lose their names as well, and facts their values but for those
  /// that are numbers.
  package func anonymised() -> ImportedTrace {
    var copy = self
    var numbers: [String: Int] = [:]
    for index in copy.tasks.indices {
      let number = numbers[copy.tasks[index].name] ?? numbers.count + 1
      numbers[copy.tasks[index].name] = number
      copy.tasks[index].name = "task \(number)"
    }
    for index in (copy.loop?.drivers ?? []).indices {
      copy.loop?.drivers[index].name = "driver \(index + 1)"
    }
    for index in copy.inputs.indices { copy.inputs[index].name = "input" }
    copy.thread.forgetNames()
    for index in copy.candidates.indices { copy.candidates[index].forgetNames() }
    for index in copy.frames.indices { copy.frames[index].layer = "" }
    if copy.vsyncSource != nil { copy.vsyncSource = "the trace" }
    copy.provenance = copy.provenance.filter { fact in
      fact.name == "clock" || fact.value.utf8.allSatisfy { 0x30...0x39 ~= $0 || $0 == 0x2e }
    }
    if copy.rule.contains("requested") { copy.rule = "it was requested" }
    return copy
  }
}

extension ImportedTrace.Thread {
  fileprivate mutating func forgetNames() { (processName, threadName) = ("", "") }
}
